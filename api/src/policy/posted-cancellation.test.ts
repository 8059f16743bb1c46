import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { addTransaction, unchangedTerm } from './post-transaction.ts'
import { findPostedCancellation } from './posted-cancellation.ts'

const { db } = await createTestDatabase()

/** Posts a transaction with these amounts in cents. */
const post = (policyId: string, type: string, grossCents: number, taxCents = 0) =>
  db.transaction().execute((trx) =>
    addTransaction(trx, policyId, {
      ...{ type, day: '2026-11-20', description: type, grossCents, termChange: unchangedTerm },
      taxes: { surplus_tax_policy_premium_cents: taxCents },
    }),
  )

it('sums all transactions of the cancellation since the last reinstatement (CAN-23)', async () => {
  const { policy_id } = await insertPolicy(db)
  expect(await findPostedCancellation(db, policy_id, 'cancel')).toBeUndefined()
  await post(policy_id, 'C33', -90_000, -4_000)
  await post(policy_id, 'RI', 90_000, 4_000)
  expect(await findPostedCancellation(db, policy_id, 'cancel')).toBeUndefined()
  const small = await post(policy_id, 'C33', -10_000, -500)
  const large = await post(policy_id, 'C33', -20_000, -1_000)
  expect(await findPostedCancellation(db, policy_id, 'cancel')).toEqual({
    ...{ transactionIds: [small, large], mainTransactionId: large, effectiveDate: '2026-11-20' },
    ...{ grossCents: -30_000, feeCents: 0, taxes: { surplus_tax_policy_premium_cents: -1_500 }, totalCents: -31_500 },
  })
  expect(await findPostedCancellation(db, policy_id, 'pendingCancel')).toBeUndefined()
  const { rows } = await sql`select from policy_transactions where policy_id = ${policy_id}`.execute(db)
  expect(rows).toHaveLength(5)
})
