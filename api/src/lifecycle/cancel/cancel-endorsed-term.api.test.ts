import { describe, expect, it } from 'vitest'
import { addDays } from '../../calendar/days.ts'
import { postManualAdjustment } from '../../demo-book/manual-adjustment.ts'
import { endorsementHandlers } from '../../endorsements/routes.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { createAreaApp, createStaffActor, createTestContext, defaultTestTime } from '../../testing/area-app.ts'
import { insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createEndorsementBinder } from '../../testing/endorse.ts'
import { lifecycleHandlers } from '../routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...endorsementHandlers, ...lifecycleHandlers })
const change = createEndorsementBinder(call)
const staff = createStaffActor('superuser')
const today = '2026-11-20'

/** Creates a policy that started `since` days ago and was paid in full by check. Coverage A has a limit of $250,000. */
async function aTerm({ product = 1, premiumCents = 36_500, since = 70 } = {}) {
  const policy = await insertPolicy(db, { product, premiumCents, columns: { inception_date: addDays(today, -since) } })
  await db
    .updateTable('policy_transactions')
    .set({ coverage_a_premium_cents: premiumCents })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime })
  return policy
}
type Bound = Awaited<ReturnType<typeof aTerm>>

async function cancel({ policy_no }: Bound, ReasonCode: string) {
  const input = { PolicyNumber: policy_no, ReasonCode, NoteInfo: { Note: 'By phone.' }, SuppressNotification: true }
  expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: input })).status).toBe(200)
  const done = await call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: policy_no } })
  expect(done.status).toBe(200)
}
/** Returns the premium of each transaction, in cents. */
const getPremiums = async ({ policy_id }: Bound) =>
  (
    await db
      .selectFrom('policy_transactions')
      .select(['transaction_type', 'tnx_gross_premium_cents'])
      .where('policy_id', '=', policy_id)
      .where('tnx_gross_premium_cents', '<>', 0)
      .orderBy('sequence')
      .execute()
  ).map((row) => [row.transaction_type, row.tnx_gross_premium_cents])
const getBalance = ({ policy_id }: Bound) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policy_id).executeTakeFirstOrThrow()

describe('cancellation on November 20 of a $365.00 term with an endorsement effective November 30 [CAN-3]', () => {
  it('refunds the full premium of an endorsement that never took effect', async () => {
    const policy = await aTerm()
    // The premium rises by $1.00 a day for 285 days.
    await change(staff, policy.policy_no, { A: 500_000 })
    await cancel(policy, '33')
    expect(await getPremiums(policy)).toEqual([
      ['NB', 36_500],
      ['EB', 28_500],
      ['C33', -58_000],
    ])
  })

  it('does not refund premium that an endorsement already returned', async () => {
    const policy = await aTerm()
    // The premium falls by $0.75 a day for 285 days.
    await change(staff, policy.policy_no, { A: 62_500 })
    await cancel(policy, '33')
    expect(await getPremiums(policy)).toEqual([
      ['NB', 36_500],
      ['EB', -21_375],
      ['C33', -8_125],
    ])
    // $70.00 of premium, the $75.00 fee, the $2.00 surcharge, and taxes on premium and fee: $3.46 and $3.71 of surplus
    // lines tax, $0.04 and $0.05 of stamping fee.
    expect(await getBalance(policy)).toMatchObject({ invoiced_cents: 15_426, due_cents: 0 })
  })
})

describe('minimum earned premium of $500 [PRI-3]', () => {
  it('is retained after an endorsement and after a later cancellation', async () => {
    const policy = await aTerm({ product: 6, premiumCents: 79_334, since: 35 })
    await change(staff, policy.policy_no, { A: 5_000 })
    expect(await getPremiums(policy)).toEqual([
      ['NB', 79_334],
      ['EB', -29_334],
    ])
    await cancel(policy, '33')
    expect(await getPremiums(policy)).toHaveLength(2)
    // $500.00 of premium, the $75.00 fee, the $2.00 surcharge, and taxes on premium and fee: $24.70 and $3.71 of
    // surplus lines tax, $0.30 and $0.05 of stamping fee.
    expect(await getBalance(policy)).toMatchObject({ invoiced_cents: 60_576, due_cents: 0 })
  })
})

describe('manual premium adjustment [TAX-1]', () => {
  it('is taxed like other premium and refunded with its tax', async () => {
    const policy = await aTerm({ since: 0 })
    // Taxes on $465.00 are $22.97 (4.94%) and $0.28 (0.06%). On the earlier $365.00, they were $18.03 and $0.22.
    await runInTransaction(createTestContext(db, staff), (ctx) => postManualAdjustment(ctx, policy.policy_no, 10_000))
    expect(await getBalance(policy)).toMatchObject({ invoiced_cents: policy.totalCents + 10_500, due_cents: 10_500 })
    await cancel(policy, '06')
    expect(await getBalance(policy)).toMatchObject({ invoiced_cents: 0, due_cents: 0 })
  })
})
