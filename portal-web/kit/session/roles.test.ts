import { describe, expect, it } from 'vitest'
import { isCommissionAdmin, rolesOf, viewerOf, withInternalToggled } from './roles.ts'
import type { Session } from './session.ts'

const withRoles = (Roles: string) => ({ accountType: 'agent', data: { Roles } }) as Session

describe('roles', () => {
  it('are split at commas, lowercased and trimmed [P238]', () => {
    expect([...rolesOf(withRoles(' Internal,readonly, '))]).toEqual(['internal', 'readonly'])
  })
  it('commissionAdmin is compared as written', () => {
    expect(isCommissionAdmin(withRoles('internal,commissionAdmin'))).toBe(true)
    expect(isCommissionAdmin(withRoles('commissionadmin'))).toBe(false)
  })
  it('policyholders are insured, internal users internal, everybody else an agent', () => {
    expect(viewerOf({ accountType: 'policyholder' } as Session)).toBe('insured')
    expect(viewerOf(withRoles('superuser,internal'))).toBe('internal')
    expect(viewerOf(withRoles(''))).toBe('agent')
  })
  it('internal is taken away and given again, and no other role with it [P195]', () => {
    const staff = withRoles('superuser, Internal,readonly')
    const agent = withInternalToggled(staff)
    expect([viewerOf(agent), agent.data?.Roles]).toEqual(['agent', 'superuser,readonly'])
    expect([...rolesOf(withInternalToggled(agent))]).toEqual(['superuser', 'readonly', 'internal'])
    const insured = { accountType: 'policyholder' } as Session
    expect(viewerOf(withInternalToggled(insured))).toBe('insured')
  })
})
