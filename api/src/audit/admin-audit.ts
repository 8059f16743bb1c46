import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import { FileAnswer } from '../http/answer.ts'
import { type Collection, contains, likeLetters, listCollection, oneOf } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { notFound } from '../http/refusal.ts'
import { writeAudit } from './audit.ts'

type Entry = Operations['getAdminAuditEntry']['answer']

interface Row {
  id: string
  at: Date
  actor_kind: Entry['actorKind']
  actor_name: string
  action: string
  entity: string
  entity_id: string
  policy_no: string | null
  details: string
  request_id: string | null
}

/** What the search looks into; an index holds the same text. */
const words = sql`lower(a.action || ' ' || a.actor_name || ' ' || a.entity || ' ' || a.entity_id)`

/** The first moment of a day as the company counts days, so many days later. */
const startOf = (day: string, later = 0): RawBuilder<unknown> =>
  sql`((${day}::date + ${later}::integer)::timestamp at time zone 'America/New_York')`

/** The audit trail as the back office lists it, newest first. */
export const adminAudit: Collection<'listAdminAudit', Row> = {
  name: 'audit',
  from: sql`audit_log a left join policies p on p.policy_id = a.policy_id`,
  columns: sql`a.audit_id::text as id, a.occurred_at as at, a.actor_kind, left(a.actor_name, 200) as actor_name, a.action,
    a.entity, left(a.entity_id, 50) as entity_id, p.policy_no, left(a.details::text, 20000) as details,
    left(a.request_id, 50) as request_id`,
  id: sql`a.audit_id`,
  sorts: { at: sql`a.occurred_at` },
  filters: {
    q: (text) => sql<SqlBool>`${words} like ${`%${likeLetters(text.toLowerCase())}%`}`,
    policyNo: (no) => sql`a.policy_id = (select policy_id from policies where policy_no = ${no.toUpperCase()})`,
    actorKind: (kind) => sql`a.actor_kind = ${kind}`,
    actorName: (name) => contains(sql`a.actor_name`, name),
    action: (action) => sql`a.action = ${action}`,
    subjectKind: (entity) => sql`a.entity = ${entity}`,
    subjectId: (id) => sql`a.entity_id = ${id}`,
    requestId: (id) => sql`a.request_id = ${id}`,
    from: (day) => sql`a.occurred_at >= ${startOf(day)}`,
    to: (day) => sql`a.occurred_at < ${startOf(day, 1)}`,
  },
  present: (row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actorName: row.actor_name,
    action: row.action,
    subjectKind: row.entity,
    subjectId: row.entity_id,
    policyNo: row.policy_no,
    details: row.details,
    requestId: row.request_id,
  }),
}

/** One entry. Throws 404. */
export async function requireEntry(ctx: Ctx, id: string): Promise<Entry> {
  const found = await oneOf(ctx.db, adminAudit, id)
  if (!found) throw notFound({ auditId: id })
  return found
}

const columns = [
  'id',
  'at',
  'actorKind',
  'actorName',
  'action',
  'subjectKind',
  'subjectId',
  'policyNo',
  'details',
  'requestId',
]

const rowsAtMost = 100_000
const rowsAtATime = 1000

/** The entries in order, a thousand at a time; those that are written meanwhile do not move the others. */
async function* entriesOf(ctx: Ctx, query: Operations['exportAdminAudit']['query'], last: string) {
  const fixed = {
    ...adminAudit,
    from: sql`(select * from audit_log where audit_id <= ${last}::bigint) a
    left join policies p on p.policy_id = a.policy_id`,
  }
  for (let first = 0; first < rowsAtMost; first += rowsAtATime) {
    const { body } = await listCollection<'listAdminAudit', Row, Entry>(ctx.db, fixed, {
      ...query,
      range: [first, first + rowsAtATime - 1],
    })
    yield* body
    if (body.length < rowsAtATime) return
  }
}

/** The list as a CSV file. Who took it out is written down before the first row leaves, and is its newest entry. */
export async function exportAudit(ctx: Ctx, query: Operations['exportAdminAudit']['query']): Promise<FileAnswer> {
  await writeAudit(ctx, {
    action: 'audit.export',
    entity: 'audit',
    entityId: 'export',
    details: { filter: JSON.stringify(query.filter ?? {}) },
  })
  const { rows } = await sql<{ last: string }>`select max(audit_id)::text as last from audit_log`.execute(ctx.db)
  const csv = stringify({ header: true, columns, escape_formulas: true })
  const source = Readable.from(entriesOf(ctx, query, rows[0]?.last ?? '0'))
  source.on('error', (error) => csv.destroy(error))
  return new FileAnswer(Readable.toWeb(source.pipe(csv)) as ReadableStream<Uint8Array>, {
    contentType: 'text/csv; charset=utf-8',
    fileName: `audit-${ctx.now.toISOString().slice(0, 10)}.csv`,
    disposition: 'attachment',
  })
}
