import { describe, expect, it } from 'vitest'
import { isAllowedForStatus, rolesUnder } from './status.ts'

describe('the status of an agency', () => {
  it.each([
    ['A', true, true, true, true],
    ['P', false, false, false, false],
    ['I', true, true, false, true],
    ['T', true, false, false, false],
  ] as const)(
    '%s leaves it looking %s, service %s, new business %s, commission %s [AGY-1]',
    (status, look, service, newBusiness, earn) => {
      expect(
        (['look', 'service', 'newBusiness', 'earn'] as const).map((deed) => isAllowedForStatus(status, deed)),
      ).toEqual([look, service, newBusiness, earn])
    },
  )

  it('makes the people of a terminated agency read-only, once, and leaves staff as they are', () => {
    expect(rolesUnder('T', ['readonly'])).toEqual(['readonly'])
    expect(rolesUnder('T', [])).toEqual(['readonly'])
    expect(rolesUnder('I', ['nopayoptin'])).toEqual(['nopayoptin'])
    expect(rolesUnder(null, ['internal'])).toEqual(['internal'])
  })
})
