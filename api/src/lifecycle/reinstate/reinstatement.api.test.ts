import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../calendar/days.ts'
import { getCounties } from '../../demo-book/places.ts'
import type { Actor } from '../../http/context.ts'
import { receivePayment } from '../../ledger/payments.ts'
import { moratoriumHandlers } from '../../moratoriums/routes.ts'
import type { Letter } from '../../notifications/letter.ts'
import { policyHandlers } from '../../policy-reads/routes.ts'
import { signingHandlers } from '../../signing/routes.ts'
import {
  createAgentActor,
  createAreaApp,
  createInsuredActor,
  createStaffActor,
  defaultTestTime,
} from '../../testing/area-app.ts'
import { insertAgency, insertPolicy, type PolicyOptions } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { rewriteHandlers } from '../rewrite/routes.ts'
import { lifecycleHandlers } from '../routes.ts'

const { db } = await createTestDatabase()
await db.insertInto('counties').values(getCounties()).execute()
const call = createAreaApp(db, {
  ...lifecycleHandlers,
  ...rewriteHandlers,
  ...moratoriumHandlers,
  getConfirmation: policyHandlers.getConfirmation,
  saveSignedFlag: signingHandlers.saveSignedFlag,
})
const agency = await insertAgency(db)
const [agent, staff, colleague] = [createAgentActor(agency), createStaffActor('superuser'), createStaffActor()]
const today = '2026-11-20'
const author = { userId: null, name: 'Test', userType: 1 as const }

/** Creates a policy of the agency that starts `startsIn` days from today and is paid in full. */
async function aPaidPolicy(startsIn: number, { columns = {}, ...options }: PolicyOptions = {}) {
  const policy = await insertPolicy(db, {
    ...options,
    columns: { agency_id: agency.agency_id, inception_date: addDays(today, startsIn), ...columns },
  })
  await db.transaction().execute((trx) =>
    receivePayment(trx, {
      policyId: policy.policy_id,
      typeId: 3,
      amountCents: policy.totalCents,
      status: 'paid',
      author,
      now: defaultTestTime,
    }),
  )
  return policy
}

const read = async (policyId: string) => {
  const [policy, balance, transactions] = await Promise.all([
    db.selectFrom('policies').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow(),
    db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow(),
    db.selectFrom('policy_transactions').selectAll().where('policy_id', '=', policyId).orderBy('sequence').execute(),
  ])
  return { policy, balance, transactions }
}
const getMessages = async (policyId: string) => {
  const { rows } = await sql<{ template: string; due: number }>`select payload ->> 'template' as template,
      (payload -> 'values' ->> 'dueCents')::int as due
    from graphile_worker._private_jobs where payload ->> 'policyId' = ${policyId} order by id`.execute(db)
  const letters = await db
    .selectFrom('notices')
    .select(['kind', 'recipient'])
    .where('policy_id', '=', policyId)
    .orderBy('recipient')
    .execute()
  return { mails: rows.map(({ template }) => template), due: rows.at(-1)?.due, letters }
}
const getStatus = async (policyNo: string) =>
  (await call(staff, `GET /api/v1/policies/${policyNo}/getConfirmation`)).body.payload.status
const requestCancellation = (policyNo: string, ReasonCode: string) =>
  call(staff, 'POST /api/v1/policies/cancelPolicy', {
    body: { PolicyNumber: policyNo, ReasonCode, NoteInfo: { Note: 'By phone.' }, SuppressNotification: true },
  })
const finalize = (PolicyNumber: string) =>
  call(colleague, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber } })
const cancel = async (policyNo: string, reasonCode: string) => {
  expect((await requestCancellation(policyNo, reasonCode)).status).toBe(200)
  expect((await finalize(policyNo)).status).toBe(200)
}
const reinstate = (policyNo: string, { suppress = true, as = staff as Actor } = {}) =>
  call(as, `POST /api/v1/policies/reinstate/${policyNo}/${suppress}`)
const nonRenew = (PolicyNo: string, body: object = {}, as: Actor = staff) =>
  call(as, 'POST /api/v1/policies/nonRenew', {
    body: { PolicyNo, Note: ' The insured sold the house. ', reasonCode: '99', ...body },
  })
const stop = (kind: string, actions: string[], countyFips: string) =>
  call(staff, 'POST /api/v1/moratoriums', {
    body: {
      name: `Demo ${kind} stop`,
      kind,
      peril: 'hurricane',
      reason: 'Hurricane watch',
      startDate: addDays(today, -3),
      stopDate: null,
      products: [1, 2, 3, 4, 5, 6, 7, 8],
      actions,
      locations: [{ countyFips }],
    },
  })

describe('reinstatement', () => {
  it('reverses the cancellation and charges the returned premium again [D174] [D176] [D344] [P163] [P279]', async () => {
    const policy = await aPaidPolicy(-73)
    await cancel(policy.policy_no, '12')
    const cancelled = await read(policy.policy_id)
    expect(cancelled.balance).toMatchObject({ invoiced_cents: 28_961, due_cents: 0 })
    // A cancelled policy does not change if it is cancelled or finalized again.
    expect((await requestCancellation(policy.policy_no, '12')).status).toBe(409)
    expect((await finalize(policy.policy_no)).status).toBe(409)
    expect(await getStatus(policy.policy_no)).toBe('Cancelled')
    const response = await reinstate(policy.policy_no, { suppress: false })
    expect(response.status).toBe(200)
    const { policy: after, balance, transactions } = await read(policy.policy_id)
    expect(response.body.payload).toEqual({
      policyNo: policy.policy_no,
      status: 'Active',
      policyTransactionId: transactions.at(-1)?.policy_transaction_id,
    })
    expect(after).toMatchObject({
      cancelled_at: null,
      cancel_reason_code: null,
      cancel_effective_date: null,
      reinstated_at: defaultTestTime,
      last_transaction_type: 'RI',
      total_premium_cents: policy.totalCents,
    })
    // $835.39 was refunded and is owed again.
    expect(balance).toMatchObject({ invoiced_cents: policy.totalCents, received_cents: 28_961, due_cents: 83_539 })
    // The email and the policy page show the amount in the ledger. A policy with an open invoice is not paid.
    expect((await getMessages(policy.policy_id)).due).toBe(83_539)
    const { payload: seen } = (await call(agent, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)).body
    expect(seen).toMatchObject({ isPaid: false, totalDue: 835.39, currentlyDue: 835.39 })
    expect(seen.invoices.invoices.at(-1)).toMatchObject({ isPaid: false, amountDue: 835.39 })
    expect(seen.can.find(({ action }: { action: string }) => action === 'pay')).toMatchObject({ allowed: true })
    const cancellation = transactions.at(-2)
    expect(transactions.at(-1)).toMatchObject({
      transaction_type: 'RI',
      effective_date: cancellation?.effective_date,
      reverses_transaction_id: cancellation?.policy_transaction_id,
      tnx_gross_premium_cents: 79_561,
      tnx_taxes_cents: 3978,
      tnx_surplus_tax_policy_premium_cents: 3930,
      tnx_stamping_fees_policy_premium_cents: 48,
      tnx_policy_fee_cents: 0,
      total_premium_cents: policy.totalCents,
    })
    const items = await db
      .selectFrom('invoice_items as i')
      .innerJoin('invoices as v', 'v.invoice_id', 'i.invoice_id')
      .select(['i.charge', 'i.description', 'i.amount_cents', 'v.due_date'])
      .where('v.policy_transaction_id', '=', response.body.payload.policyTransactionId)
      .orderBy('i.position')
      .execute()
    expect(items).toEqual([
      { charge: 'premium_written', description: 'Reinstated: premium', amount_cents: 79_561, due_date: today },
      { charge: 'tax_stamping', description: 'Reinstated: stamping fee', amount_cents: 48, due_date: today },
      {
        charge: 'tax_surplus_lines',
        description: 'Reinstated: surplus lines tax',
        amount_cents: 3930,
        due_date: today,
      },
    ])
  })

  it('withdraws a pending cancellation and its signature request without moving money [D174] [D176]', async () => {
    const policy = await aPaidPolicy(30)
    expect((await requestCancellation(policy.policy_no, '13')).status).toBe(200)
    expect((await read(policy.policy_id)).policy.is_signed_by_insured).toBe(false)
    expect((await reinstate(policy.policy_no)).body.payload.status).toBe('Bound')
    const { policy: after, balance, transactions } = await read(policy.policy_id)
    expect(after).toMatchObject({
      pending_cancel_at: null,
      cancel_reason_code: null,
      pending_cancel_total_premium_cents: null,
      is_signed_by_insured: true,
      is_signed_by_agent: true,
    })
    expect(balance).toMatchObject({ invoiced_cents: policy.totalCents, due_cents: 0 })
    expect(transactions.map((row) => row.transaction_type)).toEqual(['NB', 'P13', 'RI'])
    // Another cancellation can be requested and must be signed again.
    expect((await requestCancellation(policy.policy_no, '13')).status).toBe(200)
    expect((await read(policy.policy_id)).policy.is_signed_by_insured).toBe(false)
  })

  it('leaves no document to sign, even if staff recorded and then removed a paper signature', async () => {
    const policy = await aPaidPolicy(30)
    await requestCancellation(policy.policy_no, '13')
    const { policy_doc_id } = await db
      .selectFrom('policy_docs')
      .select('policy_doc_id')
      .where('policy_id', '=', policy.policy_id)
      .where('doc_kind', '=', 'cancellationRequest')
      .executeTakeFirstOrThrow()
    const body = { PolicyNo: policy.policy_no, PolicyDocId: policy_doc_id, Parties: [1, 2] }
    for (const setFlag of [true, false])
      expect(
        (await call(createStaffActor(), 'PUT /api/v1/documents/signedFlag', { body: { ...body, setFlag } })).status,
      ).toBe(200)
    await reinstate(policy.policy_no)
    expect((await read(policy.policy_id)).policy).toMatchObject({
      is_signed_by_insured: true,
      is_signed_by_agent: true,
    })
  })

  it('applies credit on the policy to the restored charges', async () => {
    const policy = await aPaidPolicy(-10)
    await cancel(policy.policy_no, '22')
    expect((await read(policy.policy_id)).balance).toMatchObject({ invoiced_cents: 0, due_cents: -policy.totalCents })
    await reinstate(policy.policy_no)
    const { policy: after, balance } = await read(policy.policy_id)
    expect(balance).toMatchObject({ due_cents: 0 })
    expect(after.is_paid).toBe(true)
  })

  it('can follow each cancellation, and reverses only the latest cancellation', async () => {
    const policy = await aPaidPolicy(-73)
    for (const reason of ['12', '33']) {
      await cancel(policy.policy_no, reason)
      expect((await reinstate(policy.policy_no)).status).toBe(200)
    }
    const { balance, transactions } = await read(policy.policy_id)
    expect(balance.invoiced_cents).toBe(policy.totalCents)
    const [first, second] = transactions.filter((row) => row.transaction_type === 'RI')
    expect(first?.reverses_transaction_id).not.toBe(second?.reverses_transaction_id)
  })

  it('notifies the insured, the agency and the lienholders unless notifications are suppressed [D274] [P279]', async () => {
    const [suppressed, notified] = [await aPaidPolicy(-73), await aPaidPolicy(-73)]
    await db
      .insertInto('lienholders')
      .values({
        policy_id: notified.policy_id,
        name1: 'Sample Savings Bank',
        addr1: '1 Lender Way',
        city: 'Tampa',
        state: 'FL',
        zip: '33606',
      })
      .execute()
    for (const policy of [suppressed, notified]) await requestCancellation(policy.policy_no, '12')
    await reinstate(suppressed.policy_no)
    expect(await getMessages(suppressed.policy_id)).toMatchObject({ mails: [], letters: [] })
    await reinstate(notified.policy_no, { suppress: false })
    expect(await getMessages(notified.policy_id)).toEqual({
      ...{ mails: ['reinstatement', 'agency-reinstatement'], due: 0 },
      letters: [
        { kind: 'reinstatement', recipient: 'insured' },
        { kind: 'reinstatement', recipient: 'lienholder' },
      ],
    })
  })

  it('shows the amount due in the letter when the returned premium is charged again', async () => {
    const policy = await aPaidPolicy(-73)
    await cancel(policy.policy_no, '12')
    await reinstate(policy.policy_no, { suppress: false })
    const { due } = await getMessages(policy.policy_id)
    expect(due).toBeGreaterThan(0)
    const { letter } = await db
      .selectFrom('notices')
      .select('letter')
      .where('policy_id', '=', policy.policy_id)
      .where('kind', '=', 'reinstatement')
      .executeTakeFirstOrThrow()
    expect((letter as Letter).tables.at(-1)?.rows).toEqual([
      { label: expect.stringMatching(/^Amount due by \d\d\/\d\d\/\d{4}$/), cents: [due] },
      { label: 'Balance', cents: [due] },
    ])
  })

  it('is limited to staff, and to policies that are cancelled or pending cancel [D174]', async () => {
    const policy = await aPaidPolicy(-73)
    expect((await reinstate(policy.policy_no)).status).toBe(409)
    await requestCancellation(policy.policy_no, '12')
    expect((await reinstate(policy.policy_no, { as: agent })).status).toBe(403)
    expect((await reinstate(policy.policy_no, { as: createInsuredActor(policy.identity_id) })).status).toBe(403)
    expect((await reinstate(policy.policy_no, { as: createStaffActor('readonly') })).status).toBe(403)
    expect((await reinstate('RFL3999999')).status).toBe(404)
    expect(await getStatus(policy.policy_no)).toBe('Pending Cancel')
  })

  it('is accepted only once when two requests arrive simultaneously', async () => {
    const policy = await aPaidPolicy(-73)
    await cancel(policy.policy_no, '12')
    const both = await Promise.all([reinstate(policy.policy_no), reinstate(policy.policy_no)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await read(policy.policy_id)).balance.invoiced_cents).toBe(policy.totalCents)
  })

  it('returns 422 with the name of the moratorium for a restricted county', async () => {
    const policy = await aPaidPolicy(-73, { columns: { county_fips: '12071' } })
    await cancel(policy.policy_no, '12')
    await stop('bind', ['reinstatement'], '12071')
    const response = await reinstate(policy.policy_no)
    expect([response.status, response.body.message]).toEqual([
      422,
      'Reinstating is stopped in Lee County by "Demo bind stop".',
    ])
    expect(await getStatus(policy.policy_no)).toBe('Cancelled')
  })
})

describe('non-renewal', () => {
  const aQuakePolicy = (columns = {}) => aPaidPolicy(-73, { product: 4, columns })

  it('adds a note to an earthquake policy and notifies the insured and the agency (EML-6) [D177] [D310]', async () => {
    const policy = await aQuakePolicy()
    const response = await nonRenew(policy.policy_no)
    expect(response.status).toBe(200)
    expect(response.body.payload).toEqual({
      policyNo: policy.policy_no,
      status: 'Non-renew',
      policyTransactionId: null,
    })
    const { policy: after, transactions } = await read(policy.policy_id)
    expect(after).toMatchObject({ non_renewed_at: defaultTestTime, cancelled_at: null, pending_cancel_at: null })
    expect(transactions).toHaveLength(1)
    const notes = await db
      .selectFrom('policy_notes')
      .select(['note', 'is_private'])
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect(notes).toEqual([{ note: 'The insured sold the house.', is_private: false }])
    expect(await getMessages(policy.policy_id)).toEqual({
      ...{ mails: ['non-renewal', 'agency-non-renewal'], due: null },
      letters: [{ kind: 'nonRenewal', recipient: 'insured' }],
    })
  })

  it('requires a note and a non-renewal reason code [D177] [D203] [D310]', async () => {
    const { policy_no } = await aQuakePolicy()
    for (const wrong of [{ Note: undefined }, { Note: '' }, { Note: '  ' }, { reasonCode: '41' }])
      expect((await nonRenew(policy_no, wrong)).status).toBe(400)
    expect(await getStatus(policy_no)).toBe('Active')
  })

  it('is limited to staff and to earthquake policies, and is accepted only once [D272]', async () => {
    const policy = await aQuakePolicy()
    for (const other of [agent, createInsuredActor(policy.identity_id), createStaffActor('readonly')])
      expect((await nonRenew(policy.policy_no, {}, other)).status).toBe(403)
    const flood = await aPaidPolicy(-73)
    const rejected = await nonRenew(flood.policy_no)
    expect([rejected.status, rejected.body.message]).toEqual([422, 'Only earthquake policies can be non-renewed.'])
    const both = await Promise.all([nonRenew(policy.policy_no), nonRenew(policy.policy_no)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await nonRenew(policy.policy_no)).status).toBe(409)
  })

  it('returns 409 for a policy that is cancelled or expired', async () => {
    const cancelled = await aQuakePolicy({ cancelled_at: defaultTestTime, cancel_reason_code: '33' })
    const expired = await aQuakePolicy({ inception_date: '2025-01-01' })
    for (const { policy_no } of [cancelled, expired]) expect((await nonRenew(policy_no)).status).toBe(409)
  })

  it('returns 422 in a county under a regulatory moratorium', async () => {
    const policy = await aQuakePolicy({ county_fips: '12087' })
    await stop('regulatory', ['nonRenewal'], '12087')
    const response = await nonRenew(policy.policy_no)
    expect([response.status, response.body.message]).toEqual([
      422,
      'Non-renewal is stopped in Monroe County by "Demo regulatory stop".',
    ])
    expect((await read(policy.policy_id)).policy.non_renewed_at).toBeNull()
  })
})
