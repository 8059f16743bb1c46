import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { enqueueJobs } from '../outbox/enqueue-job.ts'
import { exhaustedJobsSql, pendingJobCondition } from '../outbox/pending-job.ts'
import { EmailRejectedError, type OutgoingEmail } from '../providers/mail/mail.ts'
import type { EmailTemplateId, EmailTemplateValues } from '../providers/mail/templates/index.ts'
import { readSettings } from '../settings/settings.ts'
import { getActiveTemplate } from './templates/active-template.ts'
import { buildEmailTemplate, type EmailText } from './templates/validate-text.ts'

/** An email to send: the template with its values, the recipient and the policy. */
export interface EmailJob<Id extends EmailTemplateId = EmailTemplateId> {
  emailMessageId: string
  policyId: string | null
  to: string
  toName: string | null
  template: Id
  values: EmailTemplateValues[Id]
  /** Draft text to send as a test in place of the active template. */
  words?: EmailText
}

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'send-mail': EmailJob
  }
}

export interface QueuedEmail<Id extends EmailTemplateId = EmailTemplateId> {
  id?: string
  to: string
  toName?: string
  policyId?: string
  template: Id
  values: EmailTemplateValues[Id]
}

/**
 * Queues an email in the caller's transaction. It is sent only if the transaction commits. Two emails with the same
 * `id` are sent only once.
 */
export const enqueueEmail = <Id extends EmailTemplateId>(trx: Transaction<DB>, email: QueuedEmail<Id>): Promise<void> =>
  enqueueEmails(trx, [email])

/** Same as `enqueueEmail`, for several emails in one statement. */
export const enqueueEmails = <Id extends EmailTemplateId>(
  trx: Transaction<DB>,
  emails: readonly QueuedEmail<Id>[],
): Promise<void> =>
  enqueueJobs(
    trx,
    'send-mail',
    emails.map((email) => ({
      payload: {
        emailMessageId: email.id ?? randomUUID(),
        policyId: email.policyId ?? null,
        to: email.to,
        toName: email.toName ?? null,
        template: email.template,
        values: email.values,
      } as EmailJob,
    })),
  )

/**
 * Renders and sends an email, and stores it for the policy's notifications. If the job runs again after a crash, an
 * email that was already sent is not sent again.
 */
export async function sendEmail(ctx: Pick<Ctx, 'db' | 'log' | 'now' | 'providers'>, job: EmailJob): Promise<void> {
  const { db, now, providers } = ctx
  const { emailMessageId } = job
  const known = await db
    .selectFrom('email_messages')
    .select(['email_message_id', 'status'])
    .where('email_message_id', '=', emailMessageId)
    .executeTakeFirst()
  if (known && known.status !== 'queued') return
  const template = job.words
    ? buildEmailTemplate(job.template, job.words, 1)
    : await getActiveTemplate(ctx, job.template)
  const { brand, supportEmail } = await readSettings(db, now)
  const mail = await providers.mail.render(job.template, job.values, template, { brand, supportEmail })
  const kept =
    known ??
    (await db
      .insertInto('email_messages')
      .values({
        email_message_id: emailMessageId,
        policy_id: job.policyId,
        to_email: job.to,
        to_name: job.toName,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        template: job.template,
        template_version: mail.version,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('email_message_id').doNothing())
      .returning('email_message_id')
      .executeTakeFirst())
  const outcome = await deliverEmail(providers, job, mail)
  await db
    .updateTable('email_messages')
    .set((eb) => ({
      ...('messageId' in outcome
        ? { status: 'sent', sent_at: now, provider_message_id: outcome.messageId }
        : { status: 'failed', error: outcome.rejection }),
      attempts: eb('attempts', '+', 1),
    }))
    // The demo book assigns its own IDs to past emails.
    .where('email_message_id', '=', kept?.email_message_id ?? emailMessageId)
    .execute()
}

/**
 * Sends an email. Returns the reason if the email was rejected permanently. It is then stored as failed and listed in
 * the policy's notifications.
 */
async function deliverEmail(
  { mail }: Ctx['providers'],
  { to, toName, values }: EmailJob,
  { subject, html, text }: Pick<OutgoingEmail, 'subject' | 'html' | 'text'>,
): Promise<{ messageId: string } | { rejection: string }> {
  try {
    const unsubscribe = 'off' in values ? values.off.split('\t')[1] : undefined
    return await mail.send({
      ...{ to, subject, html, text },
      ...(toName && { toName }),
      ...(unsubscribe && { unsubscribe }),
    })
  } catch (thrown) {
    if (thrown instanceof EmailRejectedError) return { rejection: thrown.message.slice(0, 500) }
    throw thrown
  }
}

/**
 * Marks emails as failed if their job has no attempts left, so that staff can see them. Returns the number of emails.
 */
export async function failStuckEmails({ db }: Pick<Ctx, 'db'>): Promise<number> {
  // Checks for rows first because even an empty insert waits for table locks, for example while a book is loaded.
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${exhaustedJobsSql('send-mail')} job) as found`.execute(db)
  if (!rows[0]?.found) return 0
  const { numAffectedRows } = await sql`
    insert into email_messages (email_message_id, policy_id, to_email, to_name, subject, html, text, template, status, error, created_at)
    select (job.payload->>'emailMessageId')::uuid, (job.payload->>'policyId')::uuid, job.payload->>'to', job.payload->>'toName',
      'Not sent: ' || (job.payload->>'template'), '', '', job.payload->>'template', 'failed', left(job.last_error, 500), job.created_at
    from ${exhaustedJobsSql('send-mail')} job
    on conflict (email_message_id) do update set status = 'failed', error = excluded.error
      where email_messages.status = 'queued'
        and not ${pendingJobCondition('send-mail', 'emailMessageId', sql`email_messages.email_message_id`)}`.execute(db)
  return Number(numAffectedRows)
}
