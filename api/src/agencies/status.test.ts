import { describe, expect, it } from 'vitest'
import { getEffectiveRoles, isPermittedByAgencyStatus } from './status.ts'

describe('agency status permissions', () => {
  it.each([
    ['A', true, true, true, true],
    ['P', false, false, false, false],
    ['I', true, true, false, true],
    ['T', true, false, false, false],
  ] as const)(
    'maps status %s to permissions: read %s, service %s, new business %s, earn commission %s [AGY-1]',
    (status, read, service, newBusiness, earn) => {
      expect(
        (['read', 'service', 'newBusiness', 'earn'] as const).map((permission) =>
          isPermittedByAgencyStatus(status, permission),
        ),
      ).toEqual([read, service, newBusiness, earn])
    },
  )

  it('adds the role readonly to agents of a terminated agency and leaves other roles unchanged', () => {
    expect(getEffectiveRoles('T', ['readonly'])).toEqual(['readonly'])
    expect(getEffectiveRoles('T', [])).toEqual(['readonly'])
    expect(getEffectiveRoles('I', ['nopayoptin'])).toEqual(['nopayoptin'])
    expect(getEffectiveRoles(null, ['internal'])).toEqual(['internal'])
  })
})
