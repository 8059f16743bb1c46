import { describe, expect, it } from 'vitest'
import { MailRefused } from '../providers/mail/mail.ts'
import { aTestApi } from '../testing/api.ts'
import { anAccount, anAgency, aPolicy } from '../testing/builders.ts'
import type { Letter } from './letter.ts'
import { sendMail } from './queue-mail.ts'

const api = await aTestApi()
const { db } = api
const agency = await anAgency(db)
const agent = await api.tokenFor({ accountId: (await anAccount(db, { agency_id: agency.agency_id })).account_id })
const stranger = await api.tokenFor({
  accountId: (await anAccount(db, { agency_id: (await anAgency(db)).agency_id })).account_id,
})
const staff = await api.tokenFor({ accountId: (await anAccount(db)).account_id })
const policy = await aPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
const path = `/api/v1/policies/${policy.policy_no}`

await sendMail(
  { db, providers: api.providers, now: new Date() },
  {
    emailMessageId: '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1b01',
    policyId: policy.policy_id,
    to: policy.email,
    toName: 'Marina Sample',
    template: 'cancellation',
    values: {
      firstName: 'Marina',
      policyNo: policy.policy_no,
      address: policy.addr1,
      effectiveDate: '2026-12-15',
      reason: 'Building Sold',
      standing: 'has been cancelled',
      refundCents: 50_000,
      dueCents: 0,
      moneyWords: 'Going back now, the way it was paid: $500.00 to Marina Sample.',
    },
  },
)
await db
  .insertInto('notices')
  .values({
    policy_id: policy.policy_id,
    kind: 'cancellation',
    method: 'mail',
    recipient: 'insured',
    recipient_name: 'Marina Sample',
    recipient_address: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
    sent_at: new Date(),
    letter: JSON.stringify({
      facts: [['Coverage ends', '12/15/2026']],
      tables: [{ title: 'Your account', columns: ['', 'Amount'], rows: [{ label: 'Goes back', cents: [50_000] }] }],
      paragraphs: ['The policy named above has been cancelled.'],
    } satisfies Letter),
  })
  .execute()
const list = async (token: string) => api.call('GET', `${path}/notifications`, { token })

describe('the notifications of a policy', () => {
  it('are its emails and letters with the version of their template', async () => {
    const { payload } = await (await list(agent)).json()
    expect(payload).toMatchObject([
      { type: 'letter', template: 'cancellation', version: 1, subject: 'Notice of cancellation', status: 'sent' },
      { type: 'email', template: 'cancellation', version: 1, recipient: policy.email, status: 'sent' },
    ])
    expect((await list(stranger)).status).toBe(404)
  })

  it('say which mail the other side refused for good, and it is not sent again', async () => {
    const other = await aPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
    let tries = 0
    const send = async () => {
      tries += 1
      throw new MailRefused('550 The mailbox is full.')
    }
    const job = {
      emailMessageId: '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1b02',
      policyId: other.policy_id,
      to: other.email,
      toName: null,
      template: 'password-changed' as const,
      values: { firstName: 'Marina', changedAt: '2026-11-20T17:30:00Z' },
    }
    const ctx = { db, providers: { ...api.providers, mail: { ...api.providers.mail, send } }, now: new Date() }
    await sendMail(ctx, job)
    await sendMail(ctx, job)
    expect(tries).toBe(1)
    const answer = await api.call('GET', `/api/v1/policies/${other.policy_no}/notifications`, { token: agent })
    expect((await answer.json()).payload).toMatchObject([{ recipient: other.email, status: 'failed' }])
  })

  it('is tried again by the job after a failure that may pass', async () => {
    const send = () => Promise.reject(new Error('connect ECONNREFUSED'))
    const ctx = { db, providers: { ...api.providers, mail: { ...api.providers.mail, send } }, now: new Date() }
    const emailMessageId = '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1b03'
    const values = { firstName: 'Marina', changedAt: '2026-11-20T17:30:00Z' }
    const job = {
      emailMessageId,
      policyId: null,
      to: 'a@example.com',
      toName: null,
      template: 'password-changed',
      values,
    }
    await expect(sendMail(ctx, job as never)).rejects.toThrow('ECONNREFUSED')
    await sendMail({ ...ctx, providers: api.providers }, job as never)
    const kept = db.selectFrom('email_messages').select('status').where('email_message_id', '=', emailMessageId)
    expect(await kept.execute()).toEqual([{ status: 'sent' }])
  })

  it('open as they were sent, and load nothing from anywhere [P277] [P278]', async () => {
    const { payload } = await (await list(agent)).json()
    const [letter, mail] = payload
    const email = await api.call('GET', `${path}/emailTemplates/${mail.template}/${mail.id}`, { token: agent })
    const { html, text, versions } = (await email.json()).payload
    expect(versions).toEqual([1])
    expect(text).toContain('Building Sold')
    expect(html).not.toMatch(/<(link|img|script|iframe)\b|@import|url\(/i)
    expect(
      (await api.call('GET', `${path}/emailTemplates/${mail.template}/${mail.id}?version=9`, { token: agent })).status,
    ).toBe(404)
    const pdf = await api.call('GET', `${path}/notices/${letter.path}`, { token: agent })
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="letter.pdf"')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await api.call('GET', `${path}/notices/${letter.path}`, { token: stranger })).status).toBe(404)
    expect((await api.call('GET', `${path}/notices/other.pdf`, { token: agent })).status).toBe(404)
  })

  it('are not for insureds, nor the timeline, nor sending the link again [D290]', async () => {
    const insured = await api.tokenFor({ identityId: policy.identity_id })
    for (const what of ['notifications', 'timeline', 'email-link'])
      expect((await api.call('GET', `${path}/${what}`, { token: insured })).status, what).toBe(403)
  })

  it('are found in the back office', async () => {
    const filter = JSON.stringify({ policyNo: policy.policy_no, type: 'letter' })
    const answer = await api.call('GET', `/api/admin/notifications?filter=${encodeURIComponent(filter)}`, {
      token: staff,
    })
    expect(await answer.json()).toMatchObject([
      { policyNo: policy.policy_no, type: 'letter', template: 'cancellation' },
    ])
  })
})
