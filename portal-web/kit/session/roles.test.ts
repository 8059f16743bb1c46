import { describe, expect, it } from 'vitest'
import { getRoles, getViewer, isCommissionAdmin, withInternalRoleToggled } from './roles.ts'
import type { Session } from './session.ts'

const withRoles = (Roles: string) => ({ accountType: 'agent', data: { Roles } }) as Session

describe('user role parsing', () => {
  it('splits roles at commas, lowercases and trims them [P238]', () => {
    expect([...getRoles(withRoles(' Internal,readonly, '))]).toEqual(['internal', 'readonly'])
  })
  it('matches the role commissionAdmin case-sensitively', () => {
    expect(isCommissionAdmin(withRoles('internal,commissionAdmin'))).toBe(true)
    expect(isCommissionAdmin(withRoles('commissionadmin'))).toBe(false)
  })
  it('maps policyholders to insured, internal users to internal, and all others to agent', () => {
    expect(getViewer({ accountType: 'policyholder' } as Session)).toBe('insured')
    expect(getViewer(withRoles('superuser,internal'))).toBe('internal')
    expect(getViewer(withRoles(''))).toBe('agent')
  })
  it('toggles the internal role without changing other roles [P195]', () => {
    const staff = withRoles('superuser, Internal,readonly')
    const agent = withInternalRoleToggled(staff)
    expect([getViewer(agent), agent.data?.Roles]).toEqual(['agent', 'superuser,readonly'])
    expect([...getRoles(withInternalRoleToggled(agent))]).toEqual(['superuser', 'readonly', 'internal'])
    const insured = { accountType: 'policyholder' } as Session
    expect(getViewer(withInternalRoleToggled(insured))).toBe('insured')
  })
})
