import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { render } from './templates/index.ts'

export interface OutgoingMail {
  to: string
  toName?: string
  subject: string
  html: string
  text: string
  /** Where its reader turns it off, of a mail that comes by itself again and again; mail programs offer it beside the sender. */
  unsubscribe?: string
  attachments?: { filename: string; content: Uint8Array; contentType: string }[]
}

export interface Mail {
  render: typeof render
  /** Hands a mail over. Throws `EmailRejected` for what the server will never take, otherwise what the caller's job tries again after. */
  send: (mail: OutgoingMail) => Promise<{ messageId: string }>
  close: () => Promise<void>
}

/** The other side's server has said that it will not take this mail, now or later (a reply of 500 or more). */
export class EmailRejected extends Error {
  override readonly name = 'MailRefused'
}

/** What nodemailer throws of a server's reply. */
const getReply = (thrown: unknown) =>
  thrown instanceof Error ? (thrown as Error & { responseCode?: number }) : undefined

type MailConfig = Pick<Config, 'MAIL_FROM' | 'SMTP_URL'>

/**
 * SMTP with an address, else nowhere: whoever sends keeps the mail in `email_messages`, and there the mailbox page shows it
 *.
 */
export function createMail(config: MailConfig): Mail {
  if (!config.SMTP_URL) {
    return { render, send: async () => ({ messageId: `<${randomUUID()}@mailbox>` }), close: async () => undefined }
  }
  const transport = createTransport({ url: config.SMTP_URL, pool: true }, { from: config.MAIL_FROM })
  return {
    render,
    send: async ({ to, toName, unsubscribe, attachments, ...mail }) => {
      const files = attachments?.map((file) => ({ ...file, content: Buffer.from(file.content) }))
      try {
        const { messageId } = await transport.sendMail({
          ...mail,
          to: toName ? { name: toName, address: to } : to,
          ...(files && { attachments: files }),
          ...(unsubscribe && { list: { unsubscribe } }),
        })
        return { messageId }
      } catch (thrown) {
        const reply = getReply(thrown)
        if (reply?.responseCode && reply.responseCode >= 500) throw new EmailRejected(reply.message)
        throw thrown
      }
    },
    close: async () => transport.close(),
  }
}
