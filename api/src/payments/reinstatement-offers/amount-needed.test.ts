import { describe, expect, it } from 'vitest'
import { type CancelledTerm, getShortfallCents, getUpcomingAmounts, splitReinstatement } from './amount-needed.ts'

/** Twelve installments of $100.00, due on the 5th of each month from January. */
const monthly = Array.from({ length: 12 }, (_, index) => ({
  obligationNo: index + 1,
  dueDate: `2027-${String(index + 1).padStart(2, '0')}-05`,
  amountCents: 10_000,
}))
const annual = [{ obligationNo: 1, dueDate: '2027-01-05', amountCents: 120_000 }]
/** A term that was cancelled after 100 days: $330.00 is earned, and nothing was paid. */
const cancelled = (invoiced: CancelledTerm['invoiced'], paidCents: number): CancelledTerm => ({
  ...{ dueCents: 33_000 - paidCents, returnedCents: 87_000, invoiced },
})

describe('amount needed for reinstatement', () => {
  it.each([
    ['the whole term premium on an annual plan', annual, '2027-04-20', 0, 120_000],
    ['zero after the whole term premium is paid', annual, '2027-04-20', 120_000, 0],
    ['the installments due so far on a monthly plan', monthly, '2027-04-20', 0, 40_000],
    ['the installments due so far, including one due today', monthly, '2027-05-05', 0, 50_000],
    ['the unpaid amount of the installments due', monthly, '2027-04-20', 25_000, 15_000],
    ['a negative amount if more was paid', monthly, '2027-04-20', 45_000, -5_000],
  ])('equals %s', (_, invoiced, date, paidCents, missing) => {
    expect(getShortfallCents(cancelled(invoiced, paidCents), date)).toBe(missing)
  })

  it('includes the first amount of the term even before its due date', () => {
    expect(getShortfallCents(cancelled(monthly, 0), '2026-12-01')).toBe(10_000)
  })

  it('excludes an endorsement that is not due yet', () => {
    const endorsed = [...annual, { obligationNo: 2, dueDate: '2027-05-01', amountCents: 5_000 }]
    expect(getShortfallCents({ ...cancelled(endorsed, 0), returnedCents: 92_000 }, '2027-04-20')).toBe(120_000)
  })
})

describe('minimum earned premium above the installments due', () => {
  /** Half of the term's $1,200.00 is earned, but only $400.00 is due. Nothing was paid. */
  const minimumEarned: CancelledTerm = { dueCents: 60_000, returnedCents: 60_000, invoiced: monthly }

  it('is not needed, because the reinstated term charges it with later installments (DEL-28)', () => {
    expect(getShortfallCents(minimumEarned, '2027-04-20')).toBe(40_000)
    // A payment of $400.00 leaves $200.00 of the balance, which pays the last two installments.
    const later = splitReinstatement(minimumEarned, '2027-04-20')
    expect(later).toEqual(monthly.slice(4, 10).map(({ dueDate, amountCents }) => ({ dueDate, amountCents })))
  })

  it.each([0, 5_000, 17_000, 30_000])(
    'is not needed with a lapse of %i cents either (DEL-27, DEL-28)',
    (lapseCents) => {
      const lapsed = { ...minimumEarned, returnedCents: minimumEarned.returnedCents - lapseCents }
      expect(getShortfallCents(lapsed, '2027-04-20')).toBe(40_000 - lapseCents)
    },
  )
})

describe('amount needed for reinstatement with a lapse', () => {
  it('is the whole term premium without the lapse on an annual plan', () => {
    expect(getShortfallCents({ ...cancelled(annual, 0), returnedCents: 83_000 }, '2027-04-20')).toBe(116_000)
  })

  it('is reduced by the lapse on a monthly plan', () => {
    expect(getShortfallCents({ ...cancelled(monthly, 0), returnedCents: 83_000 }, '2027-04-20')).toBe(36_000)
  })

  it('is less than the balance if the lapse reduces what is due below it (DEL-28)', () => {
    expect(getShortfallCents({ ...cancelled(monthly, 0), returnedCents: 70_000 }, '2027-04-20')).toBe(23_000)
  })
})

describe('amounts due after reinstatement', () => {
  it('are a single amount due today on an annual plan', () => {
    expect(splitReinstatement(cancelled(annual, 120_000), '2027-04-20')).toEqual([
      { dueDate: '2027-04-20', amountCents: 87_000 },
    ])
  })

  it('include the remaining installments with their original due dates', () => {
    const parts = splitReinstatement(cancelled(monthly, 40_000), '2027-04-20')
    expect(parts[0]).toEqual({ dueDate: '2027-04-20', amountCents: 7_000 })
    expect(parts.slice(1)).toEqual(monthly.slice(4).map(({ dueDate, amountCents }) => ({ dueDate, amountCents })))
  })

  it('include the next installments only up to the returned amount', () => {
    expect(splitReinstatement({ returnedCents: 15_000, invoiced: monthly }, '2027-04-20')).toEqual([
      { dueDate: '2027-05-05', amountCents: 10_000 },
      { dueDate: '2027-06-05', amountCents: 5_000 },
    ])
  })

  it('do not exist if the return premium is on hold, so that only a lapse is credited', () => {
    for (const returnedCents of [0, -4_000]) {
      expect(splitReinstatement({ returnedCents, invoiced: monthly }, '2027-04-20')).toEqual([])
      expect(splitReinstatement({ returnedCents, invoiced: annual }, '2027-04-20')).toEqual([])
    }
  })

  it('are sorted by due date, even if an endorsement was invoiced after the installments', () => {
    const endorsed = [...monthly, { obligationNo: 13, dueDate: '2027-11-20', amountCents: 700 }]
    expect(getUpcomingAmounts(endorsed, '2027-10-05').map(({ dueDate }) => dueDate)).toEqual([
      '2027-11-05',
      '2027-11-20',
      '2027-12-05',
    ])
  })

  it('are combined if they have the same due date', () => {
    const spread = [...monthly, { obligationNo: 13, dueDate: '2027-12-05', amountCents: 700 }]
    expect(getUpcomingAmounts(spread, '2027-11-05')).toEqual([{ dueDate: '2027-12-05', amountCents: 10_700 }])
  })
})
