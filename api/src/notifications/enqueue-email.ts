import { randomUUID } from 'node:crypto'
import { type Insertable, sql, type Transaction } from 'kysely'
import { createBatchedStatement } from '../db/batched-statement.ts'
import type { DB, EmailMessage } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { enqueueJobs } from '../outbox/enqueue-job.ts'
import { exhaustedJobsSql, pendingJobCondition } from '../outbox/pending-job.ts'
import { EmailRejectedError, type OutgoingEmail } from '../providers/mail/mail.ts'
import type { EmailTemplateId, EmailTemplateValues } from '../providers/mail/templates/index.ts'
import { readSettings } from '../settings/settings.ts'
import { type ActiveEmailText, buildActiveTemplate } from './templates/active-template.ts'
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
 * `id` are sent only once. Nothing is queued if the recipient has no email address.
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
    emails
      .filter(({ to }) => to !== '')
      .map((email) => ({
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

interface StoredEmail {
  status: string | null
  /** The text that staff saved, or null if the default text is active. */
  activeText: ActiveEmailText | null
}

/** Reads the stored emails of jobs, and the active texts of their templates. */
const readStoredEmail = createBatchedStatement(
  async (db, jobs: readonly Pick<EmailJob, 'emailMessageId' | 'template'>[]): Promise<StoredEmail[]> => {
    const ids = jobs.map(({ emailMessageId }) => emailMessageId)
    const templates = jobs.map(({ template }) => template)
    const { rows } = await sql<StoredEmail>`
      select m.status, case when t.template is not null then json_build_object('subject', t.subject, 'preview', t.preview,
        'source', t.source, 'version', t.version) end as "activeText"
      from unnest(${ids}::uuid[], ${templates}::text[]) with ordinality as job (id, template, place)
      left join email_messages m on m.email_message_id = job.id
      left join email_templates t on t.template = job.template and t.is_active
      order by job.place`.execute(db)
    return rows
  },
)

/** Stores emails as queued. Keeps those that are stored already. Returns their ids. */
const storeEmail = createBatchedStatement(
  async (db, emails: readonly (Insertable<EmailMessage> & { email_message_id: string })[]): Promise<string[]> => {
    const rows = await db
      .insertInto('email_messages')
      .values([...emails])
      .onConflict((conflict) => conflict.column('email_message_id').doNothing())
      .returning('email_message_id')
      .execute()
    // The demo book assigns its own IDs to past emails.
    const isAssigned = rows.length === emails.length
    return emails.map((email, index) => (isAssigned && rows[index]?.email_message_id) || email.email_message_id)
  },
)

interface SentEmail {
  id: string
  now: Date
  outcome: { messageId: string } | { rejection: string }
}

/** Records whether emails were sent or rejected. */
const recordOutcome = createBatchedStatement(async (db, emails: readonly SentEmail[]): Promise<undefined[]> => {
  const messageIds = emails.map(({ outcome }) => ('messageId' in outcome ? outcome.messageId : null))
  const rejections = emails.map(({ outcome }) => ('rejection' in outcome ? outcome.rejection : null))
  await sql`
    update email_messages m set attempts = m.attempts + 1, status = case when sent.rejection is null then 'sent' else 'failed' end,
      sent_at = case when sent.rejection is null then sent.at else m.sent_at end,
      provider_message_id = coalesce(sent.message_id, m.provider_message_id), error = coalesce(sent.rejection, m.error)
    from unnest(${emails.map(({ id }) => id)}::uuid[], ${messageIds}::text[], ${rejections}::text[],
      ${emails.map(({ now }) => now)}::timestamptz[]) as sent (id, message_id, rejection, at)
    where m.email_message_id = sent.id`.execute(db)
  return []
})

/**
 * Renders and sends an email, and stores it for the policy's notifications. If the job runs again after a crash, an
 * email that was already sent is not sent again. Emails that are sent at the same time share their statements.
 */
export async function sendEmail(ctx: Pick<Ctx, 'db' | 'log' | 'now' | 'providers'>, job: EmailJob): Promise<void> {
  const { db, now, providers } = ctx
  const { emailMessageId } = job
  const stored = await readStoredEmail(db, job)
  if (stored.status !== null && stored.status !== 'queued') return
  const template = job.words
    ? buildEmailTemplate(job.template, job.words, 1)
    : buildActiveTemplate(ctx, job.template, stored.activeText ?? undefined)
  const { brand, supportEmail } = await readSettings(db, now)
  const mail = await providers.mail.render(job.template, job.values, template, { brand, supportEmail })
  const id =
    stored.status === 'queued'
      ? emailMessageId
      : await storeEmail(db, {
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
  await recordOutcome(db, { id, now, outcome: await deliverEmail(providers, job, mail) })
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
