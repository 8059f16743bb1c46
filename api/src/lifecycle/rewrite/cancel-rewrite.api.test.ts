import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../calendar/days.ts'
import { getCounties } from '../../demo-book/places.ts'
import { documentHandlers } from '../../documents/routes.ts'
import type { Actor } from '../../http/context.ts'
import { failPayment, receivePayment } from '../../ledger/payments.ts'
import { moratoriumHandlers } from '../../moratoriums/routes.ts'
import { policyHandlers } from '../../policy-reads/routes.ts'
import {
  createAgentActor,
  createAreaApp,
  createInsuredActor,
  createStaffActor,
  defaultTestTime,
} from '../../testing/area-app.ts'
import { insertAccount, insertAgency, insertAutoPay, insertPolicy, type PolicyOptions } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { lifecycleHandlers } from '../routes.ts'
import { rewriteHandlers } from './routes.ts'

const { db } = await createTestDatabase()
await db.insertInto('counties').values(getCounties()).execute()
const call = createAreaApp(db, {
  ...lifecycleHandlers,
  ...rewriteHandlers,
  ...moratoriumHandlers,
  ...policyHandlers,
  ...documentHandlers,
})
const [agency, other] = [await insertAgency(db), await insertAgency(db)]
const { account_id: accountId } = await insertAccount(db, { agency_id: agency.agency_id })
const [agent, staff] = [createAgentActor(agency, { accountId }), createStaffActor('superuser')]
const today = '2026-11-20'
const author = { userId: null, name: 'Test', userType: 1 as const }

const pay = (policyId: string, amountCents: number, status: 'paid' | 'processing' = 'paid') =>
  db
    .transaction()
    .execute((trx) => receivePayment(trx, { policyId, typeId: 3, amountCents, status, author, now: defaultTestTime }))

/** Creates a policy of the agency that starts in `startsIn` days. By default, it is paid in full. */
async function aRewritable({
  startsIn = 25,
  isPaid = true,
  columns = {},
  ...options
}: PolicyOptions & {
  startsIn?: number
  isPaid?: boolean
} = {}) {
  const policy = await insertPolicy(db, {
    ...options,
    columns: { agency_id: agency.agency_id, inception_date: addDays(today, startsIn), ...columns },
  })
  if (isPaid) await pay(policy.policy_id, policy.totalCents)
  return policy
}

const rewrite = (policyNo: string, inDays: number, body: object = {}, as: Actor = agent) =>
  call(as, `POST /api/v1/policies/cancelRewrite/${policyNo}`, {
    body: { inceptionDate: addDays(today, inDays), ...body },
  })
const read = (policyNo: string) =>
  db.selectFrom('policies').selectAll().where('policy_no', '=', policyNo).executeTakeFirstOrThrow()
const getBalance = (policyId: string) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow()
const getTransactions = (policyId: string) =>
  db.selectFrom('policy_transactions').selectAll().where('policy_id', '=', policyId).orderBy('sequence').execute()
/** Returns the amounts in the insured's email about a rewritten policy. */
const getReported = async (policyId: string): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ values: Record<string, unknown> }>`select payload -> 'values' as values
    from graphile_worker._private_jobs where payload ->> 'policyId' = ${policyId}
      and payload ->> 'template' = 'policy-rewritten' order by id limit 1`.execute(db)
  return rows[0]?.values ?? {}
}
const getPolicyCount = async () =>
  (
    await db
      .selectFrom('policies')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

describe('cancel/rewrite date window', () => {
  const dates = (policyNo: string, as: Actor = agent) =>
    call(as, `GET /api/v1/policies/getCancelRewriteDates/${policyNo}`)

  it('is returned to agents with policy access, but not to insureds or other agencies [D311] [P281]', async () => {
    const policy = await aRewritable()
    expect((await dates(policy.policy_no)).body.payload).toEqual({
      minEffectiveDate_Immediate: '2026-10-21',
      minEffectiveDate_NotImmediate: '2026-11-30',
      maxEffectiveDate: '2027-01-19',
    })
    const ending = await aRewritable({ startsIn: -325 })
    expect((await dates(ending.policy_no)).body.payload.maxEffectiveDate).toBe(ending.expiration_date)
    expect((await dates(policy.policy_no, createAgentActor(other))).status).toBe(404)
    expect((await dates(policy.policy_no, createInsuredActor(policy.identity_id))).status).toBe(403)
  })

  it('excludes dates that are too early, too late or within the waiting period [D204] [P220] [P221] [P226] [P227] [D409]', async () => {
    const policy = await aRewritable()
    const before = await getPolicyCount()
    for (const [inDays, hasImmediateClosing, words] of [
      [9, false, 'waiting period is 10 days'],
      [-31, true, 'must be between 10/21/2026 and 01/19/2027'],
      [61, true, 'must be between'],
      [61, false, 'must be between'],
      [25, false, 'already starts on this date'],
    ] as const) {
      const { status, body } = await rewrite(policy.policy_no, inDays, { hasImmediateClosing }, staff)
      expect([status, body.errors[0].field]).toEqual([422, 'inceptionDate'])
      expect(body.message).toContain(words)
    }
    const noDay = await rewrite(policy.policy_no, 0, { inceptionDate: '2026-12-32' })
    expect([noDay.status, await getPolicyCount()]).toEqual([400, before])
    // The same date is valid for an immediate closing.
    expect((await rewrite(policy.policy_no, 9, { hasImmediateClosing: true })).status).toBe(200)
  })
})

describe('cancel/rewrite', () => {
  it('turns off auto-pay and notifies the policyholder that the new policy needs its own consent (AUT-3)', async () => {
    const policy = await aRewritable()
    await insertAutoPay(db, policy)
    expect((await rewrite(policy.policy_no, 30)).status).toBe(200)
    expect(await db.selectFrom('auto_pay_consents').select(['policy_id', 'end_reason']).execute()).toEqual([
      { policy_id: policy.policy_id, end_reason: 'rewritten' },
    ])
    const { rows } =
      await sql`select from graphile_worker._private_jobs where payload ->> 'policyId' = ${policy.policy_id}
      and payload ->> 'template' = 'auto-pay-off'`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('cancels the policy and binds a new one paid with the original payment [D178] [D312] [P165] [P282]', async () => {
    const policy = await aRewritable()
    const { status, body } = await rewrite(policy.policy_no, 30, { newAgencyNo: '', producerName: '' })
    expect(status).toBe(200)
    const newPolicy = await read(body.payload.policy.policyNo)
    expect(body).toMatchObject({
      statusCode: 200,
      payload: {
        policy: {
          policyNo: newPolicy.policy_no,
          policyId: newPolicy.policy_id,
          inceptionDate: '2026-12-20',
          agencyNo: agency.agency_no,
          company: agency.company,
        },
        cancelledPolicyNo: policy.policy_no,
      },
    })
    expect(newPolicy.policy_no).toMatch(/^RFL3\d{6}$/)
    expect(newPolicy.policy_no).not.toBe(policy.policy_no)
    const old = await read(policy.policy_no)
    expect(old).toMatchObject({
      cancelled_at: defaultTestTime,
      cancel_reason_code: '22',
      cancel_effective_date: policy.inception_date,
      next_policy_id: newPolicy.policy_id,
    })
    expect(newPolicy).toMatchObject({
      previous_policy_id: policy.policy_id,
      inception_date: '2026-12-20',
      effective_date: '2026-12-20',
      expiration_date: '2027-12-20',
      original_post_date: today,
      identity_id: policy.identity_id,
      address_line: policy.address_line,
      total_premium_cents: policy.totalCents,
      is_paid: true,
      is_signed: false,
      bound_by_account_id: accountId,
      cancelled_at: null,
    })
    expect(await getBalance(old.policy_id)).toMatchObject({ invoiced_cents: 0, received_cents: 0, due_cents: 0 })
    expect(await getBalance(newPolicy.policy_id)).toMatchObject({
      invoiced_cents: policy.totalCents,
      received_cents: policy.totalCents,
      due_cents: 0,
    })
    expect((await getTransactions(old.policy_id)).at(-1)).toMatchObject({
      transaction_type: 'CN',
      reason_code: '22',
      effective_date: policy.inception_date,
      tnx_total_premium_cents: -policy.totalCents,
    })
    const [first, ...more] = await getTransactions(newPolicy.policy_id)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      transaction_type: 'NB',
      effective_date: '2026-12-20',
      inception_date: '2026-12-20',
      tnx_gross_premium_cents: 99_451,
      tnx_policy_fee_cents: 7500,
      tnx_taxes_cents: 5549,
      coverage_a_limit_cents: 25_000_000,
      meta: { quoteNumber: newPolicy.quote_number },
    })
    expect(newPolicy.quote_number).not.toBe(policy.quote_number)
    const cancellation = await call(agent, `GET /api/v1/policies/${policy.policy_no}/cancellation`)
    expect(cancellation.body.payload).toMatchObject({ state: 'cancelled', reasonCode: '22', refundAmount: 1125 })
    const history = await call(agent, `GET /api/v1/policies/GetPolicyHistorical/${newPolicy.policy_no}?take=10&skip=0`)
    expect(
      history.body.payload.policies.map((term: { policyNo: string; status: string }) => [term.policyNo, term.status]),
    ).toEqual([
      [newPolicy.policy_no, 'Future'],
      [policy.policy_no, 'Cancelled'],
    ])
  })

  it('copies lienholders, uploads and the saved card, and creates documents to sign', async () => {
    const policy = await aRewritable()
    await db
      .insertInto('lienholders')
      .values({
        policy_id: policy.policy_id,
        name1: 'Sample Savings Bank',
        city: 'Tampa',
        state: 'FL',
        zip: '33606',
        reference: 'LN-1',
      })
      .execute()
    const upload = async (doc_type_id: number, doc_name: string) => {
      const { policy_doc_id } = await db
        .insertInto('policy_docs')
        .values({ policy_id: policy.policy_id, doc_type_id, doc_name })
        .returning('policy_doc_id')
        .executeTakeFirstOrThrow()
      const { policy_doc_ver_id } = await db
        .insertInto('policy_doc_versions')
        .values({ policy_doc_id, friendly_name: doc_name, is_upload: true, stage: 'uploaded', sha256: 'a'.repeat(64) })
        .returning('policy_doc_ver_id')
        .executeTakeFirstOrThrow()
      await db.insertInto('ocr_records').values({ policy_doc_ver_id, c2a: 7.5, c2e: 6 }).execute()
    }
    await upload(4, 'Certificate')
    await upload(8, 'Wish to cancel')
    await db
      .insertInto('stripe_customers')
      .values({ stripe_customer_id: 'cus_rewrite', identity_id: policy.identity_id, email: policy.email })
      .execute()
    await db
      .insertInto('payment_methods')
      .values({
        identity_id: policy.identity_id,
        policy_id: policy.policy_id,
        stripe_customer_id: 'cus_rewrite',
        stripe_payment_method_id: 'pm_rewrite',
        payment_type: 'card',
        is_default: true,
      })
      .execute()
    const { body } = await rewrite(policy.policy_no, 30)
    const { policyId } = body.payload.policy
    const of = (table: 'lienholders' | 'payment_methods') =>
      db.selectFrom(table).selectAll().where('policy_id', '=', policyId).execute()
    expect(await of('lienholders')).toMatchObject([{ name1: 'Sample Savings Bank', reference: 'LN-1' }])
    expect(await of('payment_methods')).toMatchObject([{ stripe_payment_method_id: 'pm_rewrite', is_default: true }])
    const docs = await db
      .selectFrom('policy_docs as d')
      .innerJoin('policy_doc_versions as v', 'v.policy_doc_id', 'd.policy_doc_id')
      .leftJoin('ocr_records as o', 'o.policy_doc_ver_id', 'v.policy_doc_ver_id')
      .select(['d.doc_kind', 'd.doc_name', 'o.c2a'])
      .where('d.policy_id', '=', policyId)
      .orderBy('d.created_at')
      .execute()
    expect(docs.filter(({ doc_kind }) => doc_kind === 'upload')).toEqual([
      { doc_kind: 'upload', doc_name: 'Certificate', c2a: 7.5 },
    ])
    expect(docs.map(({ doc_kind }) => doc_kind)).toEqual(
      expect.arrayContaining(['application', 'policy', 'decPage', 'diligentEffort']),
    )
    const letters = await db
      .selectFrom('notices')
      .select(['kind', 'recipient'])
      .where('policy_id', '=', policyId)
      .execute()
    expect(letters.toSorted((a, b) => a.recipient.localeCompare(b.recipient))).toEqual([
      { kind: 'rewrite', recipient: 'insured' },
      { kind: 'rewrite', recipient: 'lienholder' },
    ])
    const { rows } = await sql<{
      to: string
      template: string
    }>`select payload ->> 'to' as "to", payload ->> 'template' as template
      from graphile_worker._private_jobs where payload ->> 'policyId' = ${policyId} order by id`.execute(db)
    expect(rows).toEqual([
      { to: policy.email, template: 'policy-rewritten' },
      { to: `office-${agency.agency_no}@example.com`, template: 'agency-policy-rewritten' },
    ])
  })

  it('transfers partial payments to the new policy and refunds any overpayment', async () => {
    const [unpaid, part, twice] = [
      await aRewritable({ isPaid: false }),
      await aRewritable({ isPaid: false }),
      await aRewritable(),
    ]
    await pay(part.policy_id, 40_000)
    await pay(twice.policy_id, 20_000)
    const dues = []
    for (const policy of [unpaid, part, twice]) {
      const { body } = await rewrite(policy.policy_no, 30)
      expect(await getBalance(policy.policy_id)).toMatchObject({ invoiced_cents: 0, due_cents: 0 })
      dues.push((await getBalance(body.payload.policy.policyId)).due_cents)
    }
    expect(dues).toEqual([112_500, 72_500, 0])
    expect((await getBalance(twice.policy_id)).refundable_cents).toBe(20_000)
    const { next_policy_id: newOne } = await read(twice.policy_no)
    expect(await getReported(newOne ?? '')).toMatchObject({ movedCents: 112_500, dueCents: 0 })
    expect((await getReported(newOne ?? '')).moneyWords).toMatch(/^Refunded by check: \$200\.00 to /)
    expect(await getReported((await read(part.policy_no)).next_policy_id ?? '')).toMatchObject({
      ...{ movedCents: 40_000, dueCents: 72_500, endWords: 'was cancelled as if it had never begun' },
      moneyWords: 'Documents will be reissued with the new effective date and must be signed again.',
    })
  })

  it('can be repeated, and charges a later failed payment only to the last policy', async () => {
    const policy = await aRewritable({ isPaid: false })
    const { policyPaymentId } = await pay(policy.policy_id, policy.totalCents)
    const second = (await rewrite(policy.policy_no, 30)).body.payload.policy
    const third = (await rewrite(second.policyNo, 35)).body.payload.policy
    expect((await getBalance(second.policyId)).received_cents).toBe(0)
    expect(await getBalance(third.policyId)).toMatchObject({ received_cents: policy.totalCents, due_cents: 0 })
    await db
      .transaction()
      .execute((trx) => failPayment(trx, policyPaymentId, { code: 'R01', reason: 'Returned', now: defaultTestTime }))
    for (const [policyId, due] of [
      [policy.policy_id, 0],
      [second.policyId, 0],
      [third.policyId, policy.totalCents],
    ] as const)
      expect((await getBalance(policyId)).due_cents).toBe(due)
    const rows = await db
      .selectFrom('payments')
      .select('status')
      .where('reverses_payment_id', '=', policyPaymentId)
      .execute()
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed'])
  })

  it('lets only staff choose another agency or producer [D209] [D210] [P225]', async () => {
    const policy = await aRewritable()
    for (const more of [{ newAgencyNo: other.agency_no }, { producerName: 'Pat Producer' }])
      expect((await rewrite(policy.policy_no, 30, more)).status).toBe(403)
    const closed = await insertAgency(db, { status: 'I' })
    for (const newAgencyNo of ['999999', closed.agency_no]) {
      const { status, body } = await rewrite(policy.policy_no, 30, { newAgencyNo }, staff)
      expect([status, body.errors[0].field]).toEqual([422, 'newAgencyNo'])
    }
    expect((await read(policy.policy_no)).cancelled_at).toBeNull()
    const input = { newAgencyNo: other.agency_no, producerName: ' Pat Producer ' }
    const { body } = await rewrite(policy.policy_no, 30, input, staff)
    expect(body.payload.policy).toMatchObject({ agencyNo: other.agency_no, company: other.company })
    expect(await read(body.payload.policy.policyNo)).toMatchObject({
      agency_id: other.agency_id,
      producer_name: 'Pat Producer',
    })
    // The old policy and its commission stay with the previous agency.
    expect((await read(policy.policy_no)).agency_id).toBe(agency.agency_id)
    expect((await rewrite(body.payload.policy.policyNo, 35)).status).toBe(404)
  })

  it('is allowed for an inactive agency, but not for a terminated agency [AGY-1]', async () => {
    const responses = []
    for (const status of ['I', 'T'] as const) {
      const { agency_id, agency_no } = await insertAgency(db, { status })
      const policy = await aRewritable({ columns: { agency_id, agency_no } })
      responses.push((await rewrite(policy.policy_no, 30, {}, staff)).status)
    }
    expect(responses).toEqual([200, 422])
  })

  it('is rejected for pending, cancelled, expired, earthquake and fixed-effective-date policies [D180] [D277] [P248]', async () => {
    for (const [columns, product, status] of [
      [{ pending_cancel_at: defaultTestTime, cancel_reason_code: '33' }, 1, 409],
      [{ cancelled_at: defaultTestTime, cancel_reason_code: '33' }, 1, 409],
      [{ inception_date: '2025-11-01' }, 1, 409],
      [{ can_change_effective_date: false }, 1, 422],
      [{}, 4, 422],
    ] as const) {
      const policy = await aRewritable({ columns, product })
      expect((await rewrite(policy.policy_no, 30, {}, staff)).status).toBe(status)
    }
  })

  it('is limited to staff after inception, and retains the premium for the days in force', async () => {
    const policy = await aRewritable({ startsIn: -73 })
    expect((await rewrite(policy.policy_no, 10)).status).toBe(403)
    // The old policy retains 73 of 365 days of $994.51, with taxes of $9.83 and $0.12. The term has started, so its
    // fee, with taxes of $3.71 and $0.05, is earned. The EMPA surcharge is retained.
    const { body } = await rewrite(policy.policy_no, 10, {}, staff)
    expect((await getBalance(policy.policy_id)).invoiced_cents).toBe(19_890 + 983 + 12 + 7_500 + 371 + 5 + 200)
    expect((await read(policy.policy_no)).cancel_effective_date).toBe(today)
    const newBalance = await getBalance(body.payload.policy.policyId)
    expect(newBalance.received_cents).toBe(112_500 - 28_961)
    expect(newBalance.due_cents).toBe(28_961)
    expect(await getReported(body.payload.policy.policyId)).toMatchObject({
      ...{
        movedCents: newBalance.received_cents,
        dueCents: newBalance.due_cents,
        endWords: 'was cancelled as of 11/20/2026',
      },
      moneyWords: `$289.61 remains charged on ${policy.policy_no} for the days it was in force. Documents will be reissued with the new effective date and must be signed again.`,
    })
  })

  it('retains the minimum earned premium of a started term if the new term is cancelled flat (PRI-9)', async () => {
    const policy = await aRewritable({ startsIn: -73, product: 6 })
    const { body: first } = await rewrite(policy.policy_no, 10, {}, staff)
    // The second change of the inception date also keeps the minimum of the term that had started.
    const { body: second } = await rewrite(first.payload.policy.policyNo, 20, {}, staff)
    const { policyNo, policyId } = second.payload.policy
    // The minimum is $500.00. The first term retained $198.90 for 73 days.
    expect((await read(policyNo)).carried_minimum_cents).toBe(50_000 - 19_890)
    const note = { Note: 'The buyer changed plans.' }
    const cancel = { PolicyNumber: policyNo, ReasonCode: '13', NoteInfo: note, SuppressNotification: true }
    const preview = await call(staff, `GET /api/v1/policies/${policyNo}/cancellationPreview?reasonCode=13`)
    expect(preview.body.payload).toMatchObject({ basis: 'minimumEarned', minimumEarned: 301.1 })
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: cancel })).status).toBe(200)
    const finalized = await call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', {
      body: { PolicyNumber: policyNo },
    })
    expect(finalized.status).toBe(200)
    expect((await getBalance(first.payload.policy.policyId)).invoiced_cents).toBe(0)
    // $301.10 with taxes of $14.87 and $0.18.
    expect((await getBalance(policyId)).invoiced_cents).toBe(30_110 + 1_487 + 18)
  })

  it('retains no premium for days covered by the new term', async () => {
    const policy = await aRewritable({ startsIn: -3 })
    expect((await rewrite(policy.policy_no, -20, { hasImmediateClosing: true }, staff)).status).toBe(200)
    expect((await getBalance(policy.policy_id)).invoiced_cents).toBe(0)
    const forward = await aRewritable({ startsIn: -20 })
    // The new term starts on day 10 of the old term.
    await rewrite(forward.policy_no, -10, { hasImmediateClosing: true }, staff)
    expect((await read(forward.policy_no)).cancel_effective_date).toBe(addDays(today, -10))
    expect((await getBalance(forward.policy_id)).invoiced_cents).toBe(2_725 + 135 + 2 + 7_500 + 371 + 5 + 200)
  })

  it('is limited to staff for a renewal [D277] [D008] [D278]', async () => {
    const renewal = await aRewritable({ columns: { original_trans_type: 'RN' } })
    expect((await rewrite(renewal.policy_no, 30)).status).toBe(403)
    expect((await rewrite(renewal.policy_no, 30, {}, createAgentActor(other))).status).toBe(404)
    expect((await rewrite(renewal.policy_no, 30, {}, createInsuredActor(renewal.identity_id))).status).toBe(403)
    expect((await rewrite(renewal.policy_no, 30, {}, createStaffActor('readonly'))).status).toBe(403)
    const { body } = await rewrite(renewal.policy_no, 30, {}, staff)
    expect((await read(body.payload.policy.policyNo)).original_trans_type).toBe('RN')
  })

  it('returns 409 while a bank payment is processing or a claim is open', async () => {
    const processing = await aRewritable({ isPaid: false })
    await pay(processing.policy_id, processing.totalCents, 'processing')
    const response = await rewrite(processing.policy_no, 30)
    expect([response.status, response.body.message]).toEqual([
      409,
      'A payment is processing. Bank payments can take up to 4 business days.',
    ])
    const claimed = await aRewritable({ startsIn: -20 })
    const claim = { policy_id: claimed.policy_id, claim_number: '9001', notice_date: today, date_of_loss: today }
    await db.insertInto('claims').values(claim).execute()
    expect((await rewrite(claimed.policy_no, 30, {}, staff)).body.message).toContain('Claim 9001')
    await db.updateTable('claims').set({ status: 'Denied' }).where('claim_number', '=', '9001').execute()
    expect((await rewrite(claimed.policy_no, 30, {}, staff)).status).toBe(200)
  })

  it('assigns seven-digit policy numbers after the last six-digit number', async () => {
    await sql`select setval('policy_number_seq', 999998)`.execute(db)
    const numbers = []
    for (let count = 0; count < 3; count++) {
      const { body } = await rewrite((await aRewritable()).policy_no, 30)
      numbers.push(body.payload.policy.policyNo)
    }
    expect(numbers).toEqual(['RFL3999999', 'RFL31000000', 'RFL31000001'])
    await sql`select setval('policy_number_seq', 600000)`.execute(db)
  })

  it('is accepted only once when requests arrive simultaneously, even if one is a cancellation', async () => {
    const policy = await aRewritable()
    const both = await Promise.all([rewrite(policy.policy_no, 30), rewrite(policy.policy_no, 35)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const contested = await aRewritable()
    const race = await Promise.all([
      rewrite(contested.policy_no, 30),
      call(agent, 'POST /api/v1/policies/cancelPolicy', {
        body: { PolicyNumber: contested.policy_no, ReasonCode: '13' },
      }),
    ])
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('cannot be undone by reinstating the old policy', async () => {
    const policy = await aRewritable()
    const { body } = await rewrite(policy.policy_no, 30)
    const response = await call(staff, `POST /api/v1/policies/reinstate/${policy.policy_no}/true`)
    expect([response.status, response.body.message]).toEqual([
      409,
      `The policy was rewritten as ${body.payload.policy.policyNo}. That cannot be undone.`,
    ])
  })

  it('returns 422 with the name of the moratorium for a restricted county', async () => {
    const policy = await aRewritable({ columns: { county_fips: '12071' } })
    await call(staff, 'POST /api/v1/moratoriums', {
      body: {
        name: 'Demo Storm',
        kind: 'bind',
        peril: 'hurricane',
        reason: 'Hurricane watch',
        startDate: addDays(today, -3),
        stopDate: null,
        products: [1],
        actions: ['rewrite'],
        locations: [{ countyFips: '12071' }],
      },
    })
    const response = await rewrite(policy.policy_no, 30, {}, staff)
    expect([response.status, response.body.message]).toEqual([
      422,
      'Rewriting is stopped in Lee County by "Demo Storm".',
    ])
  })
})
