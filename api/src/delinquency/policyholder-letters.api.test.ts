import { describe, expect, it } from 'vitest'
import { addDays, dayMs } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Letter } from '../notifications/letter.ts'
import { createTestApi } from '../testing/api.ts'
import { createTestContext } from '../testing/area-app.ts'
import { insertAccount, insertPolicy } from '../testing/builders.ts'
import { queueLetter } from './queue-letter.ts'
import { runDelinquency } from './run-delinquency.ts'

const api = await createTestApi()
const { db } = api
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
const day = (count: number) => addDays(getPropertyDate(new Date(), 'FL'), count)
await db
  .insertInto('delinquency_plans')
  .values({ version: 2, state: 'active', activated_at: new Date(Date.now() - 100 * dayMs) })
  .execute()

type TestPolicy = Awaited<ReturnType<typeof insertPolicy>>
const runJob = async () => {
  await runDelinquency(createTestContext(db, { kind: 'job', name: 'delinquency' }, { now: new Date() }))
  await api.runJobs()
}
/** Creates an unpaid policy that is due in some days. By default, its policyholder has no email address. */
const insertUnpaid = (dueIn: number, email = '', columns: object = {}) =>
  insertPolicy(db, { columns: { inception_date: day(dueIn), email, ...columns } })
const getLetters = ({ policy_id }: TestPolicy) =>
  db
    .selectFrom('postal_notices')
    .selectAll()
    .where('policy_id', '=', policy_id)
    .orderBy('created_at')
    .orderBy('postal_notice_id')
    .execute()
const getKinds = async (policy: TestPolicy) => (await getLetters(policy)).map(({ kind, state }) => `${kind} ${state}`)
const getEmails = async ({ policy_id, email }: TestPolicy) =>
  (
    await db
      .selectFrom('email_messages')
      .select('template')
      .where('policy_id', '=', policy_id)
      .where('to_email', '=', email)
      .execute()
  ).map(({ template }) => template)

async function call(method: string, path: string, body?: object) {
  const response = await api.call(method, path, { token: staff, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}
const pay = ({ policy_no }: TestPolicy, amount: number) =>
  call('POST', `/api/v1/payments/check/${policy_no}`, {
    ...{ checkNo: '2001', payeeName: 'Marina Sample', memo: 'Premium', createdAt: day(0), amount },
  })
const exportLetters = () => call('POST', '/api/v1/delinquency/letter-exports')
/** Stores an email to an address that was delivered or rejected. */
const insertEmail = (to_email: string, status: 'sent' | 'failed', daysAgo: number) =>
  db
    .insertInto('email_messages')
    .values({
      ...{ to_email, status, subject: '', html: '', text: '', template: 'receipt' },
      created_at: new Date(Date.now() - daysAgo * dayMs),
    })
    .execute()

describe('letters to policyholders who cannot be emailed', () => {
  it('adds a letter with a pay link for each step if the policy has no email address (DEL-29, EML-5)', async () => {
    const [invoice, reminder, pastDue] = [await insertUnpaid(15), await insertUnpaid(5), await insertUnpaid(-6)]
    await runJob()
    await runJob()
    expect([await getKinds(invoice), await getKinds(reminder), await getKinds(pastDue)]).toEqual([
      ['amountDue queued'],
      ['paymentReminder queued'],
      ['pastDueNotice queued'],
    ])
    const [stored] = await getLetters(invoice)
    expect(stored).toMatchObject({ recipient: 'insured', recipient_name: 'Marina Sample' })
    const { facts, paragraphs, payUrl } = (stored as NonNullable<typeof stored>).letter as unknown as Letter
    expect(facts.map(([label]) => label)).toEqual([
      ...['To', 'Policy number', 'Insured', 'Insured property', 'Amount due', 'Due date'],
    ])
    expect(paragraphs.join(' ')).not.toMatch(/https?:|\{\{|email/)
    expect(payUrl).toMatch(`/policyholder/policies/${invoice.policy_no}/pay`)
    const listed = await call('GET', `/api/admin/letters?filter=${JSON.stringify({ kind: 'amountDue' })}`)
    expect(listed.body).toEqual([
      expect.objectContaining({ policyNo: invoice.policy_no, kind: 'amountDue', state: 'queued', noticeId: null }),
    ])
  })

  it('adds a letter in addition to the email if the latest email was rejected, until one is delivered (DEL-29)', async () => {
    const policies = []
    for (const name of ['bounced', 'delivered', 'unknown', 'BOUNCED'])
      policies.push(await insertUnpaid(15, `${name}.letter@example.com`))
    await insertEmail('bounced.letter@example.com', 'sent', 9)
    await insertEmail('bounced.letter@example.com', 'failed', 8)
    await insertEmail('delivered.letter@example.com', 'failed', 9)
    await insertEmail('delivered.letter@example.com', 'sent', 8)
    await runJob()
    const [bounced, delivered, unknown, otherCase] = await Promise.all(policies.map(getKinds))
    expect([bounced, delivered, unknown, otherCase]).toEqual([...[['amountDue queued'], [], [], ['amountDue queued']]])
    for (const policy of policies) expect(await getEmails(policy)).toEqual(['amount-due'])
  })

  it('is added only once if the job runs again (DEL-29)', async () => {
    const policy = await insertUnpaid(15)
    const values = { firstName: 'M', policyNo: policy.policy_no, address: '', link: '', amountCents: 100 }
    const job = {
      ...{ letterId: crypto.randomUUID(), policyNo: policy.policy_no, template: 'amount-due' as const },
      ...{ values: { ...values, dueDate: day(15) }, obligationId: null },
    }
    const ctx = createTestContext(db, { kind: 'job', name: 'delinquency' }, { now: new Date() })
    await queueLetter(ctx, job)
    await queueLetter(ctx, job)
    expect(await getKinds(policy)).toEqual(['amountDue queued'])
  })

  it('is withdrawn from the queue when the amount is paid, but not after it was mailed (DEL-31)', async () => {
    const [paid, partlyPaid, mailed] = [await insertUnpaid(15), await insertUnpaid(15), await insertUnpaid(15)]
    await runJob()
    await db
      .updateTable('postal_notices')
      .set({ state: 'mailed', mailed_on: day(0) })
      .where('policy_id', '=', mailed.policy_id)
      .execute()
    await pay(paid, paid.totalCents / 100)
    await pay(partlyPaid, 100)
    await pay(mailed, mailed.totalCents / 100)
    await api.runJobs()
    expect([await getKinds(paid), await getKinds(partlyPaid), await getKinds(mailed)]).toEqual([
      ['amountDue replaced'],
      ['amountDue queued'],
      ['amountDue mailed'],
    ])
    const [letter] = await getLetters(paid)
    const path = `/api/v1/delinquency/letters/${letter?.postal_notice_id}/mailed`
    expect((await call('POST', path, { mailedOn: day(0) })).body).toMatchObject({
      ...{ statusCode: 409, errors: [{ code: 'letter_not_printed' }] },
    })
  })

  it('is withdrawn before an export if the amount was written off or the policy was cancelled (DEL-31)', async () => {
    const [writtenOff, cancelled, due] = [await insertUnpaid(15), await insertUnpaid(-6), await insertUnpaid(15)]
    await runJob()
    await db.updateTable('obligations').set({ open_cents: 0 }).where('policy_id', '=', writtenOff.policy_id).execute()
    await db
      .updateTable('policies')
      .set({ cancelled_at: new Date(), cancel_reason_code: '12', cancel_effective_date: day(0) })
      .where('policy_id', '=', cancelled.policy_id)
      .execute()
    await exportLetters()
    expect([await getKinds(writtenOff), await getKinds(cancelled), await getKinds(due)]).toEqual([
      ['amountDue replaced'],
      ['pastDueNotice replaced'],
      ['amountDue exported'],
    ])
  })

  it('are withdrawn if the lender that was billed has paid (DEL-15, DEL-31)', async () => {
    const policy = await insertUnpaid(40, 'lender.pays@example.com')
    await db.updateTable('obligations').set({ payer: 'lienholder' }).where('policy_id', '=', policy.policy_id).execute()
    const lender = { name1: 'Bay Bank', addr1: '1 Main St', city: 'Tampa', state: 'FL', zip: '33601', reference: 'L-1' }
    await db
      .insertInto('lienholders')
      .values({ policy_id: policy.policy_id, ...lender })
      .execute()
    await runJob()
    expect(await getKinds(policy)).toEqual(['lenderInvoice queued'])
    await pay(policy, policy.totalCents / 100)
    await api.runJobs()
    expect(await getKinds(policy)).toEqual(['lenderInvoice replaced'])
  })

  it('returns null as the email address in the policy and the address change (DEL-29)', async () => {
    const policy = await insertUnpaid(15)
    const path = `/api/v1/policies/${policy.policy_no}`
    expect((await call('GET', `${path}/getConfirmation`)).body.payload.email).toBeNull()
    expect((await call('GET', `${path}/insuredEmail`)).body.payload).toEqual({ email: null, pendingChange: null })
    const change = await call('PUT', `${path}/insuredEmail`, { email: 'first.address@example.com' })
    expect(change.status).toBe(200)
    await api.runJobs()
    expect((await call('GET', `${path}/insuredEmail`)).body.payload).toMatchObject({
      ...{ email: 'first.address@example.com', pendingChange: { previousEmail: null } },
    })
    const unaddressed = await db.selectFrom('email_messages').select('template').where('to_email', '=', '').execute()
    expect(unaddressed).toEqual([])
  })
})
