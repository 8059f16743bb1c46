import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createPolicyDocuments } from '../../documents/create-documents.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { createOverpayment, holdOverpaymentForRenewal } from '../../ledger/overpayment.ts'
import { openReview } from '../../payments/refunds/reviews.ts'
import { clearSettingsCache } from '../../settings/settings.ts'
import { createAreaApp, createStaffActor, createTestContext } from '../../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy, type PolicyOptions } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { rewriteHandlers } from '../rewrite/routes.ts'
import { lifecycleHandlers } from '../routes.ts'
import { expireTerm } from './expire-term.ts'
import { renewPolicy } from './renew-policy.ts'
import { sweepTerms } from './sweep-terms.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...lifecycleHandlers, ...rewriteHandlers })
const staff = createStaffActor('superuser')
const agency = await insertAgency(db, { email: 'office@example.com' })

/** Creates an unpaid policy whose term ends on January 4, 45 days after November 20. */
const anUnpaidTerm = ({ columns, ...options }: PolicyOptions = {}) =>
  insertPolicy(db, { ...options, columns: { agency_id: agency.agency_id, inception_date: '2026-01-04', ...columns } })
type CreatedPolicy = Awaited<ReturnType<typeof anUnpaidTerm>>

const pay = (
  { policy_id: policyId }: CreatedPolicy,
  amountCents: number,
  payment: { status?: 'paid' | 'processing' } = {},
) => insertPayment(db, { policyId, amountCents, now: new Date('2026-11-20T16:00:00Z'), ...payment })

/** Creates the same policy, paid in full. */
async function aTerm(options: PolicyOptions = {}): Promise<CreatedPolicy> {
  const home = await anUnpaidTerm(options)
  await pay(home, home.totalCents)
  return home
}

const on = (day: string) =>
  createTestContext(db, { kind: 'job', name: 'renewal' }, { now: new Date(`${day}T17:00:00Z`) })
const renew = ({ policy_no }: CreatedPolicy, day = '2026-11-20') => renewPolicy(on(day), policy_no)
const read = (policyNo: string) =>
  db.selectFrom('policies').selectAll().where('policy_no', '=', policyNo).executeTakeFirstOrThrow()
const getBalance = (policyId: string) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow()
const getLetters = (policyId: string) =>
  db
    .selectFrom('notices')
    .select(['kind', 'recipient'])
    .where('policy_id', '=', policyId)
    .orderBy('recipient')
    .execute()
async function getMails(policyId: string) {
  const { rows } = await sql<{ template: string; to: string; values: object }>`
    select payload ->> 'template' as template, payload ->> 'to' as to, payload -> 'values' as values
    from graphile_worker._private_jobs where payload ->> 'policyId' = ${policyId} order by id`.execute(db)
  return rows
}
async function getTermJobs() {
  const { rows } = await sql<{ job: string; no: string }>`
    select t.identifier as job, j.payload ->> 'policyNo' as no from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier in ('renew-policy', 'end-term')
    order by 1, 2`.execute(db)
  return rows
}
/** Reads the records of a policy's renewal without ids and policy numbers. */
async function readRenewalRecords({ policy_no }: CreatedPolicy) {
  const policyId = (await read(policy_no)).next_policy_id ?? ''
  const { rows } = await sql<object>`select p.inception_date, p.total_premium_cents, p.agency_id, p.original_trans_type,
      (select count(*) from policy_transactions t where t.policy_id = p.policy_id) as transactions,
      (select count(*) from policy_docs d where d.policy_id = p.policy_id) as documents,
      (select count(*) from payment_methods m where m.policy_id = p.policy_id) as methods,
      (select count(*) from commission_lines c where c.policy_id = p.policy_id) as commission,
      (select json_agg(json_build_array(e.type, e.data - 'policyNo') order by e.type) from events e where e.policy_id = p.policy_id) as events,
      (select json_agg(json_build_array(a.action, a.actor_name, a.details - 'from' - 'to') order by a.action) from audit_log a
        where a.policy_id = p.policy_id) as audit,
      (select json_agg(json_build_array(o.due_date, o.open_cents) order by o.due_date) from obligations o where o.policy_id = p.policy_id) as obligations,
      (select sum(amount_cents) from postings x where x.policy_id = p.policy_id and account_code = 'receivable') as receivable
    from policies p where p.policy_id = ${policyId}`.execute(db)
  const emails = (await getMails(policyId)).map(({ template }) => template)
  return { ...rows[0], emails, letters: await getLetters(policyId) }
}
async function turnOnRenewals() {
  await db
    .insertInto('settings')
    .values({ key: 'renewals.automatic', value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  clearSettingsCache(db)
}
const getCount = async () => (await db.selectFrom('policies').select('policy_id').execute()).length

describe('expiring term', () => {
  it('is renewed once, 45 days before expiration, even by concurrent requests', async () => {
    const home = await aTerm()
    await db
      .insertInto('lienholders')
      .values({ policy_id: home.policy_id, name1: 'Sample Savings Bank', city: 'Tampa', state: 'FL', zip: '33601' })
      .execute()
    await createPolicyDocuments(db as never, { now: new Date(), authorName: 'Sam' }, [home.policy_id])
    expect(await renew(home, '2026-11-19')).toBeUndefined()
    const results = await Promise.all([renew(home), renew(home), renew(home)])
    const [renewalNo = '', ...others] = results.filter(Boolean)
    expect(others).toEqual([])
    const renewal = await read(renewalNo)
    const old = await read(home.policy_no)
    expect(renewal).toMatchObject({
      ...{ original_trans_type: 'RN', inception_date: '2027-01-04', expiration_date: '2028-01-04', sequence: 2 },
      ...{ previous_policy_id: home.policy_id, insured_name: 'Marina Sample', agency_id: agency.agency_id },
      ...{ is_signed: false, is_paid: false, total_premium_cents: home.totalCents },
    })
    expect(old).toMatchObject({ next_policy_id: renewal.policy_id, cancelled_at: null })
    const first = await db
      .selectFrom('policy_transactions')
      .selectAll()
      .where('policy_id', '=', renewal.policy_id)
      .executeTakeFirstOrThrow()
    expect(first).toMatchObject({
      ...{ transaction_type: 'RN', sequence: 1, effective_date: '2027-01-04', post_date: '2026-11-20' },
      ...{ tnx_total_premium_cents: home.totalCents, coverage_a_limit_cents: 25_000_000 },
      user_description: `Renewal of ${home.policy_no}`,
    })
    expect(await getBalance(renewal.policy_id)).toMatchObject({ invoiced_cents: home.totalCents, received_cents: 0 })
    const invoices = await db.selectFrom('invoices').selectAll().where('policy_id', '=', renewal.policy_id).execute()
    expect(invoices).toMatchObject([{ due_date: '2027-01-04' }])
    const papers = await db.selectFrom('policy_docs').selectAll().where('policy_id', '=', renewal.policy_id).execute()
    expect(papers.map(({ doc_kind }) => doc_kind).sort()).toEqual(['application', 'decPage', 'policy'])
    expect(await getLetters(renewal.policy_id)).toEqual([
      { kind: 'renewal', recipient: 'insured' },
      { kind: 'renewal', recipient: 'lienholder' },
    ])
    const mails = await getMails(renewal.policy_id)
    expect(mails.map(({ template, to }) => [template, to])).toEqual([
      ['renewal', home.email],
      ['agency-renewal', 'office@example.com'],
    ])
    expect(mails[0]?.values).toMatchObject({
      ...{ oldPolicyNo: home.policy_no, policyNo: renewalNo, dueCents: home.totalCents },
      moneyWords: 'Please pay by 01/04/2027.',
    })
  })

  /** A policy with $200.00 of credit that staff kept for its renewal. */
  async function createTermWithCredit() {
    const home = await anUnpaidTerm()
    const { policy_id: policyId, totalCents } = home
    const { policyPaymentId } = await insertPayment(db, { policyId, amountCents: totalCents + 20_000, now: new Date() })
    const now = new Date()
    await db
      .transaction()
      .execute((trx) => createOverpayment(trx, { policyPaymentId, policyId, amountCents: 20_000, now }))
    const item = await db
      .selectFrom('overpayment_items')
      .selectAll()
      .where('policy_id', '=', policyId)
      .executeTakeFirstOrThrow()
    await db
      .transaction()
      .execute((trx) =>
        holdOverpaymentForRenewal(trx, item.overpayment_item_id, { amountCents: 20_000, by: 'Fay', now }),
      )
    return home
  }

  it('applies credit retained by staff to its renewal, up to the available amount', async () => {
    const home = await createTermWithCredit()
    const { policy_id: policyId, totalCents } = home
    const renewal = await read((await renew(home)) ?? '')
    expect(await getBalance(policyId)).toMatchObject({ due_cents: 0, received_cents: totalCents })
    expect(await getBalance(renewal.policy_id)).toMatchObject({
      due_cents: totalCents - 20_000,
      received_cents: 20_000,
    })
    expect((await getMails(renewal.policy_id))[0]?.values).toMatchObject({ dueCents: totalCents - 20_000 })
  })

  it('does not apply unapproved return premium for elapsed days to its renewal (REF-5)', async () => {
    const home = await createTermWithCredit()
    const review = { cause: 'endorsement', holdReason: 'elapsedDays', effectiveDate: '2026-01-04' } as const
    await runInTransaction(on('2026-11-20'), (ctx) =>
      openReview(ctx, { ...review, policyId: home.policy_id, amountCents: 15_000, reasonCode: undefined }),
    )
    const renewal = await read((await renew(home)) ?? '')
    expect(await getBalance(renewal.policy_id)).toMatchObject({ received_cents: 5_000 })
  })

  it('is renewed with monthly installments if it was billed monthly', async () => {
    const home = await aTerm({ product: 4, monthly: true })
    const renewal = await read((await renew(home)) ?? '')
    const { rows } = await sql<{ due_date: string }>`
      select due_date::text from obligations where policy_id = ${renewal.policy_id} order by 1`.execute(db)
    expect([rows.length, rows[0]?.due_date, rows[11]?.due_date]).toEqual([12, '2027-01-04', '2027-12-04'])
    expect(renewal.payment_interval).toBe('Monthly')
  })

  it('is not renewed if it is cancelled, pending cancel or non-renewed', async () => {
    const [pending, gone, leaving] = [await aTerm(), await aTerm(), await aTerm({ product: 4 })]
    for (const { policy_no } of [pending, gone]) {
      const body = { PolicyNumber: policy_no, ReasonCode: '12', NoteInfo: { Note: 'By phone.' } }
      expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })).status).toBe(200)
    }
    const finalized = { body: { PolicyNumber: gone.policy_no } }
    expect((await call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', finalized)).status).toBe(200)
    const marked = { body: { PolicyNo: leaving.policy_no, Note: 'Leaves.', reasonCode: '99' } }
    expect((await call(staff, 'POST /api/v1/policies/nonRenew', marked)).status).toBe(200)
    const before = await getCount()
    for (const policy of [pending, gone, leaving]) expect(await renew(policy, '2026-12-20')).toBeUndefined()
    expect(await getCount()).toBe(before)
    await call(staff, `POST /api/v1/policies/reinstate/${pending.policy_no}/false`)
    expect(await renew(pending, '2026-12-20')).toBeDefined()
  })

  it('cancels and refunds its bound renewal when cancelled, and can be renewed after a reinstatement', async () => {
    const home = await aTerm()
    const renewalNo = (await renew(home)) ?? ''
    const { policy_id: policyId } = await read(renewalNo)
    await insertPayment(db, { policyId, amountCents: home.totalCents, now: new Date() })
    const body = { PolicyNumber: home.policy_no, ReasonCode: '12', NoteInfo: { Note: 'By phone.' } }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })).status).toBe(200)
    expect(await read(renewalNo)).toMatchObject({ cancelled_at: null, pending_cancel_at: null })
    const finalize = () =>
      call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: home.policy_no } })
    expect((await Promise.all([finalize(), finalize()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await read(renewalNo)).toMatchObject({
      ...{ cancel_reason_code: '13', cancel_effective_date: '2027-01-04', pending_cancel_at: null },
      cancelled_at: expect.any(Date),
    })
    expect(await getBalance(policyId)).toMatchObject({ invoiced_cents: 0, received_cents: 0, due_cents: 0 })
    const sentBack = await db
      .selectFrom('payments')
      .select('amount_cents')
      .where('policy_id', '=', policyId)
      .where('amount_cents', '<', 0)
      .execute()
    expect(sentBack).toEqual([{ amount_cents: -home.totalCents }])
    const mails = await getMails(policyId)
    expect(mails.filter(({ template }) => template === 'cancellation')).toHaveLength(1)
    expect(await getLetters(policyId)).toContainEqual({ kind: 'cancellation', recipient: 'insured' })
    expect(await read(home.policy_no)).toMatchObject({ next_policy_id: null })

    await call(staff, `POST /api/v1/policies/reinstate/${home.policy_no}/false`)
    const secondRenewal = await renew(home)
    expect(secondRenewal).toBeDefined()
    expect(secondRenewal).not.toBe(renewalNo)
    expect(await read(renewalNo)).toMatchObject({ cancel_reason_code: '13' })
  })

  it('cannot be cancelled and rewritten once its renewal is bound (409)', async () => {
    const home = await aTerm({ columns: { inception_date: '2026-12-20' } })
    await db
      .updateTable('policies')
      .set({ expiration_date: '2027-01-01' })
      .where('policy_id', '=', home.policy_id)
      .execute()
    expect(await renew(home)).toBeDefined()
    const body = { inceptionDate: '2026-12-25' }
    const transferred = await call(staff, `POST /api/v1/policies/cancelRewrite/${home.policy_no}`, { body })
    expect(transferred).toMatchObject({ status: 409, body: { errors: [{ code: 'already_renewed' }] } })
  })

  it('sends the insured one expiration notice unless the policy was renewed or cancelled', async () => {
    const [home, renewed, gone] = [await aTerm(), await aTerm(), await aTerm()]
    const body = { PolicyNumber: gone.policy_no, ReasonCode: '12', NoteInfo: { Note: 'By phone.' } }
    await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })
    await call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: gone.policy_no } })
    await renew(renewed)
    for (const day of ['2027-01-03', '2027-01-04', '2027-01-04'])
      await Promise.all([home, renewed, gone].map(({ policy_no }) => expireTerm(on(day), policy_no)))
    expect(await getLetters(home.policy_id)).toEqual([{ kind: 'expiry', recipient: 'insured' }])
    expect((await getMails(home.policy_id)).map(({ template }) => template)).toEqual([
      'term-ended',
      'agency-term-ended',
    ])
    for (const { policy_id } of [renewed, gone])
      expect((await getMails(policy_id)).map(({ template }) => template)).not.toContain('term-ended')
  })

  it('is renewed by the hourly job only after a superuser turns on automatic renewals', async () => {
    const [home, over, late] = [
      await aTerm(),
      await aTerm({ columns: { inception_date: '2025-11-19' } }),
      await aTerm({ columns: { inception_date: '2025-10-01' } }),
    ]
    const sweep = async () => {
      await sweepTerms(on('2026-11-20'))
      return (await getTermJobs()).filter(({ no }) => [home, over, late].some(({ policy_no }) => policy_no === no))
    }
    expect(await sweep()).toEqual([])
    expect(await read(home.policy_no)).toMatchObject({ next_policy_id: null })
    await turnOnRenewals()
    const jobs = [{ job: 'end-term', no: over.policy_no }]
    expect(await sweep()).toEqual(jobs)
    const { next_policy_id } = await read(home.policy_no)
    expect(next_policy_id).toEqual(expect.any(String))
    expect(await sweep()).toEqual(jobs)
    expect(await read(home.policy_no)).toMatchObject({ next_policy_id })
  })

  it('is renewed by the hourly job even if the renewals of other policies fail, which get their own jobs', async () => {
    const [first, failing, last] = [await aTerm(), await aTerm(), await aTerm()]
    // The state has no tax rates.
    await db.updateTable('policies').set({ state: 'GU' }).where('policy_id', '=', failing.policy_id).execute()
    await turnOnRenewals()
    await sweepTerms(on('2026-11-20'))
    for (const { policy_no } of [first, last])
      expect(await read(policy_no)).toMatchObject({ next_policy_id: expect.any(String) })
    expect(await read(failing.policy_no)).toMatchObject({ next_policy_id: null })
    expect(await getTermJobs()).toContainEqual({ job: 'renew-policy', no: failing.policy_no })
    expect((await getTermJobs()).filter(({ job }) => job === 'renew-policy')).toHaveLength(1)
  })

  it('has the same records when it is renewed together with other policies', async () => {
    const [alone, ...together] = [await aTerm(), await aTerm(), await aTerm()]
    await renew(alone)
    await turnOnRenewals()
    await sweepTerms(on('2026-11-20'))
    const expected = await readRenewalRecords(alone)
    for (const policy of together) expect(await readRenewalRecords(policy)).toEqual(expected)
  })
})

describe('renewal hold (REN-5)', () => {
  const getHolds = (policyId: string) =>
    db
      .selectFrom('renewal_holds')
      .select(['reason', 'held_on', 'amount_cents', 'outcome'])
      .where('policy_id', '=', policyId)
      .execute()
  const getHoldEmails = async (policyId: string) =>
    (await getMails(policyId)).filter(({ template }) => template.endsWith('renewal-on-hold'))
  const getAuditActions = async (policyId: string) => {
    const rows = await db.selectFrom('audit_log').select(['action']).where('policy_id', '=', policyId).execute()
    return rows.map(({ action }) => action)
  }

  it('stores the past-due amount and date, and notifies policyholder and agency once', async () => {
    const home = await anUnpaidTerm()
    expect(await renew(home)).toBeUndefined()
    expect(await renew(home)).toBeUndefined()
    expect(await getHolds(home.policy_id)).toEqual([
      { reason: 'pastDue', held_on: '2026-11-20', amount_cents: home.totalCents, outcome: null },
    ])
    const emails = await getHoldEmails(home.policy_id)
    expect(emails.map(({ template, to }) => [template, to])).toEqual([
      ['renewal-on-hold', home.email],
      ['agency-renewal-on-hold', 'office@example.com'],
    ])
    for (const { values } of emails)
      expect(values).toMatchObject({ amountCents: home.totalCents, expirationDate: '2027-01-04' })
    expect(await getAuditActions(home.policy_id)).toEqual(['policy.holdRenewal'])
  })

  it('ends when the past-due amount is paid, and the next job binds the renewal', async () => {
    const home = await anUnpaidTerm()
    await renew(home)
    await pay(home, home.totalCents)
    const renewalNo = await renew(home, '2026-12-01')
    expect(await read(home.policy_no)).toMatchObject({ next_policy_id: (await read(renewalNo ?? '')).policy_id })
    expect(await getHolds(home.policy_id)).toMatchObject([{ outcome: 'paid' }])
    expect(await getHoldEmails(home.policy_id)).toHaveLength(2)
  })

  it('keeps the hourly job from binding the renewal until the past-due amount is paid', async () => {
    const home = await anUnpaidTerm()
    const isBoundBySweep = async () => {
      await sweepTerms(on('2026-11-21'))
      return (await read(home.policy_no)).next_policy_id !== null
    }
    await turnOnRenewals()
    await renew(home)
    expect(await isBoundBySweep()).toBe(false)
    await pay(home, home.totalCents - 500)
    expect(await isBoundBySweep()).toBe(true)
  })

  it.each([
    ['does not start', 500, undefined],
    ['starts', 501, 501],
  ])('%s for a past-due amount of %i cents and a write-off limit of $5.00', async (_, openCents, heldCents) => {
    const home = await anUnpaidTerm()
    await pay(home, home.totalCents - openCents)
    expect((await renew(home)) === undefined).toBe(heldCents !== undefined)
    expect((await getHolds(home.policy_id))[0]?.amount_cents).toBe(heldCents)
  })

  it('does not start while a processing payment covers the past-due amount', async () => {
    const home = await anUnpaidTerm()
    await pay(home, home.totalCents, { status: 'processing' })
    expect(await renew(home)).toBeDefined()
  })

  it('starts if a processing payment covers only part of the past-due amount', async () => {
    const home = await anUnpaidTerm()
    await pay(home, home.totalCents - 10_000, { status: 'processing' })
    expect(await renew(home)).toBeUndefined()
    expect(await getHolds(home.policy_id)).toMatchObject([{ amount_cents: 10_000 }])
  })

  it('does not start for installments that are not past due', async () => {
    const home = await anUnpaidTerm({ product: 4, monthly: true })
    const { rows } = await sql<{ cents: number }>`select sum(amount_cents)::bigint as cents from obligations
      where policy_id = ${home.policy_id} and due_date < '2026-11-20'`.execute(db)
    await pay(home, rows[0]?.cents ?? 0)
    expect((await getBalance(home.policy_id)).due_cents).toBeGreaterThan(0)
    expect(await renew(home)).toBeDefined()
  })

  it('lets the term expire with a notice if the past-due amount is never paid', async () => {
    const home = await anUnpaidTerm()
    await renew(home)
    await expireTerm(on('2027-01-04'), home.policy_no)
    expect(await getLetters(home.policy_id)).toEqual([{ kind: 'expiry', recipient: 'insured' }])
    await turnOnRenewals()
    await sweepTerms(on('2027-01-03'))
    expect(await getHolds(home.policy_id)).toMatchObject([{ outcome: null }])
    await sweepTerms(on('2027-01-04'))
    expect(await getHolds(home.policy_id)).toMatchObject([{ outcome: 'termEnded' }])
  })

  it('ends if the term is cancelled, and starts again after a reinstatement', async () => {
    const home = await anUnpaidTerm()
    await renew(home)
    const body = { PolicyNumber: home.policy_no, ReasonCode: '12', NoteInfo: { Note: 'By phone.' } }
    await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })
    await call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: home.policy_no } })
    await turnOnRenewals()
    await sweepTerms(on('2026-11-21'))
    expect(await getHolds(home.policy_id)).toMatchObject([{ outcome: 'termEnded' }])
    await call(staff, `POST /api/v1/policies/reinstate/${home.policy_no}/true`)
    expect(await renew(home, '2026-11-22')).toBeUndefined()
    expect((await getHolds(home.policy_id)).map(({ outcome }) => outcome)).toEqual(['termEnded', null])
  })

  it('can be overridden by staff with a reason, and leaves the balance due (REN-6)', async () => {
    const home = await anUnpaidTerm()
    const bind = (reason = ' The lender pays. ') =>
      call(staff, `POST /api/v1/policies/${home.policy_no}/bind-renewal`, { body: { reason } })
    expect(await bind()).toMatchObject({ status: 409, body: { errors: [{ code: 'not_on_hold' }] } })
    await renew(home)
    expect(await bind(' ')).toMatchObject({ status: 400 })
    const bound = await Promise.all([bind(), bind()])
    expect(bound.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { renewalPolicyNo: policyNo } =
      bound.toSorted((one, other) => one.status - other.status)[0]?.body.payload ?? {}
    expect(await read(policyNo)).toMatchObject({ previous_policy_id: home.policy_id, inception_date: '2027-01-04' })
    expect(await getHolds(home.policy_id)).toMatchObject([{ outcome: 'boundByStaff' }])
    expect(await getBalance(home.policy_id)).toMatchObject({ due_cents: home.totalCents })
    const audit = await db
      .selectFrom('audit_log')
      .select(['actor_kind', 'details'])
      .where('policy_id', '=', home.policy_id)
      .where('action', '=', 'policy.bindHeldRenewal')
      .execute()
    expect(audit).toMatchObject([{ actor_kind: 'staff', details: { reason: 'The lender pays.', renewalNo: policyNo } }])
    const notes = await db.selectFrom('policy_notes').select('note').where('policy_id', '=', home.policy_id).execute()
    expect(notes).toEqual([{ note: 'The lender pays.' }])
    expect(await renew(home)).toBeUndefined()
  })
})
