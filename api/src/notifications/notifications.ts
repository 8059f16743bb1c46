import { getLetterTitle } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import { getPropertyDate, type PropertyLocation } from '../calendar/property-date.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { anyContainsTextSql, type Collection, idsCondition } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { FileResponse } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'
import type { Letter } from './letter.ts'
import { maskEmailSecrets } from './mask-email-secrets.ts'

export type PolicyNotification = Operations['listPolicyNotifications']['response']['payload'][number]

const subjects: Record<string, string> = {
  cancellation: 'Notice of cancellation',
  nonRenewal: 'Notice of nonrenewal',
  nonRenewalRescinded: 'Rescission of notice of nonrenewal',
  reinstatement: 'Notice of reinstatement',
  rewrite: 'Notice of a new policy number',
  renewal: 'Notice of renewal',
  expiry: 'Notice of the end of coverage',
}
const getSubject = (kind: string) => subjects[kind] ?? getLetterTitle(kind)

/** The two kinds of letters: notices of a transaction, and letters about nonpayment from the print queue. */
type LetterSource = 'notice' | 'letter'

/** Returns the path of a letter: its kind, source and id. */
const getPath = (kind: string, source: LetterSource, letterId: string) => `${kind}-${source}-${letterId}.pdf`
const getTemplate = (kind: string) => kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * SQL for the emails and letters of all policies in one format. Filter by `is_message` only in the outer query because
 * a condition inside either part makes sorting slow.
 */
const messages = sql`(
  select m.email_message_id as id, 'email' as type, m.policy_id, m.template, m.template_version as version, m.subject,
    m.to_email::text as recipient, m.status, m.created_at, m.sent_at, null::date as mailed_on, null as kind,
    null as source, true as is_message
  from email_messages m
  union all
  select n.notice_id, 'letter', n.policy_id, n.kind, 1, n.kind, coalesce(nullif(n.recipient_name, '') || coalesce(', ' || n.recipient_address, ''), n.recipient_address, ''),
    case when n.sent_at is null then 'queued' else 'sent' end, n.created_at, n.sent_at, null, n.kind, 'notice',
    n.method = 'mail'
  from notices n
  union all
  select l.postal_notice_id, 'letter', l.policy_id, l.kind, 1, l.kind, l.recipient_name || ', ' || l.recipient_address,
    case l.state when 'exported' then 'queued' when 'mailed' then 'sent' else l.state end, l.created_at, l.exported_at,
    l.mailed_on, l.kind, 'letter', true
  from postal_notices l)`

interface Row {
  id: string
  type: 'email' | 'letter'
  policy_no: string
  template: string
  version: number
  subject: string
  recipient: string
  status: 'queued' | 'sent' | 'failed' | 'undeliverable' | 'replaced'
  created_at: Date
  sent_at: Date | null
  mailed_on: string | null
  kind: string | null
  source: LetterSource | null
}

/**
 * Returns the date on which a letter was mailed. The print vendor's date is recorded only for letters about nonpayment;
 * other letters are mailed when they are created.
 */
const getMailingDate = (row: Row, place: PropertyLocation): string | null =>
  row.source === 'notice' && row.sent_at ? getPropertyDate(row.sent_at, place) : row.mailed_on

const toNotificationResponse = (row: Row): Omit<PolicyNotification, 'mailedOn'> => ({
  id: row.id,
  type: row.type,
  template: getTemplate(row.template),
  path: row.kind && row.source ? getPath(row.kind, row.source, row.id) : row.template,
  version: row.version,
  subject: row.kind ? getSubject(row.kind) : row.subject,
  recipient: row.recipient,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})

/** Lists the emails and letters of a policy, newest first. Throws 404. */
export async function listPolicyNotifications(ctx: Ctx, policyNo: string): Promise<PolicyNotification[]> {
  const policy = await requirePolicy(ctx, policyNo)
  const { rows } = await sql<Row>`
    select m.*, ${policyNo} as policy_no from ${messages} m where m.policy_id = ${policy.policyId} and m.is_message
    order by m.created_at desc, m.id limit 1000`.execute(ctx.db)
  return rows.map((row) => ({ ...toNotificationResponse(row), mailedOn: getMailingDate(row, policy) }))
}

/** Returns an email as it was sent. Log-in links and codes are masked. Throws 404. */
export async function readPolicyEmail(
  ctx: Ctx,
  input: { policyNo: string; template: string; id: string; version: number | undefined },
) {
  const { policyId } = await requirePolicy(ctx, input.policyNo)
  const mail = await ctx.db
    .selectFrom('email_messages')
    .selectAll()
    .where('email_message_id', '=', input.id)
    .where('policy_id', '=', policyId)
    .where('template', '=', input.template)
    .executeTakeFirst()
  if (!mail || (input.version !== undefined && input.version !== mail.template_version))
    throw createNotFoundError(input)
  return {
    id: mail.email_message_id,
    template: mail.template,
    version: mail.template_version,
    versions: [mail.template_version],
    subject: mail.subject,
    html: maskEmailSecrets(mail.template, mail.html),
    text: maskEmailSecrets(mail.template, mail.text),
    recipient: mail.to_email,
    createdAt: mail.created_at.toISOString(),
  }
}

async function findNotice(db: Kysely<DB>, policyId: string, path: string) {
  const [, kind, source, id] = /^([A-Za-z]+)-(notice|letter)-([0-9a-f-]{36})\.pdf$/.exec(path) ?? []
  if (!kind || !id) throw createNotFoundError({ path })
  const table =
    source === 'notice'
      ? sql`(select notice_id as id, policy_id, kind, created_at, letter from notices)`
      : sql`(select postal_notice_id as id, policy_id, kind, created_at, letter from postal_notices)`
  const { rows } = await sql<{ kind: string; created_at: Date; letter: Letter }>`
    select n.kind, n.created_at, n.letter from ${table} n
    where n.id::text = ${id} and n.policy_id = ${policyId} and n.kind = ${kind}`.execute(db)
  const [notice] = rows
  if (!notice) throw createNotFoundError({ path })
  return notice
}

/** Renders a letter as it was mailed, from its stored content. Throws 404. */
export async function openLetter(ctx: Ctx, policyNo: string, path: string): Promise<FileResponse> {
  const policy = await requirePolicy(ctx, policyNo)
  const { kind, created_at: issuedAt, letter } = await findNotice(ctx.db, policy.policyId, path)
  const { bytes } = await ctx.providers.pdf.notice({
    title: getSubject(kind),
    reference: `Policy ${policyNo}`,
    ...letter,
    signers: [],
    issuedAt,
  })
  return new FileResponse(bytes, { contentType: 'application/pdf', fileName: 'letter.pdf', disposition: 'attachment' })
}

/** List of the notifications of all policies, for staff. */
export const adminNotificationCollection: Collection<'listAdminNotifications', Row> = {
  name: 'notifications',
  from: sql`${messages} m join policies p on p.policy_id = m.policy_id and m.is_message`,
  columns: sql`m.*, p.policy_no`,
  id: sql`m.id`,
  sorts: { createdAt: sql`m.created_at`, policyNo: sql`p.policy_no`, status: sql`m.status`, id: sql`m.id` },
  filters: {
    q: (text) => anyContainsTextSql([sql`m.subject`, sql`m.recipient`], text),
    policyNo: (no) => sql`p.policy_no = ${no}`,
    type: (type) => sql`m.type = ${type}`,
    status: (status) => sql`m.status = ${status}`,
    createdFrom: (day) => sql`m.created_at >= ${day}::date`,
    createdTo: (day) => sql`m.created_at < ${day}::date + 1`,
    id: (ids) => idsCondition(sql`m.id`, ids),
  },
  present: (row) => {
    const { id, type, template, subject, recipient, status, createdAt, sentAt } = toNotificationResponse(row)
    return { id, policyNo: row.policy_no, type, template, subject, recipient, status, createdAt, sentAt }
  },
}
