import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../calendar/days.ts'
import { insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getObligations, postInvoice } from './invoices.ts'
import { getPolicyBalance } from './store.ts'

const today = '2026-11-20'
const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)
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
