import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { renderEmail } from './templates/index.ts'

export interface OutgoingEmail {
  to: string
  toName?: string
  subject: string
  html: string
  text: string
  /** Unsubscribe URL of a recurring email. Email programs show it next to the sender. */
  unsubscribe?: string
  attachments?: { filename: string; content: Uint8Array; contentType: string }[]
}

export interface EmailProvider {
  render: typeof renderEmail
  /**
   * Sends an email. Throws `EmailRejectedError` if the server rejects the email permanently. For other errors, the
   * caller's job retries.
   */
  send: (mail: OutgoingEmail) => Promise<{ messageId: string }>
  close: () => Promise<void>
}

/** Thrown when the recipient's server permanently rejects the email (reply code 500 or more). */
export class EmailRejectedError extends Error {
  override readonly name = 'EmailRejectedError'
}

/** Time in milliseconds in which the mail server must accept a connection, greet, and send the next bytes. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Returns the mail server's reply from a nodemailer error. */
const getReply = (thrown: unknown) =>
  thrown instanceof Error ? (thrown as Error & { responseCode?: number }) : undefined

type MailConfig = Pick<Config, 'MAIL_FROM' | 'SMTP_URL'>

/**
 * Sends email by SMTP if a mail server is configured. Otherwise sends nothing; the mailbox page shows the emails in
 * `email_messages`.
 * @param limits timeouts in milliseconds
 */
export function createEmailProvider(config: MailConfig, limits: Partial<typeof timeouts> = {}): EmailProvider {
  if (!config.SMTP_URL) {
    return {
      render: renderEmail,
      send: async () => ({ messageId: `<${randomUUID()}@mailbox>` }),
      close: async () => undefined,
    }
  }
  const transport = createTransport(
    { url: config.SMTP_URL, pool: true, ...timeouts, ...limits },
    { from: config.MAIL_FROM },
  )
  return {
    render: renderEmail,
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
        if (reply?.responseCode && reply.responseCode >= 500) throw new EmailRejectedError(reply.message)
        throw thrown
      }
    },
    close: async () => transport.close(),
  }
}
