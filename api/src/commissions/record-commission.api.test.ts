import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { postManualAdjustment } from '../demo-book/manual-adjustment.ts'
import { endorsementHandlers } from '../endorsements/routes.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { rewriteHandlers } from '../lifecycle/rewrite/routes.ts'
import { lifecycleHandlers } from '../lifecycle/routes.ts'
import { addTransaction, unchangedTerm } from '../policy/post-transaction.ts'
import { createAreaApp, createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createEndorsementBinder } from '../testing/endorse.ts'
import { calculateCommission } from './calculate-commission.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...endorsementHandlers, ...lifecycleHandlers, ...rewriteHandlers })
const change = createEndorsementBinder(call)
const staff = createStaffActor('superuser')
const today = '2026-11-20'

/** The agency earns 15% on new business and 13% on renewals; its parent agency earns 2% on both. */
const parent = await insertAgency(db)
const agency = await insertAgency(db, { parent: parent.agency_id })
await db
  .insertInto('commission_rates')
  .values([
    { product_id: 1, is_renewal: false, rate_basis_points: 1500 },
    { product_id: 1, is_renewal: true, rate_basis_points: 1300 },
  ])
  .execute()
await db
  .insertInto('commission_overrides')
  .values({ agency_id: agency.agency_id, parent_agency_id: parent.agency_id, rate_basis_points: 200 })
  .execute()

/** Creates a paid policy that costs $365.00 a year, which is one dollar per day. By default, it started 70 days ago. */
async function aTerm({ startsIn = -70, type = 'NB' as 'NB' | 'RN', agencyId = agency.agency_id } = {}) {
  const policy = await insertPolicy(db, {
    premiumCents: 36_500,
    columns: { agency_id: agencyId, inception_date: addDays(today, startsIn), original_trans_type: type },
  })
  await db
    .updateTable('policy_transactions')
    .set({ coverage_a_premium_cents: 36_500 })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime })
  return policy
}
type Bound = Awaited<ReturnType<typeof aTerm>>

async function endorse({ policy_no }: Bound, limit: number) {
  const { saved, bound } = await change(staff, policy_no, { A: limit })
  expect([saved.status, bound.status]).toEqual([200, 200])
}
async function cancel({ policy_no }: Bound, ReasonCode: string) {
  const input = { PolicyNumber: policy_no, ReasonCode, NoteInfo: { Note: 'By phone.' }, SuppressNotification: true }
  expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: input })).status).toBe(200)
  const done = await call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: policy_no } })
  expect(done.status).toBe(200)
}
const reinstate = async ({ policy_no }: Bound) =>
  expect((await call(staff, `POST /api/v1/policies/reinstate/${policy_no}/true`)).status).toBe(200)
const adjust = ({ policy_no }: Bound, cents: number) =>
  runInTransaction(createTestContext(db, staff), (ctx) => postManualAdjustment(ctx, policy_no, cents))
async function reverseNewest({ policy_no, policy_id }: Bound) {
  const { policy_transaction_id: newest } = await db
    .selectFrom('policy_transactions')
    .select('policy_transaction_id')
    .where('policy_id', '=', policy_id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const path = `/api/v1/policies/${policy_no}/transactions/${newest}/reversal`
  const { change } = (await call(staff, `GET ${path}`)).body.payload.pricing
  const body = { change, reason: 'Made by mistake.' }
  expect((await call(staff, `POST ${path}`, { body })).status).toBe(200)
}
async function rewrite({ policy_no, policy_id }: Bound) {
  const body = { inceptionDate: addDays(today, 20) }
  const done = await call(staff, `POST /api/v1/policies/cancelRewrite/${policy_no}`, { body })
  expect(done.status).toBe(200)
  return [policy_id, done.body.payload.policy.policyId]
}

/** Returns an agency's lines in posting order: transaction type, premium, rate in percent and amount. */
async function getLines(of: { agency_id: string }, ...policyIds: string[]) {
  const rows = await db
    .selectFrom('commission_lines as l')
    .innerJoin('commission_statements as s', 's.statement_id', 'l.statement_id')
    .innerJoin('policy_transactions as t', 't.policy_transaction_id', 'l.policy_transaction_id')
    .innerJoin('policies as p', 'p.policy_id', 't.policy_id')
    .select(['t.transaction_type', 'l.premium_cents', 'l.rate_basis_points', 'l.amount_cents', 's.month', 's.state'])
    .where('l.policy_id', 'in', policyIds)
    .where('s.agency_id', '=', of.agency_id)
    .orderBy('p.previous_policy_id', (order) => order.asc().nullsFirst())
    .orderBy('t.sequence')
    .execute()
  expect([...new Set(rows.map(({ month, state }) => `${month} ${state}`))]).toEqual(['2026-11-01 open'])
  return rows.map((row) => [row.transaction_type, row.premium_cents, row.rate_basis_points / 100, row.amount_cents])
}

describe('commission on posted transactions [COM-2]', () => {
  const bound = ['NB', 36_500, 15, 5_475]
  const above = ['NB', 36_500, 2, 730]
  // 285 days remain after the endorsement's effective date, November 30. 295 days remain after today.
  const up = ['EB', 28_500, 15, 4_275]
  const upAbove = ['EB', 28_500, 2, 570]
  it.each([
    ['new business', {}, async () => {}, [bound], [above]],
    ['a renewal', { type: 'RN' as const }, async () => {}, [['RN', 36_500, 13, 4_745]], [['RN', 36_500, 2, 730]]],
    [
      'an endorsement that increases premium',
      {},
      (policy: Bound) => endorse(policy, 500_000),
      [bound, up],
      [above, upAbove],
    ],
    [
      'an endorsement that decreases premium',
      {},
      (policy: Bound) => endorse(policy, 125_000),
      // The remaining premium is $222.50. 15% of it is 33.375.
      [bound, ['EB', -14_250, 15, 3_338 - 5_475]],
      [above, ['EB', -14_250, 2, 445 - 730]],
    ],
    ['an endorsement that changes no premium', {}, (policy: Bound) => endorse(policy, 250_000), [bound], [above]],
    [
      'a reversed endorsement',
      {},
      async (policy: Bound) => {
        await endorse(policy, 500_000)
        await reverseNewest(policy)
      },
      [bound, up, ['EBR', -28_500, 15, -4_275]],
      [above, upAbove, ['EBR', -28_500, 2, -570]],
    ],
    [
      'a manual adjustment',
      {},
      async (policy: Bound) => {
        await adjust(policy, -10_000)
      },
      [bound, ['MA', -10_000, 15, -1_500]],
      [above, ['MA', -10_000, 2, -200]],
    ],
    [
      'a cancellation',
      {},
      (policy: Bound) => cancel(policy, '12'),
      [bound, ['C12', -29_500, 15, -4_425]],
      [above, ['C12', -29_500, 2, -590]],
    ],
    [
      'a flat cancellation',
      { startsIn: 30 },
      (policy: Bound) => cancel(policy, '13'),
      [bound, ['C13', -36_500, 15, -5_475]],
      [above, ['C13', -36_500, 2, -730]],
    ],
    [
      'a reinstatement',
      {},
      async (policy: Bound) => {
        await cancel(policy, '12')
        await reinstate(policy)
      },
      [bound, ['C12', -29_500, 15, -4_425], ['RI', 29_500, 15, 4_425]],
      [above, ['C12', -29_500, 2, -590], ['RI', 29_500, 2, 590]],
    ],
    [
      'a rewrite',
      { startsIn: 30 },
      rewrite,
      [bound, ['CN', -36_500, 15, -5_475], bound],
      [above, ['CN', -36_500, 2, -730], above],
    ],
  ] as const)('is recorded for the agency and its parent agency: %s', async (_, input, play, own, parents) => {
    const policy = await aTerm(input)
    const policyIds = (await play(policy)) ?? [policy.policy_id]
    expect(await getLines(agency, ...policyIds)).toEqual(own)
    expect(await getLines(parent, ...policyIds)).toEqual(parents)
  })
})

describe('agency commission', () => {
  const amounts = async (of: { agency_id: string }) =>
    (
      await db
        .selectFrom('commission_lines as l')
        .innerJoin('commission_statements as s', 's.statement_id', 'l.statement_id')
        .select(['s.month', 'l.amount_cents'])
        .where('s.agency_id', '=', of.agency_id)
        .orderBy('l.created_at')
        .orderBy('l.commission_line_id')
        .execute()
    ).map((row) => [row.month, row.amount_cents])

  it.each([
    ['A', [['2026-11-01', 5_475]]],
    ['I', [['2026-11-01', 5_475]]],
    ['T', []],
    ['P', []],
  ] as const)('is earned only if the agency status allows it: %s [AGY-1]', async (status, lines) => {
    const one = await insertAgency(db, { status })
    await aTerm({ agencyId: one.agency_id })
    expect(await amounts(one)).toEqual(lines)
  })

  it('is charged back only for unearned premium after the agency is terminated', async () => {
    const one = await insertAgency(db)
    const policy = await aTerm({ agencyId: one.agency_id })
    await db.updateTable('agencies').set({ status: 'T' }).where('agency_id', '=', one.agency_id).execute()
    await endorse(policy, 500_000)
    await cancel(policy, '12')
    // The agency keeps 15% of the premium for the 70 earned days and no commission on the endorsement.
    expect(await amounts(one)).toEqual([
      ['2026-11-01', 5_475],
      ['2026-11-01', -4_425],
    ])
  })

  it("is calculated at the agency's own rate when one is in effect", async () => {
    const one = await insertAgency(db)
    const rate = { agency_id: one.agency_id, product_id: 1, is_renewal: false }
    await db
      .insertInto('commission_rates')
      .values([
        { ...rate, rate_basis_points: 1600, effective_from: '2026-01-01' },
        { ...rate, rate_basis_points: 1900, effective_from: '2027-01-01' },
      ])
      .execute()
    await aTerm({ agencyId: one.agency_id })
    expect(await amounts(one)).toEqual([['2026-11-01', 5_840]])
  })

  it('is charged back at the original rate to the agency that earned it, exact to the cent', async () => {
    const [one, other] = [await insertAgency(db), await insertAgency(db)]
    const rate = { agency_id: one.agency_id, product_id: 1, is_renewal: false }
    await db
      .insertInto('commission_rates')
      .values({ ...rate, rate_basis_points: 1500 })
      .execute()
    const { policy_id: id } = await insertPolicy(db, {
      premiumCents: 333,
      columns: { agency_id: one.agency_id, original_post_date: '2026-11-02' },
    })
    await db
      .insertInto('commission_rates')
      .values([
        { ...rate, rate_basis_points: 1000, effective_from: '2026-11-03' },
        { ...rate, agency_id: other.agency_id, rate_basis_points: 2000 },
      ])
      .execute()
    const add = (day: string, grossCents: number, columns = {}) =>
      db.transaction().execute((trx) =>
        addTransaction(trx, id, {
          type: 'MA',
          day,
          description: 'By hand',
          grossCents,
          columns,
          termChange: unchangedTerm,
        }),
      )
    await add('2026-11-04', 20)
    await add('2026-11-05', 100, { agency_id: other.agency_id, agency_no: other.agency_no })
    // Return premium is subtracted from the newest transactions first: 100 of the other agency and 20 at 10%, then
    // three times 111 of the 333 at 15%. Each of these three parts earned 16.65 cents. After rounding, they add up to
    // 50 cents.
    for (const back of [-120, -111, -111, -111]) await add('2026-11-06', back)
    expect((await amounts(other)).map(([, cents]) => cents)).toEqual([20, -20])
    expect((await amounts(one)).map(([, cents]) => cents)).toEqual([50, 2, -2, -17, -16, -17])
  })

  it('is added to the next open statement when the statement of its month is closed [COM-3]', async () => {
    const one = await insertAgency(db)
    const policy = await aTerm({ agencyId: one.agency_id })
    await db
      .updateTable('commission_statements')
      .set({ state: 'closed', closed_at: defaultTestTime })
      .where('agency_id', '=', one.agency_id)
      .execute()
    await cancel(policy, '12')
    expect(await amounts(one)).toEqual([
      ['2026-11-01', 5_475],
      ['2026-12-01', -4_425],
    ])
    // A second calculation keeps this line and adds no other one.
    const ids = () =>
      db.selectFrom('commission_lines').select('commission_line_id').where('policy_id', '=', policy.policy_id).execute()
    const before = await ids()
    await db.transaction().execute((trx) => calculateCommission(trx, [policy.policy_id]))
    expect(await ids()).toEqual(before)
  })

  it('is rolled back with its transaction', async () => {
    const one = await insertAgency(db)
    const policy = await aTerm({ agencyId: one.agency_id })
    await expect(
      runInTransaction(createTestContext(db, staff), async (ctx) => {
        await postManualAdjustment(ctx, policy.policy_no, 10_000)
        throw new Error('The request failed.')
      }),
    ).rejects.toThrow('The request failed.')
    expect(await amounts(one)).toEqual([['2026-11-01', 5_475]])
  })
})
