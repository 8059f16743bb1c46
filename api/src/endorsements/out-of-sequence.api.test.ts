import { describe, expect, it } from 'vitest'
import type { Actor } from '../http/context.ts'
import { createAgentActor, createAreaApp, createStaffActor, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createEndorsementBinder } from '../testing/endorse.ts'
import { endorsementHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, endorsementHandlers)
const agency = await insertAgency(db)
const [agent, staff] = [createAgentActor(agency), createStaffActor()]
await db
  .insertInto('settings')
  .values(
    ['internalEndorseAgencyNos', 'mandatoryEndorseAgencyNos'].map((key) => ({
      key,
      value: JSON.stringify([agency.agency_no]),
    })),
  )
  .execute()

/**
 * Creates a commercial policy that starts on March 13 and is paid in full by check. Coverage A costs $10,405.72 a year
 * with a limit of $2,010,000, and coverage B costs $4,046.67 a year.
 */
async function aPaidPolicy() {
  const policy = await insertPolicy(db, {
    product: 2,
    premiumCents: 1_445_239,
    columns: { agency_id: agency.agency_id, inception_date: '2026-03-13' },
  })
  await db
    .updateTable('policy_transactions')
    .set({
      coverage_a_limit_cents: 201_000_000,
      coverage_a_premium_cents: 1_040_572,
      coverage_b_limit_cents: 50_000_000,
      coverage_b_premium_cents: 404_667,
    })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime })
  return policy
}

const limitA = (given: { application: { coverages: { code: string; limit: number }[] } }, limit: number) => {
  const quote = structuredClone(given)
  for (const coverage of quote.application.coverages) if (coverage.code === 'A') coverage.limit = limit
  return quote
}
const change = createEndorsementBinder(call)
/** Changes the limit of coverage A. Returns the responses of the save request and the bind request. */
const endorse = (as: Actor, policyNo: string, limit: number, outOfSequence?: { kind: 'ebo' | 'ebm'; day: string }) =>
  change(as, policyNo, { A: limit }, outOfSequence)
const getRefunds = (policyId: string) =>
  db
    .selectFrom('payments')
    .select('amount_cents')
    .where('policy_id', '=', policyId)
    .where('amount_cents', '<', 0)
    .execute()

describe('out-of-sequence endorsement', () => {
  it('has no premium change when an agent sets the limit that is already in effect', async () => {
    const { policy_no, policy_id } = await aPaidPolicy()
    const raised = await endorse(agent, policy_no, 4_020_000)
    // $10,405.72 a year for the 103 days from November 30, plus tax.
    expect(raised.saved.body.pricing).toMatchObject({ grossPremium: 14_452.39 + 2936.41, reapplied: [] })
    const out = await endorse(agent, policy_no, 2_010_000, { kind: 'ebo', day: '2026-03-13' })
    expect(out.quote.application.coverages[0].limit).toBe(2_010_000)
    expect(out.saved.body.pricing.change).toBe(0)
    expect(out.bound.body.payload).toMatchObject({ amountDue: 0, effectiveDate: '2026-03-13' })
    expect(await getRefunds(policy_id)).toEqual([])
    const rows = await db
      .selectFrom('policy_transactions')
      .select(['transaction_type', 'tnx_gross_premium_cents', 'gross_premium_cents', 'coverage_a_limit_cents'])
      .where('policy_id', '=', policy_id)
      .orderBy('sequence')
      .execute()
    expect(rows.at(-1)).toEqual({
      transaction_type: 'EBO',
      tnx_gross_premium_cents: 0,
      gross_premium_cents: 1_738_880,
      coverage_a_limit_cents: 402_000_000,
    })
  })

  it('changes the premium only until a later endorsement sets the same limit', async () => {
    const { policy_no } = await aPaidPolicy()
    await endorse(agent, policy_no, 4_020_000)
    // $5,202.86 a year for the 50 days from October 11 to November 29.
    const ebo = { kind: 'ebo', day: '2026-10-11' } as const
    const out = await endorse(staff, policy_no, 3_015_000, ebo)
    expect(out.saved.body.pricing.grossPremium).toBe(14_452.39 + 2936.41 + 712.72)
    // This endorsement alone would cost $2,180.92 for 153 days. Because of it, the later endorsement raises the limit
    // by only half as much as before.
    const again = { transactionType: 'EB', effectiveDate: '2026-11-30' }
    const costs = { premiumBefore: 2936.41, premiumAfter: 1468.21, difference: -1468.2 }
    expect(out.saved.body.pricing.reapplied).toEqual([{ ...again, ...costs }])
    const back = await endorse(staff, policy_no, 2_010_000, { kind: 'ebm', day: '2026-10-11' })
    expect(back.quote.application.coverages[0].limit).toBe(3_015_000)
    expect(back.saved.body.pricing.grossPremium).toBe(14_452.39 + 2936.41)
    const undone = { premiumBefore: 1468.21, premiumAfter: 2936.41, difference: 1468.2 }
    expect(back.saved.body.pricing.reapplied).toEqual([{ ...again, ...undone }])
  })

  it('must take effect before the latest transaction, regardless of the posting order [PRI-2]', async () => {
    const { policy_no } = await aPaidPolicy()
    const begins = { kind: 'ebo', day: '2026-03-13' } as const
    const later = { kind: 'ebo', day: '2026-10-11' } as const
    await endorse(agent, policy_no, 4_020_000)
    // Coverage A costs $10,405.72 a year. With the raised limit, it costs 1.5 times as much for 262 days and twice as
    // much for 103 days. Coverage B costs $4,046.67.
    const first = await endorse(staff, policy_no, 3_015_000, begins)
    expect(first.saved.body.pricing.grossPremium).toBe(21_123.45)
    // For 50 of the 262 days, coverage A now costs twice as much instead of 1.5 times.
    const second = await endorse(staff, policy_no, 4_020_000, later)
    expect(second.bound.status).toBe(200)
    expect(second.saved.body.pricing.grossPremium).toBe(21_836.17)
    const third = await call(
      staff,
      `GET /api/v1/policies/endorsement/ebo?policyNo=${policy_no}&effectiveDate=2026-11-30`,
    )
    expect([third.status, third.body.message]).toEqual([
      422,
      'Effective date must be before 11/30/2026, the effective date of the latest transaction.',
    ])
  })

  it('is rejected with 403 when an agent changes a limit for days that have passed', async () => {
    const { policy_no } = await aPaidPolicy()
    await endorse(agent, policy_no, 2_010_000)
    const day = '2026-11-19'
    for (const kind of ['ebo', 'ebm'] as const) {
      const { saved, bound } = await endorse(agent, policy_no, 3_015_000, { kind, day })
      expect([saved.status, bound.status]).toEqual([403, 200])
      expect(saved.body.message).toBe(
        'Only staff can change limits or the deductible for days that have passed. Choose today or a later date.',
      )
    }
    expect((await endorse(agent, policy_no, 1_005_000, { kind: 'ebm', day })).saved.status).toBe(403)
    expect((await endorse(staff, policy_no, 3_015_000, { kind: 'ebm', day })).bound.status).toBe(200)
  })

  it('returns 403 when an agent binds a staff quote with a higher limit for past days', async () => {
    const { policy_no } = await aPaidPolicy()
    const created = await call(
      staff,
      `GET /api/v1/policies/endorsement/ebm?policyNo=${policy_no}&effectiveDate=2026-10-11`,
    )
    const { endorsementQuoteNumber: number } = created.body.payload
    const { body: quote } = await call(staff, `GET /api/v4/agent/quotes/${number}`)
    expect((await call(staff, 'PUT /api/v4/agent/quotes', { body: limitA(quote, 3_015_000) })).status).toBe(200)
    const bind = (as: Actor) =>
      call(as, 'PUT /api/v2/endorsement/bind', { body: { QuoteNumber: number, Comments: 'As applied for.' } })
    expect((await bind(agent)).status).toBe(403)
    expect((await bind(staff)).status).toBe(200)
  })
})

describe('endorsement reversal', () => {
  const reversalOf = (policyNo: string, id: string) => `/api/v1/policies/${policyNo}/transactions/${id}/reversal`
  const preview = (policyNo: string, id: string, as: Actor = staff) => call(as, `GET ${reversalOf(policyNo, id)}`)
  const reverse = (policyNo: string, id: string, change: number, as: Actor = staff) =>
    call(as, `POST ${reversalOf(policyNo, id)}`, { body: { change, reason: 'Made by mistake.' } })
  const rowsOf = (policyId: string) =>
    db
      .selectFrom('policy_transactions')
      .select(['policy_transaction_id as id', 'transaction_type as type', 'reverses_transaction_id as reverses'])
      .select([
        'tnx_gross_premium_cents as premium',
        'gross_premium_cents as gross',
        'coverage_a_limit_cents as limitA',
      ])
      .where('policy_id', '=', policyId)
      .orderBy('sequence')
      .execute()

  it('shows the effect on a later endorsement, and returns its premium only once [PRI-2]', async () => {
    const { policy_no, policy_id } = await aPaidPolicy()
    const { bound } = await endorse(agent, policy_no, 4_020_000)
    const first = bound.body.payload.policyTransactionId
    await endorse(staff, policy_no, 3_015_000, { kind: 'ebo', day: '2026-10-11' })
    const early = (await rowsOf(policy_id)).at(-1)?.id ?? ''
    const shown = await preview(policy_no, early)
    expect(shown.body.payload).toMatchObject({
      ...{ policyTransactionId: early, transactionType: 'EBO', effectiveDate: '2026-10-11' },
      pricing: {
        grossPremium: 14_452.39 + 2936.41,
        reapplied: [{ transactionType: 'EB', premiumBefore: 1468.21, premiumAfter: 2936.41, difference: 1468.2 }],
      },
    })
    const { change } = shown.body.payload.pricing
    expect(change).toBeLessThan(-712.72)
    expect((await reverse(policy_no, early, change + 0.01)).body.errors[0].code).toBe('price_changed')
    const responses = await Promise.all([reverse(policy_no, early, change), reverse(policy_no, early, change)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 200)?.body.payload).toMatchObject({
      ...{ policyNo: policy_no, effectiveDate: '2026-10-11', amountDue: change },
    })
    expect((await rowsOf(policy_id)).at(-1)).toMatchObject({
      ...{ type: 'EBR', reverses: early, premium: -71_272, gross: 1_738_880, limitA: 402_000_000 },
    })
    expect((await preview(policy_no, early)).body.errors[0].code).toBe('already_reversed')
    // The invoice of the first endorsement was never paid, so its reversal only reduces the balance.
    const rest = (await preview(policy_no, first)).body.payload.pricing
    expect((await reverse(policy_no, first, rest.change)).status).toBe(200)
    expect((await rowsOf(policy_id)).at(-1)).toMatchObject({ premium: -293_641, gross: 1_445_239, limitA: 201_000_000 })
    const balance = await db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policy_id).execute()
    expect(balance).toMatchObject([{ due_cents: 0 }])
  })

  it('charges premium and writes a note when the reversed endorsement lowered a limit', async () => {
    const { policy_no, policy_id } = await aPaidPolicy()
    const { bound } = await endorse(agent, policy_no, 1_005_000)
    const id = bound.body.payload.policyTransactionId
    const lowered = (await rowsOf(policy_id)).at(-1)?.premium ?? 0
    const { change } = (await preview(policy_no, id)).body.payload.pricing
    expect(change).toBeGreaterThan(0)
    expect((await reverse(policy_no, id, change)).body.payload.amountDue).toBe(change)
    expect((await rowsOf(policy_id)).at(-1)).toMatchObject({ type: 'EBR', premium: -lowered, limitA: 201_000_000 })
    const notes = await db.selectFrom('policy_notes').select('note').where('policy_id', '=', policy_id).execute()
    expect(notes).toEqual([{ note: 'Endorsement reversed: Made by mistake.' }])
  })

  it('can be made only by staff and only for an endorsement of the same policy', async () => {
    const [one, other] = [await aPaidPolicy(), await aPaidPolicy()]
    const { bound } = await endorse(agent, one.policy_no, 4_020_000)
    const id = bound.body.payload.policyTransactionId
    expect((await preview(one.policy_no, id, agent)).status).toBe(403)
    expect((await reverse(one.policy_no, id, 1, agent)).status).toBe(403)
    expect((await preview(other.policy_no, id)).status).toBe(404)
    expect((await reverse(other.policy_no, id, 1)).status).toBe(404)
    const [newBusiness] = await rowsOf(one.policy_id)
    expect((await preview(one.policy_no, newBusiness?.id ?? '')).body.errors[0].code).toBe('not_an_endorsement')
  })
})
