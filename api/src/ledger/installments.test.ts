import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../calendar/days.ts'
import { getRemainingInstallments, spreadCharge, spreadReturnPremium } from './installments.ts'

const today = '2026-11-20'
const part = (obligationNo: number, dueDate: string, openCents: number, invoiceId = 'plan') => ({
  ...{ obligationNo, dueDate, openCents, invoiceId },
})
const plan = [
  part(1, '2026-10-20', 100),
  part(2, '2026-11-20', 100),
  part(3, '2026-12-20', 0),
  part(4, '2027-01-20', 100),
  part(5, '2027-02-20', 100),
  part(6, '2027-03-20', 100),
]
const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)

describe('calculation of remaining installments', () => {
  it('includes only open installments due after today [BIL-15]', () => {
    const other = part(7, '2026-12-19', 500, 'endorsement')
    expect(getRemainingInstallments([...plan, other], today).map(({ obligationNo }) => obligationNo)).toEqual([4, 5, 6])
  })

  it('sorts them by due date, then by number, and excludes amounts without an invoice [BIL-15]', () => {
    const unsorted = [part(9, '2027-02-20', 100), part(6, '2027-03-20', 100), part(5, '2027-02-20', 100)]
    expect(getRemainingInstallments(unsorted, today).map(({ obligationNo }) => obligationNo)).toEqual([5, 9, 6])
    const uninvoiced = unsorted.map((one) => ({ ...one, invoiceId: null }))
    expect(getRemainingInstallments(uninvoiced, today)).toEqual([])
  })

  it('spreads a charge evenly, with leftover cents on the last installment [BIL-15]', () => {
    expect(spreadCharge(200, getRemainingInstallments(plan, today))).toEqual([
      { dueDate: '2027-01-20', amountCents: 66 },
      { dueDate: '2027-02-20', amountCents: 66 },
      { dueDate: '2027-03-20', amountCents: 68 },
    ])
    expect(spreadCharge(200, [])).toBeUndefined()
  })

  it('spreads return premium evenly [BIL-15]', () => {
    expect([...spreadReturnPremium(91, plan.slice(3))]).toEqual([
      [4, 30],
      [5, 30],
      [6, 31],
    ])
  })

  it('applies return premium that exceeds an installment to the latest installments first [BIL-15]', () => {
    const remaining = [part(4, '2027-01-20', 10), part(5, '2027-02-20', 100), part(6, '2027-03-20', 100)]
    expect([...spreadReturnPremium(150, remaining)]).toEqual([
      [4, 10],
      [5, 50],
      [6, 90],
    ])
    expect([...spreadReturnPremium(500, remaining).values()]).toEqual([10, 100, 100])
    expect(spreadReturnPremium(500, []).size).toBe(0)
  })

  it('applies return premium up to the installment total without negative amounts [BIL-15]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (amounts, returnCents) => {
          const remaining = amounts.map((cents, index) => part(index + 1, addMonths('2027-01-20', index), cents))
          const reductions = spreadReturnPremium(returnCents, remaining)
          expect(sum(reductions.values())).toBe(Math.min(returnCents, sum(amounts)))
          for (const { obligationNo, openCents } of remaining) {
            const reduced = reductions.get(obligationNo) ?? 0
            expect(reduced).toBeGreaterThanOrEqual(0)
            expect(reduced).toBeLessThanOrEqual(openCents)
          }
        },
      ),
    )
  })
})
