import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import type { Operations } from '../../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'
import { EMAIL_TEMPLATES, type EmailTemplateId } from '../../providers/mail/templates/catalog.ts'
import { toTemplateSource } from '../../providers/mail/templates/template-source.ts'
import type { EmailJob } from '../enqueue-email.ts'
import { findActiveEmailText, isTemplateId, type StoredEmailText, toEmailText } from './active-template.ts'
import { buildEmailTemplate, type EmailText, getPlaceholders, getRequiredPlaceholders } from './validate-text.ts'

type Row = Operations['listMailTemplates']['response']['payload'][number]
type Detail = Operations['getMailTemplate']['response']['payload']

const released = (id: EmailTemplateId): EmailText => {
  const { subject, preview, blocks } = EMAIL_TEMPLATES[id]
  return { subject, preview, body: toTemplateSource(blocks) }
}

const toRow = (id: EmailTemplateId, stored: StoredEmailText | undefined): Row => ({
  template: id as Row['template'],
  subject: stored?.subject ?? EMAIL_TEMPLATES[id].subject,
  version: stored?.version ?? EMAIL_TEMPLATES[id].version,
  isChanged: stored !== undefined,
  changedAt: stored?.created_at.toISOString() ?? null,
  changedBy: stored?.created_by ?? null,
})

/** Lists all email templates by name and whether staff changed their text. */
export async function listMailTemplates(ctx: Ctx): Promise<Row[]> {
  const rows = await ctx.db.selectFrom('email_templates').selectAll().where('is_active', '=', true).execute()
  const inForce = new Map(rows.map((row) => [row.template, row]))
  return (Object.keys(EMAIL_TEMPLATES) as EmailTemplateId[]).sort().map((id) => toRow(id, inForce.get(id)))
}

function requireTemplate(name: string): EmailTemplateId {
  if (!isTemplateId(name)) throw createNotFoundError({ template: name })
  return name
}

/** Returns an email template with its text, its placeholders and all versions, newest first. Throws 404. */
export async function readMailTemplate(ctx: Ctx, name: string): Promise<Detail> {
  const id = requireTemplate(name)
  const stored = await findActiveEmailText(ctx.db, id)
  const versions = await ctx.db
    .selectFrom('email_templates')
    .selectAll()
    .where('template', '=', id)
    .orderBy('version', 'desc')
    .limit(200)
    .execute()
  return {
    ...toRow(id, stored),
    ...(stored ? toEmailText(stored) : released(id)),
    placeholders: getPlaceholders(id),
    required: getRequiredPlaceholders(id),
    released: released(id),
    versions: versions.map((row) => ({
      ...toEmailText(row),
      version: row.version,
      at: row.created_at.toISOString(),
      by: row.created_by ?? '',
    })),
  }
}

/** Saves a text as a new version and activates it. Returns the version number. */
async function activateText(
  ctx: TransactionContext,
  id: EmailTemplateId,
  { subject, preview, body }: EmailText,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(version), 0)::integer as last from email_templates where template = ${id}`.execute(ctx.db)
  const version = Math.max(EMAIL_TEMPLATES[id].version, rows[0]?.last ?? 0) + 1
  await ctx.db.updateTable('email_templates').set({ is_active: false }).where('template', '=', id).execute()
  await ctx.db
    .insertInto('email_templates')
    .values({
      ...{ template: id, version, subject: subject.trim(), preview: preview.trim(), source: `${body.trim()}\n` },
      ...{ is_active: true, created_by: getActorName(ctx.actor), created_at: ctx.now },
    })
    .execute()
  return version
}

/** Runs `work` with the template locked so that no other change can run. */
const withTemplateLock = <Result>(
  ctx: Ctx,
  id: EmailTemplateId,
  work: (ctx: TransactionContext) => Promise<Result>,
): Promise<Result> =>
  runInTransaction(ctx, async (ctx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`mail:${id}`}))`.execute(ctx.db)
    return work(ctx)
  })

/**
 * Changes the text of an email template. Emails that were already sent keep their text.
 * @throws {ApiError} 404 if the template does not exist; 400 if the text is invalid; 409 if someone else changed it
 * since it was read
 */
export async function saveMailTemplate(
  ctx: Ctx,
  name: string,
  input: EmailText & { seenVersion: number },
): Promise<Detail> {
  const id = requireTemplate(name)
  buildEmailTemplate(id, input, input.seenVersion)
  await withTemplateLock(ctx, id, async (ctx) => {
    const seen = (await findActiveEmailText(ctx.db, id))?.version ?? EMAIL_TEMPLATES[id].version
    if (seen !== input.seenVersion)
      throw createConflictError(
        'concurrent_change',
        'Someone else changed this email template. Reload it and try again.',
        'seenVersion',
      )
    const version = await activateText(ctx, id, input)
    await writeAuditEntry(ctx, {
      ...{ action: 'mailTemplate.save', entity: 'mailTemplate', entityId: id },
      details: { version, subject: input.subject.trim() },
    })
  })
  return readMailTemplate(ctx, id)
}

/**
 * Restores an earlier version as a new version. If no version is given, restores the default text.
 * @throws {ApiError} 404 if the template or version does not exist; 400 if the version is no longer valid
 */
export async function restoreMailTemplate(ctx: Ctx, name: string, version: number | null): Promise<Detail> {
  const id = requireTemplate(name)
  await withTemplateLock(ctx, id, async (ctx) => {
    if (version === null) {
      await ctx.db.updateTable('email_templates').set({ is_active: false }).where('template', '=', id).execute()
    } else {
      const row = await ctx.db
        .selectFrom('email_templates')
        .selectAll()
        .where('template', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      if (!row) throw createNotFoundError({ template: id, version })
      buildEmailTemplate(id, toEmailText(row), version)
      await activateText(ctx, id, toEmailText(row))
    }
    await writeAuditEntry(ctx, {
      ...{ action: 'mailTemplate.restore', entity: 'mailTemplate', entityId: id },
      details: { version: version ?? 'release' },
    })
  })
  return readMailTemplate(ctx, id)
}

/**
 * Renders an email with the given text and sample values. Throws 404 and 400 for the same reasons as
 * `saveMailTemplate`.
 */
export async function previewMailTemplate(ctx: Ctx, name: string, words: EmailText) {
  const id = requireTemplate(name)
  const { subject, html, text } = await ctx.providers.mail.render(
    id,
    EMAIL_TEMPLATES[id].sample,
    buildEmailTemplate(id, words, 1),
  )
  return { subject, html, text }
}

/**
 * Sends an email with the given text and sample values to the caller only. Throws 404 and 400 for the same reasons as
 * `saveMailTemplate`.
 */
export async function sendTestMail(ctx: Ctx, name: string, words: EmailText): Promise<{ recipient: string }> {
  const id = requireTemplate(name)
  buildEmailTemplate(id, words, 1)
  return runInTransaction(ctx, async (ctx) => {
    const { actor } = ctx
    if (actor.kind !== 'staff') throw createNotFoundError({ actor: actor.kind })
    const to = actor.email
    const mail: EmailJob = {
      ...{ emailMessageId: randomUUID(), policyId: null, to, toName: actor.name, template: id },
      ...{ values: EMAIL_TEMPLATES[id].sample, words },
    }
    await enqueueJob(ctx.db, 'send-mail', mail)
    await writeAuditEntry(ctx, { action: 'mailTemplate.test', entity: 'mailTemplate', entityId: id, details: {} })
    return { recipient: to }
  })
}
