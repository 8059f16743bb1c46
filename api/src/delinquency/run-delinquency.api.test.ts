import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../http/context.ts'
import { receivePayment } from '../ledger/payments.ts'
import { renewPolicy } from '../lifecycle/renew/renew-policy.ts'
import type { Letter } from '../notifications/letter.ts'
import { getPaymentListeners } from '../payments/events.ts'
import { readPolicyConfirmation } from '../policy-reads/confirmation.ts'
import { readPolicyDetails } from '../policy-reads/details.ts'
import { createInsuredActor, createStaffActor, createTestContext } from '../testing/area-app.ts'
import {
  insertAutoPay,
  insertLockboxAddress,
  insertPayment,
  insertPolicy,
  type PolicyOptions,
} from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { rescindNoticeAfterPayment } from './process-policy.ts'
import { runDelinquency } from './run-delinquency.ts'

const { db } = await createTestDatabase()
const at = (day: string) => new Date(`${day}T16:00:00Z`)
const createContext = (day: string) => createTestContext(db, { kind: 'job', name: 'delinquency' }, { now: at(day) })
const run = (day: string) => runDelinquency(createContext(day))

/** Replaces the active plan. */
async function activate(plan: object = {}) {
  await db.deleteFrom('delinquency_plans').where('version', '>', 1).execute()
  await db
    .insertInto('delinquency_plans')
    .values({ version: 2, state: 'active', activated_at: at('2026-11-01'), ...plan })
    .execute()
}

/** Closes the obligations and notices of other tests so that each test has only its own. */
beforeEach(async () => {
  await activate()
  await sql`update obligations set open_cents = 0`.execute(db)
  await sql`update cancellation_notices set state = 'closed', hold_reason = null, closed_at = now() where closed_at is null`.execute(
    db,
  )
  await sql`delete from delinquency_steps`.execute(db)
})

const getSteps = (policyId: string) =>
  db
    .selectFrom('delinquency_steps as s')
    .innerJoin('obligations as o', 'o.obligation_id', 's.obligation_id')
    .select(['s.step', 's.taken_on', 's.outcome', 's.reason'])
    .where('o.policy_id', '=', policyId)
    .orderBy('s.taken_on')
    .execute()
async function getEmails(policyId: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select payload ->> 'template' as template from graphile_worker._private_jobs
    where payload ->> 'policyId' = ${policyId} order by id`.execute(db)
  return rows.map(({ template }) => template)
}
/** Returns the paths of the links in the queued emails about a policy. */
async function getEmailLinks(policyId: string): Promise<string[]> {
  const { rows } = await sql<{ link: string }>`
    select payload -> 'values' ->> 'link' as link from graphile_worker._private_jobs
    where payload ->> 'policyId' = ${policyId} order by id`.execute(db)
  return rows.map(({ link }) => new URL(link).pathname)
}
const getNotice = (policyId: string) =>
  db
    .selectFrom('cancellation_notices')
    .selectAll()
    .where('policy_id', '=', policyId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
const getLetters = (policyId: string) =>
  db.selectFrom('postal_notices').selectAll().where('policy_id', '=', policyId).orderBy('created_at').execute()
const getPolicy = (policyId: string) =>
  db.selectFrom('policies').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow()
const getBalance = (policyId: string) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow()
const getFirstObligation = async (policyId: string) =>
  (
    await db
      .selectFrom('obligations')
      .select('obligation_id')
      .where('policy_id', '=', policyId)
      .orderBy('obligation_no')
      .executeTakeFirstOrThrow()
  ).obligation_id
const getEvents = async (policyId: string) =>
  (
    await db
      .selectFrom('events')
      .select(['type', 'data'])
      .where('policy_id', '=', policyId)
      .where((eb) => eb.or([eb('type', 'like', 'policy.nonpayment%'), eb('type', '=', 'policy.cancelled')]))
      .orderBy('event_no')
      .execute()
  ).map(({ type, data }) => ({ type, ...(data as object) }))
const markMailed = (policyId: string, mailed_on: string) =>
  db.updateTable('postal_notices').set({ state: 'mailed', mailed_on }).where('policy_id', '=', policyId).execute()

/** Creates a policy that was bound on November 20 and is due on December 15. */
async function insertUnpaidPolicy(options: PolicyOptions = {}) {
  const policy = await insertPolicy(db, options)
  await db
    .updateTable('invoices')
    .set({ created_at: at('2026-11-20') })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  return policy
}

/**
 * Creates a policy that is due on December 15 and has a queued notice of cancellation. The date in the notice is
 * January 30.
 */
async function insertNoticedPolicy(paidCents = 0) {
  const policy = await insertUnpaidPolicy()
  if (paidCents) await insertPayment(db, { policyId: policy.policy_id, amountCents: paidCents, now: at('2026-11-21') })
  await run('2026-12-20')
  await run('2027-01-14')
  return policy
}

describe('runDelinquency', () => {
  it('performs each step once on its planned date, and does nothing when run again (DEL-1, DEL-2, EML-5)', async () => {
    const { policy_id, policy_no } = await insertUnpaidPolicy()
    await run('2026-11-24')
    expect(await getSteps(policy_id)).toEqual([])
    for (const day of ['2026-11-25', '2026-11-25', '2026-12-08', '2026-12-20', '2026-12-20', '2027-01-13'])
      await run(day)
    const done = { outcome: 'done', reason: null }
    expect(await getSteps(policy_id)).toEqual([
      { step: 'invoice', taken_on: '2026-11-25', ...done },
      { step: 'reminder', taken_on: '2026-12-08', ...done },
      { step: 'pastDueNotice', taken_on: '2026-12-20', ...done },
    ])
    expect(await getEmails(policy_id)).toEqual(['amount-due', 'payment-reminder', 'past-due', 'agency-past-due'])
    const [invoice = '', reminder = '', pastDue = '', agency] = await getEmailLinks(policy_id)
    for (const link of [invoice, reminder, pastDue]) expect(link).toMatch(/^\/policyholder\/pay\/[\w%-]{100,}$/)
    expect(new Set([invoice, reminder, pastDue]).size).toBe(3)
    expect(agency).toBe(`/policy/embed/${policy_no}/pay`)
  })

  it('sends the notice of cancellation 30 days after inception if a renewal was not taken (DEL-1, DEL-8)', async () => {
    const term = await insertPolicy(db, { columns: { inception_date: '2026-01-04' } })
    await insertPayment(db, { policyId: term.policy_id, amountCents: term.totalCents, now: at('2026-11-10') })
    const job = createTestContext(db, { kind: 'job', name: 'renewal' }, { now: at('2026-11-20') })
    const renewalNo = await renewPolicy(job, term.policy_no)
    const { policy_id } = await db
      .updateTable('invoices as i')
      .from('policies as p')
      .whereRef('p.policy_id', '=', 'i.policy_id')
      .where('p.policy_no', '=', renewalNo ?? '')
      .set({ created_at: at('2026-11-20') })
      .returning('i.policy_id')
      .executeTakeFirstOrThrow()
    for (const day of ['2026-11-20', '2026-12-28', '2027-01-09', '2027-02-02', '2027-02-03']) await run(day)
    expect((await getSteps(policy_id)).map(({ step, taken_on }) => [step, taken_on])).toEqual([
      ['invoice', '2026-11-20'],
      ['reminder', '2026-12-28'],
      ['pastDueNotice', '2027-01-09'],
      ['cancellationNotice', '2027-02-03'],
    ])
    expect(await getNotice(policy_id)).toMatchObject({ reason: 'notTaken', state: 'open' })
    expect(await getSteps(term.policy_id)).toEqual([])
  })

  it('starts no step unless a plan is active', async () => {
    await db.deleteFrom('delinquency_plans').where('version', '>', 1).execute()
    const { policy_id } = await insertUnpaidPolicy()
    await run('2026-12-20')
    expect(await getSteps(policy_id)).toEqual([])
  })

  it('starts no step for amounts that were due before the plan was activated (DEL-3)', async () => {
    await activate({ activated_at: at('2026-12-16') })
    const { policy_id } = await insertUnpaidPolicy()
    await run('2026-12-20')
    expect(await getSteps(policy_id)).toEqual([])
  })

  it('starts no step while the plan is paused (DEL-10)', async () => {
    await activate({ paused_at: at('2026-12-01') })
    const { policy_id } = await insertUnpaidPolicy()
    await run('2026-12-20')
    expect(await getSteps(policy_id)).toEqual([])
  })

  it('sends notices up to the daily cap, and the remaining notices on the next day (DEL-10)', async () => {
    await activate({ daily_notice_cap: 1 })
    const ids = [(await insertUnpaidPolicy()).policy_id, (await insertUnpaidPolicy()).policy_id]
    const count = async () => (await Promise.all(ids.map(getSteps))).flat().length
    await run('2026-12-20')
    await run('2026-12-20')
    expect(await count()).toBe(1)
    await run('2026-12-21')
    expect(await count()).toBe(2)
  })

  it('counts each notice of a policy toward the daily cap (DEL-10)', async () => {
    await activate({ daily_notice_cap: 1 })
    const { policy_id } = await insertPolicy(db, { monthly: true })
    await db
      .updateTable('obligations')
      .set({ due_date: '2026-12-15' })
      .where('policy_id', '=', policy_id)
      .where('obligation_no', '<=', 3)
      .execute()
    const countPastDue = async () => (await getSteps(policy_id)).filter(({ step }) => step === 'pastDueNotice').length
    await run('2026-12-20')
    await run('2026-12-20')
    expect(await countPastDue()).toBe(1)
    await run('2026-12-21')
    expect(await countPastDue()).toBe(2)
  })

  it('resumes after a crash without repeating any step', async () => {
    const ids = [(await insertUnpaidPolicy()).policy_id, (await insertUnpaidPolicy()).policy_id]
    let checks = 0
    const crashAfterFirstPolicy = {
      throwIfAborted() {
        checks += 1
        if (checks > 1) throw new Error('The process was stopped.')
      },
    } as AbortSignal
    await expect(runDelinquency(createContext('2026-12-20'), crashAfterFirstPolicy, 1)).rejects.toThrow('stopped')
    const count = async () => (await Promise.all(ids.map(getSteps))).map(({ length }) => length)
    expect((await count()).toSorted()).toEqual([0, 1])
    await run('2026-12-20')
    expect(await count()).toEqual([1, 1])
    for (const id of ids) expect(await getEmails(id)).toEqual(['past-due', 'agency-past-due'])
  })

  it('processes all other policies if one fails, and sends no email for the failed step', async () => {
    const [failing, other] = [await insertUnpaidPolicy(), await insertUnpaidPolicy()]
    await sql`create function fail_step() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      db,
    )
    await sql`create trigger fail_step before insert on delinquency_steps for each row
      when (new.obligation_id = ${sql.lit(await getFirstObligation(failing.policy_id))}) execute function fail_step()`.execute(
      db,
    )
    await expect(run('2026-12-20')).rejects.toThrow(
      `Delinquency processing failed for 1 policies. The first is ${failing.policy_no}.`,
    )
    expect(await getSteps(other.policy_id)).toHaveLength(1)
    expect(await getEmails(failing.policy_id)).toEqual([])
    await sql`drop trigger fail_step on delinquency_steps`.execute(db)
    await run('2026-12-20')
    expect(await getEmails(failing.policy_id)).toEqual(['past-due', 'agency-past-due'])
    expect(await getEmails(other.policy_id)).toEqual(['past-due', 'agency-past-due'])
  })

  it('emails the agency only about the steps of the plan (DEL-33)', async () => {
    const { policy_id } = await insertUnpaidPolicy()
    await activate({ agency_steps: [] })
    await run('2026-12-20')
    await run('2027-01-14')
    expect(await getEmails(policy_id)).toEqual(['past-due', 'nonpayment-notice'])
    await activate({ agency_steps: ['cancellationNotice'] })
    const other = await insertUnpaidPolicy()
    await run('2026-12-20')
    await run('2027-01-14')
    await insertPayment(db, { policyId: policy_id, amountCents: 112_500, now: at('2027-01-15') })
    await insertPayment(db, { policyId: other.policy_id, amountCents: 112_500, now: at('2027-01-15') })
    await run('2027-01-16')
    expect(await getEmails(other.policy_id)).toEqual([
      ...['past-due', 'nonpayment-notice', 'agency-nonpayment-notice', 'notice-rescinded', 'agency-notice-rescinded'],
    ])
  })

  it('queues a letter instead of the invoice of a policy without an email address (DEL-29)', async () => {
    const { policy_id, policy_no } = await insertUnpaidPolicy()
    await db.updateTable('policies').set({ email: '' }).where('policy_id', '=', policy_id).execute()
    await run('2026-11-25')
    await run('2026-11-25')
    expect(await getSteps(policy_id)).toEqual([
      { step: 'invoice', taken_on: '2026-11-25', outcome: 'done', reason: null },
    ])
    const { rows } = await sql<{ letter: object }>`select payload as letter from graphile_worker._private_jobs
      where payload ->> 'policyNo' = ${policy_no}`.execute(db)
    expect(rows).toEqual([
      {
        letter: expect.objectContaining({
          ...{ template: 'amount-due', obligationId: await getFirstObligation(policy_id) },
          values: expect.objectContaining({ amountCents: 112_500, dueDate: '2026-12-15' }),
        }),
      },
    ])
  })

  it('omits the invoice and reminder, but not the past-due notice, if auto-pay will charge an installment (AUT-10)', async () => {
    const policy = await insertUnpaidPolicy({ product: 4, monthly: true })
    await insertAutoPay(db, policy)
    for (const day of ['2026-11-25', '2026-12-08', '2026-12-20']) await run(day)
    const first = (await getSteps(policy.policy_id)).slice(0, 2)
    expect(first).toMatchObject([
      { step: 'invoice', outcome: 'skipped', reason: 'autoPay' },
      { step: 'reminder', outcome: 'skipped', reason: 'autoPay' },
    ])
    expect(await getEmails(policy.policy_id)).toEqual(['past-due', 'agency-past-due'])
  })

  it('mails the invoice, second notice and past-due notice to a lender that pays the premium (DEL-15)', async () => {
    const { policy_id, policy_no } = await insertUnpaidPolicy()
    await db.updateTable('obligations').set({ payer: 'lienholder' }).where('policy_id', '=', policy_id).execute()
    const lender = { name1: 'Bay Bank', addr1: '1 Main St', city: 'Tampa', state: 'FL', zip: '33601', reference: 'L-1' }
    await db
      .insertInto('lienholders')
      .values({ policy_id, ...lender })
      .execute()
    await insertLockboxAddress(db)
    await run('2026-11-20')
    const [invoice] = await getLetters(policy_id)
    expect(invoice).toMatchObject({ kind: 'lenderInvoice', recipient: 'lienholder', recipient_name: 'Bay Bank' })
    const letter = invoice?.letter as Letter | undefined
    expect(Object.fromEntries(letter?.facts ?? [])).toMatchObject({
      ...{ 'Policy number': policy_no, Loan: 'L-1', 'Amount due': '$1,125.00', 'Due date': '12/15/2026' },
      'Send payment to': 'Tideline Premium Lockbox, PO Box 880042, Tampa, FL 33688',
    })
    await run('2026-11-25')
    expect(await getEmails(policy_id)).toEqual(['lender-has-not-paid'])
    await run('2026-12-20')
    expect((await getLetters(policy_id)).map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      'lenderInvoice lienholder',
      'lenderSecondNotice lienholder',
      'pastDueNotice lienholder',
    ])
    expect(await getEmails(policy_id)).toEqual(['lender-has-not-paid', 'past-due', 'agency-past-due'])
    await run('2027-01-14')
    expect((await getLetters(policy_id)).map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
      'cancellationNotice insured',
      'cancellationNotice lienholder',
      'lenderInvoice lienholder',
      'lenderSecondNotice lienholder',
      'pastDueNotice lienholder',
    ])
  })

  it('sends the past-due notice again when a returned payment moves the due date (DEL-2, DEL-25)', async () => {
    const { policy_id } = await insertUnpaidPolicy()
    await run('2026-12-20')
    await db.updateTable('obligations').set({ due_date: '2027-01-05' }).where('policy_id', '=', policy_id).execute()
    await run('2027-01-05')
    await run('2027-01-10')
    expect((await getSteps(policy_id)).map(({ step, taken_on }) => `${step} ${taken_on}`)).toEqual([
      'pastDueNotice 2026-12-20',
      'pastDueNotice 2027-01-10',
    ])
  })
})

describe('notice of cancellation', () => {
  it('prints a cancellation date that includes notice days and printing days (DEL-7)', async () => {
    const { policy_id, totalCents } = await insertNoticedPolicy()
    expect(await getNotice(policy_id)).toMatchObject({
      ...{ reason: 'notTaken', is_flat: false, amount_cents: totalCents, state: 'open', effective_date: '2027-01-30' },
    })
    const [letter, ...others] = await getLetters(policy_id)
    expect(others).toEqual([])
    expect(JSON.stringify(letter?.letter)).toContain('01/30/2027')
    expect((letter?.letter as Letter | undefined)?.payUrl).toMatch(/\/policyholder\/policies\/\w+\/pay$/)
    expect(await getEmails(policy_id)).toEqual([
      'past-due',
      'agency-past-due',
      'nonpayment-notice',
      'agency-nonpayment-notice',
    ])
    expect(await getPolicy(policy_id)).toMatchObject({ pending_cancel_at: null, cancelled_at: null })
  })

  it('does not cancel the policy while the mailing date is missing (DEL-7)', async () => {
    const { policy_id } = await insertNoticedPolicy()
    await run('2027-02-15')
    expect((await getPolicy(policy_id)).cancelled_at).toBeNull()
    expect((await getNotice(policy_id))?.state).toBe('open')
  })

  it('cancels the policy on the printed date, never earlier, and leaves the earned premium due (DEL-9)', async () => {
    const { policy_id, totalCents } = await insertNoticedPolicy()
    await markMailed(policy_id, '2027-01-16')
    await run('2027-01-29')
    expect((await getPolicy(policy_id)).cancelled_at).toBeNull()
    await run('2027-01-30')
    await run('2027-01-30')
    expect(await getPolicy(policy_id)).toMatchObject({ cancel_reason_code: '05', cancel_effective_date: '2027-01-30' })
    expect((await getNotice(policy_id))?.state).toBe('completed')
    const { due_cents, refundable_cents } = await getBalance(policy_id)
    expect(due_cents).toBeGreaterThan(0)
    expect(due_cents).toBeLessThan(totalCents)
    expect(refundable_cents).toBe(0)
  })

  it('ends auto-pay when it cancels the policy (AUT-3)', async () => {
    const policy = await insertNoticedPolicy()
    await insertAutoPay(db, policy)
    await markMailed(policy.policy_id, '2027-01-16')
    await run('2027-01-30')
    const consents = db.selectFrom('auto_pay_consents').select('end_reason').where('policy_id', '=', policy.policy_id)
    expect(await consents.execute()).toEqual([{ end_reason: 'cancelled' }])
  })

  it('cancels the policy flat if nothing was paid and the state allows it (DEL-8)', async () => {
    await db
      .updateTable('notice_periods')
      .set({ is_flat_allowed: true })
      .where('state', '=', 'FL')
      .where('reason', '=', 'notTaken')
      .execute()
    const { policy_id } = await insertNoticedPolicy()
    await db.updateTable('notice_periods').set({ is_flat_allowed: false }).where('state', '=', 'FL').execute()
    await markMailed(policy_id, '2027-01-16')
    await run('2027-01-30')
    expect(await getPolicy(policy_id)).toMatchObject({ cancel_effective_date: '2026-12-15' })
    expect(await getBalance(policy_id)).toMatchObject({ due_cents: 0, invoiced_cents: 0 })
  })

  it('is rescinded by a payment on the last day, with a letter to every recipient of the notice (DEL-9)', async () => {
    const { policy_id, policy_no, totalCents } = await insertNoticedPolicy()
    await markMailed(policy_id, '2027-01-16')
    const ctx = createContext('2027-01-29')
    await db.transaction().execute(async (trx) => {
      const author = { userId: null, name: 'Marina Sample', userType: 3 as const }
      const payment = { policyId: policy_id, typeId: 4, amountCents: totalCents, status: 'paid' as const, author }
      await receivePayment(trx, { ...payment, now: ctx.now }, getPaymentListeners({ ...ctx, db: trx }))
    })
    const { rows } = await sql`select from graphile_worker._private_jobs where payload ->> 'policyNo' = ${policy_no}
      and key = ${`rescind-paid-notice:${policy_no}`}`.execute(db)
    expect(rows).toHaveLength(1)
    await rescindNoticeAfterPayment(ctx, policy_no)
    expect((await getNotice(policy_id))?.state).toBe('rescinded')
    expect((await getLetters(policy_id)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'cancellationNotice mailed',
      'rescission queued',
    ])
    expect((await getEmails(policy_id)).slice(-2)).toEqual(['notice-rescinded', 'agency-notice-rescinded'])
    await run('2027-01-30')
    expect((await getPolicy(policy_id)).cancelled_at).toBeNull()
  })

  it.each([
    [0, 'The amount in the notice has been settled.'],
    [500, 'Of the amount in the notice, $5.00 is still due. We do not cancel a policy for a balance this small.'],
  ])('is rescinded if %d cents are still due, which emails and letters state (DEL-30)', async (restCents, words) => {
    const { policy_id, totalCents } = await insertNoticedPolicy()
    await markMailed(policy_id, '2027-01-16')
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents - restCents, now: at('2027-01-20') })
    await run('2027-01-20')
    expect((await getNotice(policy_id))?.state).toBe('rescinded')
    const { rows } = await sql<{ words: string }>`select payload -> 'values' ->> 'balanceWords' as words
      from graphile_worker._private_jobs where payload ->> 'policyId' = ${policy_id} and payload ->> 'template' like '%notice-rescinded'`.execute(
      db,
    )
    expect(rows).toEqual([{ words }, { words }])
    const rescission = (await getLetters(policy_id)).find(({ kind }) => kind === 'rescission')
    expect((rescission?.letter as Letter | undefined)?.paragraphs).toContain(words)
    await run('2027-02-20')
    expect((await getPolicy(policy_id)).cancelled_at).toBeNull()
    expect((await getLetters(policy_id)).filter(({ kind }) => kind === 'cancellationNotice')).toHaveLength(1)
  })

  it('stays open if more than the write-off limit is still due (DEL-30)', async () => {
    const { policy_id, totalCents } = await insertNoticedPolicy()
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents - 501, now: at('2027-01-15') })
    await run('2027-01-16')
    expect((await getNotice(policy_id))?.state).toBe('open')
  })

  it('is rescinded by the daily job if the amount is already paid', async () => {
    const { policy_id, totalCents } = await insertNoticedPolicy()
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents, now: at('2027-01-15') })
    await run('2027-01-16')
    expect((await getNotice(policy_id))?.state).toBe('rescinded')
    expect((await getLetters(policy_id)).map(({ state }) => state)).toEqual(['replaced'])
  })

  it('is on hold while a claim is open, and ends coverage on the first day after the hold (DEL-5, DEL-9)', async () => {
    const { policy_id } = await insertNoticedPolicy(50_000)
    expect((await getNotice(policy_id))?.reason).toBe('pastDue')
    await markMailed(policy_id, '2027-01-16')
    const claim = { claim_number: 'CLM-2027-31', notice_date: '2027-01-20', date_of_loss: '2027-01-19' }
    await db
      .insertInto('claims')
      .values({ ...claim, policy_id })
      .execute()
    await run('2027-02-03')
    expect(await getNotice(policy_id)).toMatchObject({
      ...{ state: 'onHold', hold_reason: 'claim', last_held_on: '2027-02-03' },
    })
    await db.updateTable('claims').set({ status: 'Denied' }).where('policy_id', '=', policy_id).execute()
    await run('2027-02-03')
    expect(await getNotice(policy_id)).toMatchObject({ state: 'open', hold_reason: null })
    await run('2027-02-04')
    expect(await getPolicy(policy_id)).toMatchObject({ cancel_effective_date: '2027-02-04' })
  })

  it('is on hold while a payment is processing', async () => {
    const { policy_id } = await insertNoticedPolicy()
    await markMailed(policy_id, '2027-01-16')
    await db.transaction().execute((trx) =>
      receivePayment(trx, {
        ...{ policyId: policy_id, typeId: 2, amountCents: 50_000, status: 'processing', now: at('2027-01-29') },
        author: { userId: null, name: 'Marina Sample', userType: 3 },
      }),
    )
    await run('2027-01-30')
    expect(await getNotice(policy_id)).toMatchObject({ state: 'onHold', hold_reason: 'processing' })
    expect((await getPolicy(policy_id)).cancelled_at).toBeNull()
  })

  it('does not cancel the policy while the plan is paused, but is rescinded by a payment (DEL-10)', async () => {
    const { policy_id, totalCents } = await insertNoticedPolicy()
    await markMailed(policy_id, '2027-01-16')
    await db
      .updateTable('delinquency_plans')
      .set({ paused_at: at('2027-01-20') })
      .where('version', '=', 2)
      .execute()
    await run('2027-01-31')
    expect((await getPolicy(policy_id)).cancelled_at).toBeNull()
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents, now: at('2027-01-31') })
    await run('2027-01-31')
    expect((await getNotice(policy_id))?.state).toBe('rescinded')
  })

  it('is on hold while a payment is disputed (DEL-5)', async () => {
    const { policy_id } = await insertNoticedPolicy(50_000)
    await markMailed(policy_id, '2027-01-16')
    const { policy_payment_id } = await db
      .selectFrom('payments')
      .select('policy_payment_id')
      .where('policy_id', '=', policy_id)
      .executeTakeFirstOrThrow()
    const dispute = { dispute_id: `dp_${policy_id}`, policy_payment_id, amount_cents: 50_000, reason: 'fraudulent' }
    await db
      .insertInto('disputes')
      .values({ ...dispute, state: 'needsResponse', opened_at: at('2027-01-20') })
      .execute()
    await run('2027-02-03')
    expect(await getNotice(policy_id)).toMatchObject({ state: 'onHold', hold_reason: 'disputed' })
    await db.updateTable('disputes').set({ state: 'won' }).where('policy_payment_id', '=', policy_payment_id).execute()
    await run('2027-02-04')
    expect(await getPolicy(policy_id)).toMatchObject({ cancel_effective_date: '2027-02-04' })
  })

  it('takes effect on its date even if a letter is undeliverable (DEL-18)', async () => {
    const { policy_id } = await insertNoticedPolicy()
    await markMailed(policy_id, '2027-01-16')
    await db.updateTable('postal_notices').set({ state: 'undeliverable' }).where('policy_id', '=', policy_id).execute()
    await run('2027-01-30')
    expect(await getPolicy(policy_id)).toMatchObject({ cancel_effective_date: '2027-01-30' })
  })

  it('publishes one event when it is created and one when the policy is cancelled', async () => {
    const { policy_id, policy_no, totalCents } = await insertNoticedPolicy()
    await markMailed(policy_id, '2027-01-16')
    await run('2027-01-30')
    await run('2027-01-30')
    expect(await getEvents(policy_id)).toEqual([
      {
        ...{ type: 'policy.nonpayment_notice_created', policyNo: policy_no, noticeId: expect.any(String) },
        ...{ amount: totalCents / 100, effectiveDate: '2027-01-30' },
      },
      { type: 'policy.cancelled', policyNo: policy_no, reasonCode: '05', effectiveDate: '2027-01-30' },
    ])
  })

  it('publishes one event when it is rescinded (DEL-9)', async () => {
    const { policy_id, policy_no, totalCents } = await insertNoticedPolicy()
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents, now: at('2027-01-15') })
    await run('2027-01-16')
    await run('2027-01-16')
    expect((await getEvents(policy_id)).slice(1)).toEqual([
      { type: 'policy.nonpayment_notice_rescinded', policyNo: policy_no, noticeId: expect.any(String) },
    ])
  })

  it('appears on the policy page with the last payment date, and shows a hold only to staff (DEL-9)', async () => {
    const { policy_id, policy_no, identity_id, totalCents } = await insertNoticedPolicy()
    const read = async (actor: Actor) => {
      const ctx = createTestContext(db, actor, { now: at('2027-01-15') })
      const { nonpaymentNotice } = JSON.parse(await readPolicyConfirmation(ctx, policy_no))
      expect((await readPolicyDetails(ctx, policy_no)).nonpaymentNotice).toEqual(nonpaymentNotice)
      return nonpaymentNotice
    }
    const shown = { amount: totalCents / 100, payBy: '2027-01-29', effectiveDate: '2027-01-30' }
    const insured = createInsuredActor(identity_id)
    expect([await read(insured), await read(createStaffActor())]).toEqual([shown, shown])
    await db
      .updateTable('cancellation_notices')
      .set({ state: 'onHold', hold_reason: 'claim' })
      .where('policy_id', '=', policy_id)
      .execute()
    expect([await read(insured), await read(createStaffActor())]).toEqual([shown, { ...shown, holdReason: 'claim' }])
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents, now: at('2027-01-15') })
    await run('2027-01-16')
    expect(await read(insured)).toBeUndefined()
  })

  it('is closed when the policy is cancelled for another reason', async () => {
    const { policy_id } = await insertNoticedPolicy()
    await db
      .updateTable('policies')
      .set({ cancelled_at: at('2027-01-18'), cancel_reason_code: '33', cancel_effective_date: '2027-01-18' })
      .where('policy_id', '=', policy_id)
      .execute()
    await run('2027-01-19')
    expect((await getNotice(policy_id))?.state).toBe('closed')
    expect((await getLetters(policy_id)).map(({ state }) => state)).toEqual(['replaced'])
  })

  it('is replaced by a new notice if the reinstated policy still has the unpaid amount (DEL-2)', async () => {
    const { policy_id } = await insertNoticedPolicy()
    const setPolicy = (columns: { pending_cancel_at: Date | null; cancel_reason_code: string | null }) =>
      db.updateTable('policies').set(columns).where('policy_id', '=', policy_id).execute()
    await setPolicy({ pending_cancel_at: at('2027-01-18'), cancel_reason_code: '33' })
    await run('2027-01-19')
    await setPolicy({ pending_cancel_at: null, cancel_reason_code: null })
    await run('2027-01-25')
    await run('2027-01-25')
    const notices = db.selectFrom('cancellation_notices').select(['state', 'effective_date'])
    expect(await notices.where('policy_id', '=', policy_id).orderBy('created_at').execute()).toEqual([
      { state: 'closed', effective_date: '2027-01-30' },
      { state: 'open', effective_date: '2027-02-10' },
    ])
  })
})
