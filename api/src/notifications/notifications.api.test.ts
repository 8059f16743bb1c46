import { describe, expect, it } from 'vitest'
import { EmailRejectedError } from '../providers/mail/mail.ts'
import { createTestApi } from '../testing/api.ts'
import { createTestContext } from '../testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { sendEmail } from './enqueue-email.ts'
import type { Letter } from './letter.ts'

const api = await createTestApi()
const { db } = api
const agency = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
const stranger = await api.tokenFor({
  accountId: (await insertAccount(db, { agency_id: (await insertAgency(db)).agency_id })).account_id,
})
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
const path = `/api/v1/policies/${policy.policy_no}`

const robot = { kind: 'job', name: 'mail' } as const
await sendEmail(createTestContext(db, robot, { providers: api.providers }), {
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
    ...{ dueLabel: 'Amount due', dueCents: 0, balanceCents: 0 },
    moneyWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
  },
})
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
      tables: [{ title: 'Your account', columns: ['', 'Amount'], rows: [{ label: 'Refund', cents: [50_000] }] }],
      paragraphs: ['The policy named above has been cancelled.'],
    } satisfies Letter),
  })
  .execute()
const list = async (token: string) => api.call('GET', `${path}/notifications`, { token })

describe('policy notifications', () => {
  it('are listed with their template versions, newest first [P276]', async () => {
    const { payload } = await (await list(agent)).json()
    expect(payload).toMatchObject([
      { type: 'letter', template: 'cancellation', version: 1, subject: 'Notice of cancellation', status: 'sent' },
      { type: 'email', template: 'cancellation', version: 3, recipient: policy.email, status: 'sent' },
    ])
    const created = payload.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(created).toEqual(created.toSorted().reverse())
    // The path of a letter opens the letter. The path of an email is the name of its template.
    expect(payload[0].path).toBe(`cancellation-notice-${payload[0].id}.pdf`)
    expect(payload[1].path).toBe('cancellation')
    expect((await list(stranger)).status).toBe(404)
  })

  it('include letters in the print queue, which open as PDF before they are mailed (DEL-16)', async () => {
    const other = await insertPolicy(db, {
      columns: { agency_id: agency.agency_id, agency_no: agency.agency_no },
    })
    const letter = { facts: [], tables: [], paragraphs: ['The payment above is past due.'] } satisfies Letter
    const columns = {
      ...{ policy_id: other.policy_id, letter: JSON.stringify(letter) },
      ...{ recipient: 'lienholder' as const, recipient_name: 'Sample Bank', recipient_address: '1 Lender Way' },
    }
    const at = (no: number) => ({ created_at: new Date(Date.UTC(2026, 10, 20, 12, no)) })
    const exported = { state: 'exported', exported_at: new Date('2026-11-20T16:00:00Z') } as const
    await db
      .insertInto('postal_notices')
      .values([
        { ...columns, ...at(5), kind: 'pastDueNotice' },
        { ...columns, ...at(4), ...exported, kind: 'lenderSecondNotice' },
        { ...columns, ...at(3), kind: 'lenderInvoice', state: 'mailed', mailed_on: '2026-11-21' },
        { ...columns, ...at(2), kind: 'cancellationNotice', state: 'undeliverable', mailed_on: '2026-11-20' },
        { ...columns, ...at(1), kind: 'rescission', state: 'replaced' },
      ])
      .execute()
    // At 03:00 UTC, the previous day has not ended in Florida.
    const sentAt = new Date('2026-11-20T03:00:00Z')
    await db
      .insertInto('notices')
      .values({ ...columns, ...at(0), kind: 'renewal', method: 'mail', sent_at: sentAt })
      .execute()
    const read = async (token: string, what = 'notifications') =>
      api.call('GET', `/api/v1/policies/${other.policy_no}/${what}`, { token })
    const { payload } = await (await read(agent)).json()
    const recipient = 'Sample Bank, 1 Lender Way'
    expect(payload).toMatchObject([
      { type: 'letter', template: 'past-due-notice', subject: 'Past-due notice', status: 'queued', recipient },
      { subject: 'Second notice', status: 'queued', sentAt: exported.exported_at.toISOString(), mailedOn: null },
      { subject: 'Invoice', status: 'sent', mailedOn: '2026-11-21' },
      { subject: 'Notice of cancellation for nonpayment', status: 'undeliverable', mailedOn: '2026-11-20' },
      { subject: 'Rescission of notice of cancellation', status: 'replaced', mailedOn: null },
      { subject: 'Notice of renewal', status: 'sent', mailedOn: '2026-11-19' },
    ])
    for (const { path: letterPath } of payload) {
      const pdf = await read(agent, `notices/${letterPath}`)
      expect([pdf.status, pdf.headers.get('content-type')], letterPath).toEqual([200, 'application/pdf'])
      expect((await read(stranger, `notices/${letterPath}`)).status).toBe(404)
      expect((await api.call('GET', `${path}/notices/${letterPath}`, { token: agent })).status).toBe(404)
    }
    // The id of a letter does not open with the kind or the source of another letter.
    for (const wrong of [
      payload[0].path.replace('pastDueNotice', 'rescission'),
      payload[0].path.replace('-letter-', '-notice-'),
    ])
      expect((await read(agent, `notices/${wrong}`)).status).toBe(404)
  })

  it('are marked as failed and not retried after a permanent rejection', async () => {
    const other = await insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
    let tries = 0
    const send = async () => {
      tries += 1
      throw new EmailRejectedError('550 The mailbox is full.')
    }
    const job = {
      emailMessageId: '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1b02',
      policyId: other.policy_id,
      to: other.email,
      toName: null,
      template: 'password-changed' as const,
      values: { firstName: 'Marina', changedAt: '2026-11-20T17:30:00Z' },
    }
    const ctx = createTestContext(db, robot, { providers: { ...api.providers, mail: { ...api.providers.mail, send } } })
    await sendEmail(ctx, job)
    await sendEmail(ctx, job)
    expect(tries).toBe(1)
    const response = await api.call('GET', `/api/v1/policies/${other.policy_no}/notifications`, { token: agent })
    expect((await response.json()).payload).toMatchObject([{ recipient: other.email, status: 'failed' }])
  })

  it('are retried after a temporary failure', async () => {
    const send = () => Promise.reject(new Error('connect ECONNREFUSED'))
    const ctx = createTestContext(db, robot, { providers: { ...api.providers, mail: { ...api.providers.mail, send } } })
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
    await expect(sendEmail(ctx, job as never)).rejects.toThrow('ECONNREFUSED')
    await sendEmail({ ...ctx, providers: api.providers }, job as never)
    const kept = db.selectFrom('email_messages').select('status').where('email_message_id', '=', emailMessageId)
    expect(await kept.execute()).toEqual([{ status: 'sent' }])
  })

  it('can be viewed as sent, without loading external resources [P277] [P278]', async () => {
    const { payload } = await (await list(agent)).json()
    const [letter, mail] = payload
    const email = await api.call('GET', `${path}/emailTemplates/${mail.template}/${mail.id}`, { token: agent })
    const { html, text, versions } = (await email.json()).payload
    expect(versions).toEqual([3])
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

  it('return 403 to insureds, as do the timeline and link emails [D290]', async () => {
    const insured = await api.tokenFor({ identityId: policy.identity_id })
    for (const what of ['notifications', 'timeline', 'email-link'])
      expect((await api.call('GET', `${path}/${what}`, { token: insured })).status, what).toBe(403)
  })

  it('can be filtered by policy and type in the back office', async () => {
    const filter = JSON.stringify({ policyNo: policy.policy_no, type: 'letter' })
    const response = await api.call('GET', `/api/admin/notifications?filter=${encodeURIComponent(filter)}`, {
      token: staff,
    })
    expect(await response.json()).toMatchObject([
      { policyNo: policy.policy_no, type: 'letter', template: 'cancellation' },
    ])
  })
})

describe('email templates', async () => {
  const tokenFor = async (...roles: string[]) =>
    api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', ...roles] as never })).account_id })
  const { account_id: accountId, email } = await insertAccount(db, { roles: ['internal', 'superuser'] as never })
  const superuser = await api.tokenFor({ accountId })
  const call = async (method: string, end: string, body?: object, token = superuser) => {
    const response = await api.call(method, `/api/v1/mailTemplates${end}`, { token, ...(body && { body }) })
    return { status: response.status, body: await response.json() }
  }
  const words = {
    subject: 'Welcome, {{company}}',
    preview: 'It is done.',
    body: '# Hello {{firstName}}\n\nYour number is\n{{agencyNo}}.\n\n[{{linkWords}}]({{link}})\n',
  }
  const values = {
    ...{ firstName: '<b>Bay</b>', company: 'Breakwater & Sons', agencyNo: '100120' },
    ...{ link: 'https://tideline.test/a?b=c&d', linkWords: 'Choose a password' },
  }
  const mailed = async (id: string, to = 'bay@example.com') => {
    const job = { emailMessageId: id, policyId: null, to, toName: null, template: 'agency-approved' as const, values }
    await sendEmail(createTestContext(db, robot, { providers: api.providers }), job)
    return db.selectFrom('email_messages').selectAll().where('email_message_id', '=', id).executeTakeFirstOrThrow()
  }
  const id = (n: number) => `5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a2b0${n}`

  it('use the default text until staff save a version, and can be restored to any earlier version', async () => {
    const { payload: all } = (await call('GET', '')).body
    expect(all.length).toBeGreaterThan(20)
    expect(all.every(({ isChanged }: { isChanged: boolean }) => !isChanged)).toBe(true)
    expect(await mailed(id(1))).toMatchObject({ subject: 'Breakwater & Sons is approved', template_version: 1 })
    const saved = (await call('PUT', '/agency-approved', { ...words, seenVersion: 1 })).body.payload
    expect(saved).toMatchObject({ ...words, version: 2, isChanged: true, changedBy: expect.any(String) })
    const mail = await mailed(id(2))
    expect(mail).toMatchObject({ subject: 'Welcome, Breakwater & Sons', template_version: 2 })
    expect(mail.text).toContain('Your number is 100120.')
    expect(mail.html).toContain('&lt;b&gt;Bay&lt;/b&gt;')
    expect(mail.html).toContain('https://tideline.test/a?b=c&amp;d')
    const again = { ...words, subject: 'Third', seenVersion: 2 }
    expect((await call('PUT', '/agency-approved', again)).body.payload.version).toBe(3)
    const restored = (await call('POST', '/agency-approved/restore', { version: 2 })).body.payload
    expect(restored).toMatchObject({ ...words, version: 4 })
    expect(
      restored.versions.map(({ version, subject }: { version: number; subject: string }) => [version, subject]),
    ).toEqual([
      [4, words.subject],
      [3, 'Third'],
      [2, words.subject],
    ])
    const released = (await call('POST', '/agency-approved/restore', { version: null })).body.payload
    expect(released).toMatchObject({ isChanged: false, version: 1, subject: '{{company}} is approved' })
    expect((await mailed(id(3))).subject).toBe('Breakwater & Sons is approved')
    const trail = db.selectFrom('audit_log').select('action').where('entity', '=', 'mailTemplate').orderBy('audit_id')
    expect((await trail.execute()).map(({ action }) => action)).toEqual([
      ...['mailTemplate.save', 'mailTemplate.save', 'mailTemplate.restore', 'mailTemplate.restore'],
    ])
  })

  it.each([
    [
      'an unknown placeholder',
      { subject: 'Hi {{nobody}}' },
      'Subject: {{nobody}} is not a placeholder of this email. Available placeholders: {{company}}',
    ],
    [
      'a format that the value does not support',
      { preview: '{{agencyNo|money}}' },
      'Preview: {{agencyNo|money}} is not a placeholder',
    ],
    ['half a placeholder', { subject: 'Hi {{company' }, 'Subject: a placeholder is its name between'],
    ['no link', { body: 'Hello' }, 'Body: {{link}} is required: write [Label]({{link}}) for its button.'],
    [
      'a button link to another site',
      { body: `${words.body}\n[Win](https://example.com)` },
      'Body: a button in this email must link to {{link}}, not to https://example.com.',
    ],
    ['a link in the subject', { subject: 'See {{link}}' }, 'Subject: {{link}} can only be used in the body.'],
    [
      'a link in a sentence',
      { body: `${words.body}\nSee {{link}}` },
      'Body: {{link}} is a button link and cannot be used elsewhere.',
    ],
    [
      'a detail line without a value',
      { body: `${words.body}\n- Number` },
      'Body: the line "- Number" must be a label, a colon and a value.',
    ],
  ])('cannot be saved, previewed or tested with %s (400)', async (_, wrong, sentence) => {
    for (const [method, end, more] of [
      ['PUT', '', { seenVersion: 1 }],
      ['POST', '/preview', {}],
      ['POST', '/test', {}],
    ] as const) {
      const rejected = await call(method, `/agency-approved${end}`, { ...words, ...wrong, ...more })
      expect([rejected.status, rejected.body.message]).toEqual([400, expect.stringContaining(sentence)])
    }
  })

  it('require the code placeholder in the body of the signing code email', async () => {
    const code = (await call('GET', '/signing-code')).body.payload
    expect(code.required).toEqual(['{{code}}'])
    const without = { ...words, subject: 'Hi', preview: 'Hi', body: 'Hello {{firstName}}' }
    expect((await call('POST', '/signing-code/preview', without)).body.message).toBe('Body: {{code}} is required.')
    const named = { ...without, subject: '{{code}}', body: '{{code}}' }
    expect((await call('POST', '/signing-code/preview', named)).body.message).toBe(
      'Subject: {{code}} can only be used in the body.',
    )
  })

  it('escape markup in previews and send test emails only to the caller', async () => {
    const wild = {
      ...words,
      subject: 'A <script> of {{company}}',
      body: `<img src=x onerror=alert(1)>\n\n${words.body}`,
    }
    const { body } = await call('POST', '/agency-approved/preview', wild)
    expect(body.payload.subject).toBe('A <script> of Breakwater Agency')
    expect(body.payload.html).not.toMatch(/<img|<script/)
    expect(body.payload.html).toContain('&lt;img src=x')
    expect((await call('POST', '/agency-approved/test', wild)).body.payload).toEqual({ recipient: email })
    await api.runJobs()
    const sent = db
      .selectFrom('email_messages')
      .select(['to_email', 'subject'])
      .where('subject', '=', body.payload.subject)
    expect(await sent.execute()).toEqual([{ to_email: email, subject: body.payload.subject }])
    expect((await call('GET', '/agency-approved')).body.payload.isChanged).toBe(false)
  })

  it('accept only one of twenty simultaneous changes and return 409 for the others', async () => {
    const path = '/account-invited'
    const { subject, preview, body, version: seenVersion } = (await call('GET', path)).body.payload
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call('PUT', path, { preview, body, subject: `${subject} ${n}`, seenVersion }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await call('GET', path)).body.payload.versions).toHaveLength(1)
  })

  it('use the default text if the saved version is no longer valid', async () => {
    const row = {
      template: 'agency-approved',
      version: 90,
      subject: '{{gone}}',
      preview: 'x',
      source: 'x',
      is_active: true,
    }
    await db.insertInto('email_templates').values(row).execute()
    expect(await mailed(id(4))).toMatchObject({ subject: 'Breakwater & Sons is approved', status: 'sent' })
    expect((await call('POST', '/agency-approved/restore', { version: 90 })).status).toBe(400)
    await db.deleteFrom('email_templates').where('version', '=', 90).execute()
  })

  it('can be viewed only by superusers, and changed only with write access', async () => {
    const readonlyStaff = await tokenFor('superuser', 'readonly')
    const writes = [
      ['PUT', '/agency-approved', { ...words, seenVersion: 1 }],
      ['POST', '/agency-approved/restore', { version: null }],
      ['POST', '/agency-approved/test', words],
    ] as const
    for (const token of [staff, agent, await tokenFor('financeadmin'), await tokenFor('commissionAdmin')]) {
      for (const [method, end, body] of writes) expect((await call(method, end, body, token)).status).toBe(403)
      for (const end of ['', '/agency-approved']) expect((await call('GET', end, undefined, token)).status).toBe(403)
      expect((await call('POST', '/agency-approved/preview', words, token)).status).toBe(403)
    }
    for (const [method, end, body] of writes) expect((await call(method, end, body, readonlyStaff)).status).toBe(403)
    expect((await call('GET', '/agency-approved', undefined, readonlyStaff)).status).toBe(200)
    for (const name of ['no-such-mail', 'constructor']) expect((await call('GET', `/${name}`)).status).toBe(404)
    expect((await call('POST', '/agency-approved/restore', { version: 77 })).status).toBe(404)
    expect(
      (await call('PUT', '/agency-approved', { ...words, body: `a\u0000${words.body}`, seenVersion: 1 })).status,
    ).toBe(400)
  })
})
