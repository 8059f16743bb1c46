import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Pool } from 'pg'
import { formatDateTime } from '../../calendar/format-date.ts'

interface Message {
  email_message_id: string
  to_email: string
  to_name: string | null
  subject: string
  html: string
  text: string
  created_at: Date
}

const SHOWN = 100

const style = raw(`
  :root {
    color-scheme: light dark;
    --surface: light-dark(#f6f8fa, #0e1620); --raised: light-dark(#ffffff, #15202c); --pointed: light-dark(#e9edf1, #1c2937);
    --ink: light-dark(#14212e, #e6edf3); --muted: light-dark(#51606f, #a3b3c2);
    --line: light-dark(#e6ebf0, #2a3947); --line-strong: light-dark(#76838f, #71869a);
    --accent: light-dark(#0b5fa5, #7cb8e8); --accent-ink: light-dark(#ffffff, #0e1620);
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--surface); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  header, main { max-width: 56rem; margin: 0 auto; padding: 1rem; }
  header { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: baseline; justify-content: space-between; }
  h1 { margin: 0; font-size: 1.5rem; }
  a { color: var(--accent); }
  a:focus-visible, input:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  ol, .card { margin: 0; padding: 0; list-style: none; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
  li + li { border-top: 1px solid var(--line); }
  li a { display: grid; gap: 0 1rem; grid-template-columns: minmax(0, 1fr) auto; padding: 0.75rem 1rem; min-height: 44px; text-decoration: none; color: inherit; }
  li a:hover { background: var(--pointed); }
  li strong, li span { overflow-wrap: break-word; }
  .muted { color: var(--muted); font-size: 0.875rem; }
  .empty { padding: 3rem 1rem; text-align: center; }
  form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  input { flex: 1 1 10rem; min-width: 0; }
  input, button { min-height: 44px; padding: 0 0.75rem; border: 1px solid var(--line-strong); border-radius: 8px; font: inherit; background: var(--raised); color: inherit; }
  button { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); font-weight: 600; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0; padding: 1rem; }
  dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
  iframe { display: block; width: 100%; height: max(70vh, 52rem); border: 0; border-top: 1px solid var(--line); }
  @media (max-width: 32rem) { li a { grid-template-columns: minmax(0, 1fr); } }
  details { margin-top: 1rem; } summary { padding: 0.75rem 1rem; cursor: pointer; }
  pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
`)

const page = (title: string, head: unknown, body: unknown) => html`<!doctype html>
  <html lang="en-US">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Tideline / ${title}</title>
      <link rel="icon" href="/favicon.svg" />
      <style>
        ${style}
      </style>
    </head>
    <body>
      <header>${head}</header>
      <main>${body}</main>
    </body>
  </html>`

const recipient = ({ to_name, to_email }: Message) => (to_name ? `${to_name} <${to_email}>` : to_email)

/** Converts URLs in plain text to links, and escapes the rest. */
const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))

const list = (messages: Message[], to: string) =>
  page(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <form role="search">
        <label class="muted" for="to">Recipient</label>
        <input id="to" name="to" type="search" value="${to}" />
        <button>Filter</button>
      </form>
      <p class="muted">No email server is configured, so emails are kept here, newest first.</p>`,
    messages.length === 0
      ? html`<p class="card empty">No mail ${to ? html`for ${to} ` : ''}yet.</p>`
      : html`<ol>
          ${messages.map(
            (message) =>
              html`<li>
                <a href="/mailbox/${message.email_message_id}">
                  <strong>${message.subject}</strong>
                  <time class="muted" datetime="${message.created_at.toISOString()}">${formatDateTime(message.created_at)}</time>
                  <span class="muted">${recipient(message)}</span>
                </a>
              </li>`,
          )}
        </ol>`,
  )

const message = (shown: Message) =>
  page(
    shown.subject,
    html`<h1>${shown.subject}</h1>
      <a href="/mailbox">Back to the mailbox</a>`,
    html`<article class="card">
        <dl>
          <dt>To</dt>
          <dd>${recipient(shown)}</dd>
          <dt>Sent</dt>
          <dd>${formatDateTime(shown.created_at)}</dd>
        </dl>
        <iframe
          title="The message"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src="/mailbox/${shown.email_message_id}/html"
        ></iframe>
      </article>
      <details class="card" open>
        <summary>Text version</summary>
        <pre>${withLinks(shown.text)}</pre>
      </details>`,
  )

/** Creates the mailbox page. It shows emails that were not sent because no mail server is configured. */
export function createMailboxPage(pool: Pool) {
  const app = new Hono()
  const find = async (id: string) => {
    const { rows } = await pool.query<Message>('select * from email_messages where email_message_id::text = $1', [id])
    return rows[0]
  }

  app.get('/', async (c) => {
    const to = c.req.query('to') ?? ''
    const { rows } = await pool.query<Message>(
      `select * from email_messages where $1 = '' or position(lower($1) in lower(to_email::text)) > 0
        order by created_at desc limit $2`,
      [to, SHOWN],
    )
    return c.html(list(rows, to))
  })
  app.get('/:id', async (c) => {
    const found = await find(c.req.param('id'))
    return found
      ? c.html(message(found))
      : c.html(page('Not found', html`<h1>Mailbox</h1>`, html`<p>This email was not found.</p>`), 404)
  })
  app.get('/:id/html', async (c) => {
    const found = await find(c.req.param('id'))
    if (!found) return c.text('', 404)
    // Links in a sandboxed frame cannot navigate the parent page, so they open in a new tab.
    return c.html(found.html.replace('<head>', '<head><base target="_blank" />'))
  })
  return app
}
