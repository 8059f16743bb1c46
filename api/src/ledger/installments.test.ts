import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../calendar/days.ts'
import { insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getRemainingInstallments, spreadCharge, spreadReturnPremium } from './installments.ts'
import { getObligations, postInvoice } from './invoices.ts'
import { getPolicyBalance } from './store.ts'

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

describe('endorsements of a monthly policy', async () => {
  const { db } = await createTestDatabase()
  const endorse = (policyId: string, amountCents: number, spreadFrom = today) =>
    db.transaction().execute((trx) =>
      postInvoice(trx, {
        ...{ policyId, purpose: 'endorsement', dueDate: '2026-12-20', spreadFrom },
        lines: [{ charge: 'premium_written', amountCents, description: 'Endorsement' }],
      }),
    )
  const readAmounts = async (policyId: string) =>
    (await getObligations(db, policyId)).map(({ dueDate, amountCents, openCents }) => [dueDate, amountCents, openCents])

  it('are added to the remaining installments [BIL-15]', async () => {
    const { policy_id: policyId } = await insertPolicy(db, {
      ...{ product: 4, monthly: true, columns: { inception_date: '2026-01-20' } },
    })
    await endorse(policyId, 1001)
    // The installment of November 20 is due, so only that of December 20 remains.
    expect((await readAmounts(policyId)).slice(12)).toEqual([['2026-12-20', 1001, 1001]])
  })

  it('keep the total of open amounts equal to the balance [BIL-15]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('charge', 'return', 'payment'),
            cents: fc.integer({ min: 1, max: 60_000 }),
            month: fc.integer({ min: 0, max: 13 }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (steps) => {
          const { policy_id: policyId } = await insertPolicy(db, {
            ...{ product: 4, monthly: true, columns: { inception_date: '2026-11-20' } },
          })
          for (const { kind, cents, month } of steps) {
            if (kind === 'payment')
              await insertPayment(db, { policyId, amountCents: cents, now: new Date('2026-11-20T17:00:00Z') })
            else await endorse(policyId, kind === 'charge' ? cents : -cents, addMonths('2026-11-19', month))
            const { dueCents } = await getPolicyBalance(db, policyId)
            const obligations = await getObligations(db, policyId)
            expect(sum(obligations.map(({ openCents }) => openCents))).toBe(Math.max(0, dueCents))
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
