import type { CancelReason } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { groupCancelReasons, validateCancellationDate } from './reasons.ts'

const reason = (reasonCode: string, allowedRoles: string[], more: Partial<CancelReason> = {}) =>
  ({ reasonCode, allowedRoles, effectiveDateRequired: false, ...more }) as CancelReason

describe('cancel reason selection', () => {
  const all = [reason('13', ['internal', 'agent', 'insured']), reason('06', ['internal']), reason('50', ['agent'])]
  it('shows internal reasons to staff in a group named Internal [C154]', () => {
    expect(
      groupCancelReasons(all, true).map(({ label, reasons }) => [label, reasons.map((one) => one.reasonCode)]),
    ).toEqual([
      ['Internal', ['13', '06']],
      [undefined, ['50']],
    ])
  })
  it('shows a single ungrouped list of reasons to viewers who are not staff [C155]', () => {
    expect(groupCancelReasons(all, false)).toEqual([{ label: undefined, reasons: all }])
  })
  it.each([
    ['', 'Date of sale is required.'],
    ['2026-10-31', 'Choose 2026-11-01 or a later date.'],
    ['2027-11-02', 'Choose 2027-11-01 or an earlier date.'],
    ['2026-11-01', undefined],
  ])('validates the date "%s" of a reason that requires a date: %s [C072] [D219] [D220]', (date, says) => {
    const sold = reason('01', ['internal'], {
      effectiveDateRequired: true,
      effectiveDateLabel: 'Date of sale',
      effectiveDateMin: '2026-11-01',
      effectiveDateMax: '2027-11-01',
    })
    expect(validateCancellationDate(sold, date)).toBe(says)
    expect(validateCancellationDate(reason('12', ['internal']), date)).toBeUndefined()
  })
})
