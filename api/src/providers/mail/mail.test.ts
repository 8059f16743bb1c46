import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { createEmailProvider, EmailRejectedError } from './mail.ts'
import { createMailboxPage } from './mailbox.ts'
import { EMAIL_TEMPLATES, type EmailTemplateId } from './templates/catalog.ts'
import { renderEmail } from './templates/index.ts'
import { parseTemplateSource, toTemplateSource } from './templates/template-source.ts'

const link = 'https://tideline.test/policyholder?token=a&b=c'

let stop: (() => void) | undefined
afterEach(() => stop?.())

describe('email templates', () => {
  test.each(Object.keys(EMAIL_TEMPLATES) as EmailTemplateId[])(
    'render %s with the same content in HTML and plain text',
    async (id) => {
      const mail = await renderEmail(id, EMAIL_TEMPLATES[id].sample)
      expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/\{\{|undefined|NaN|Invalid/)
      // Dates and times are formatted for people.
      expect(`${mail.subject}${mail.text}`).not.toMatch(/\d{4}-\d{2}-\d{2}/)
      for (const block of EMAIL_TEMPLATES[id].blocks) {
        if (block.kind !== 'facts') continue
        for (const [label] of block.rows.filter(([label]) => !label.startsWith('{{')))
          expect([mail.html.includes(label), mail.text.includes(label)]).toEqual([true, true])
      }
      expect(mail.version).toBe(EMAIL_TEMPLATES[id].version)
    },
  )

  test('omits a fact whose value is empty, and shows it in the next email', async () => {
    const { sample } = EMAIL_TEMPLATES.reinstatement
    for (const heldCents of [0, 12500, 0]) {
      const { html, text } = await renderEmail('reinstatement', { ...sample, heldCents })
      const isShown = heldCents > 0
      expect([html.includes('Credit on hold'), text.includes('Credit on hold: $125.00')]).toEqual([isShown, isShown])
      expect(text).toContain('Balance: ')
    }
  })

  test.each(Object.keys(EMAIL_TEMPLATES) as EmailTemplateId[])(
    'render %s as accessible HTML for screen readers, phones and dark mode',
    async (id) => {
      const { html, text } = await renderEmail(id, EMAIL_TEMPLATES[id].sample)
      expect(html).toContain('lang="en-US"')
      expect(html).toContain('name="color-scheme" content="light dark"')
      expect(html).toContain('@media (prefers-color-scheme: dark)')
      // Layout tables have the role presentation. Data tables have row headers.
      for (const [table] of html.matchAll(/<table[^>]*>/g))
        expect(table.includes('role="presentation"') || !table.includes('role=')).toBe(true)
      const rows = html.match(/<tr class="line">/g)?.length ?? 0
      expect(html.match(/<th scope="row"/g)?.length ?? 0).toBe(rows)
      expect(html.match(/<h1/g)).toHaveLength(1)
      // Emails load no external resources because these could track the reader or be blocked.
      expect(html).not.toMatch(/<img|url\(|<link/)
      // An email has at most one button. The text version shows its URL, but the HTML version does not.
      const buttons = EMAIL_TEMPLATES[id].blocks.filter(({ kind }) => kind === 'button')
      expect(buttons.length).toBeLessThanOrEqual(1)
      if (buttons.length > 0) expect(text).toMatch(/:\nhttps:\/\/\S+/)
      if (id !== 'webhook-disabled') expect(html.replaceAll(/<[^>]*>/g, '')).not.toContain('https://')
      expect(`${html}${text}`).not.toMatch(/\bACH\b|[Ee]-mail|[Zz]ip [Cc]ode/)
    },
  )

  test('have the agency audience if their ID starts with agency-, except agency-registered [EML-1]', () => {
    const accountless = (Object.keys(EMAIL_TEMPLATES) as EmailTemplateId[]).filter((id) => id.startsWith('agency-'))
    const toStaff = ['agency-registered']
    expect(accountless.filter((id) => (EMAIL_TEMPLATES[id].audience === 'agency') === toStaff.includes(id))).toEqual([])
  })

  test.each(Object.keys(EMAIL_TEMPLATES) as EmailTemplateId[])(
    'use only wording that fits the audience of %s [EML-1]',
    (id) => {
      const { audience, subject, preview, blocks } = EMAIL_TEMPLATES[id]
      const text = JSON.stringify([subject, preview, blocks])
      if (audience === 'policyholder') expect(text).not.toMatch(/[Tt]he insured\b(?! property)|[Yy]our client/)
      else expect(text).not.toMatch(/[Yy]our (policy|coverage|payment|agent|card|lender|installments?)\b/)
    },
  )

  test('offer no unsubscribe option, except in the daily digests [EML-3]', () => {
    const ids = (Object.keys(EMAIL_TEMPLATES) as EmailTemplateId[]).filter((id) => 'off' in EMAIL_TEMPLATES[id].sample)
    expect(ids.sort()).toEqual(['agency-daily-digest', 'daily-digest'])
  })

  test('keep a short label on one line and wrap a long label between words', async () => {
    const { html } = await renderEmail('endorsement', EMAIL_TEMPLATES.endorsement.sample)
    expect(html).toMatch(/white-space:nowrap;width:1%"?>Total premium</)
    expect(html).toMatch(/word-break:normal"?>Pro rata premium change</)
  })

  test.each(Object.keys(EMAIL_TEMPLATES) as EmailTemplateId[])(
    'convert %s to source text and back without any changes',
    (id) => {
      expect(parseTemplateSource(toTemplateSource(EMAIL_TEMPLATES[id].blocks))).toEqual(EMAIL_TEMPLATES[id].blocks)
    },
  )

  test('join consecutive lines into one paragraph or list until an empty line', () => {
    expect(parseTemplateSource('One\r\ntwo\n\n\nthree\n- A: b\n- C: d: e\n')).toEqual([
      { kind: 'paragraph', text: 'One two' },
      { kind: 'paragraph', text: 'three' },
      {
        kind: 'facts',
        rows: [
          ['A', 'b'],
          ['C', 'd: e'],
        ],
      },
    ])
    expect(() => parseTemplateSource('- A b')).toThrow('the line "- A b" must be a label, a colon and a value.')
  })

  test('format amounts, dates and times in US notation', async () => {
    const { text } = await renderEmail('cancellation', EMAIL_TEMPLATES.cancellation.sample)
    expect(text).toContain('Coverage ends: 12/15/2026')
    expect(text).toContain('Refund: $500.00')
    expect((await renderEmail('password-reset', EMAIL_TEMPLATES['password-reset'].sample)).text).toContain(
      '11/20/2026, 12:30',
    )
  })

  test('escape markup in values', async () => {
    const mail = await renderEmail('cancellation', {
      ...EMAIL_TEMPLATES.cancellation.sample,
      firstName: '<img src=x onerror=alert(1)>',
    })
    expect(mail.html).not.toContain('<img src=x')
    expect(mail.html).toContain('&lt;img src=x')
  })

  test('throw an error if a value is missing', async () => {
    await expect(renderEmail('password-reset', { firstName: 'Marina', link } as never)).rejects.toThrow('expiresAt')
  })
})

describe('email delivery', () => {
  test('sends the sender, recipient, HTML, text and attachment to the mail server', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let data = ''
        stream.on('data', (chunk) => (data += chunk)).on('end', () => done(null, String(received.push(data))))
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const mail = createEmailProvider({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Tideline <no-reply@example.com>',
    })
    stop = () => {
      void mail.close()
      server.close()
    }
    const { messageId } = await mail.send({
      to: 'marina.sample@example.com',
      toName: 'Marina Sample',
      ...(await mail.render('receipt', EMAIL_TEMPLATES.receipt.sample)),
      unsubscribe: 'https://tideline.example.com/profile',
      attachments: [{ filename: 'receipt.pdf', content: new Uint8Array([37, 80]), contentType: 'application/pdf' }],
    })
    expect(messageId).toContain('@')
    expect(received[0]).toContain('From: Tideline <no-reply@example.com>')
    expect(received[0]).toContain('To: Marina Sample <marina.sample@example.com>')
    expect(received[0]).toContain('List-Unsubscribe: <https://tideline.example.com/profile>')
    expect(received[0]).toMatch(/text\/plain[\s\S]*text\/html[\s\S]*receipt\.pdf/)
  })

  test('distinguishes a permanent rejection from a temporary error', async () => {
    const sendToRejectingServer = async (code: number) => {
      const rejection = Object.assign(new Error('No such mailbox'), { responseCode: code })
      const server = new SMTPServer({
        authOptional: true,
        hideSTARTTLS: true,
        onRcptTo: (_, __, done) => done(rejection),
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
      const { port } = server.server.address() as AddressInfo
      const mail = createEmailProvider({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'x@example.com' })
      const thrown = await mail
        .send({ to: 'a@example.com', subject: 's', html: 'h', text: 't' })
        .catch((problem) => problem)
      await mail.close()
      await new Promise<void>((closed) => server.close(() => closed()))
      return thrown
    }
    expect(await sendToRejectingServer(550)).toBeInstanceOf(EmailRejectedError)
    const later = await sendToRejectingServer(451)
    expect(later).toBeInstanceOf(Error)
    expect(later).not.toBeInstanceOf(EmailRejectedError)
  })

  test('stores the email in the demo mailbox if no mail server is configured', async () => {
    const mail = createEmailProvider({ SMTP_URL: undefined, MAIL_FROM: 'x@example.com' })
    expect((await mail.send({ to: 'a@example.com', subject: 's', html: 'h', text: 't' })).messageId).toContain(
      '@mailbox',
    )
  })
})

describe('demo mailbox', async () => {
  const { db, pool } = await createTestDatabase()
  const id = '00000000-0000-4000-8000-000000000001'
  await db
    .insertInto('email_messages')
    .values({
      email_message_id: id,
      to_email: 'marina.sample@example.com',
      to_name: 'Marina Sample',
      subject: 'Your <link>',
      html: '<html><head></head><body>Hi</body></html>',
      text: `Open my policy:\n${link}\n<b>not bold</b>`,
      template: 'policyholder-link',
    })
    .execute()
  const mailbox = createMailboxPage(pool)

  test('lists the recipient and subject of each email', async () => {
    const page = await (await mailbox.request('/')).text()
    expect(page).toContain('Your &lt;link&gt;')
    expect(page).toContain('Marina Sample &lt;marina.sample@example.com&gt;')
    expect(page).toContain(`href="/mailbox/${id}"`)
  })

  test('shows the text of an email with working links, and the HTML in a sandbox', async () => {
    const page = await (await mailbox.request(`/${id}`)).text()
    expect(page).toContain('<a href="https://tideline.test/policyholder?token=a&amp;b=c">')
    expect(page).toContain('&lt;b&gt;not bold')
    expect(page).toMatch(/<iframe[^>]*sandbox="[^"]*"/)
    expect(await (await mailbox.request(`/${id}/html`)).text()).toContain('<base target="_blank" />')
  })

  test('filters emails by recipient', async () => {
    expect(await (await mailbox.request('/?to=marina')).text()).toContain('Your &lt;link&gt;')
    expect(await (await mailbox.request('/?to=nobody')).text()).toContain('No mail for nobody')
  })

  test('returns 404 for an unknown email', async () => {
    expect((await mailbox.request('/m2')).status).toBe(404)
  })
})
