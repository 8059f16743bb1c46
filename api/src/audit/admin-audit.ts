import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import {
  type Collection,
  containsTextSql,
  escapeLikePattern,
  findCollectionRow,
  getCollectionRows,
} from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import type { FileResponse } from '../http/response.ts'
import { exportList } from './export-list.ts'
import { getCurrentAction, getRecordedActions } from './renamed-actions.ts'

type Entry = Operations['getAdminAuditEntry']['response']

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

/** SQL expression: the searchable text of an audit entry. Must match the index expression. */
const searchText = sql`lower(a.action || ' ' || a.actor_name || ' ' || a.entity || ' ' || a.entity_id)`

/** Returns the start of a date in Eastern time. `later` adds days to the date. */
const getStart = (day: string, later = 0): RawBuilder<unknown> =>
  sql`((${day}::date + ${later}::integer)::timestamp at time zone 'America/New_York')`

/** Audit log list for the back office, newest entries first. */
export const adminAuditCollection: Collection<'listAdminAudit', Row> = {
  name: 'audit',
  from: sql`audit_log a left join policies p on p.policy_id = a.policy_id`,
  columns: sql`a.audit_id::text as id, a.occurred_at as at, a.actor_kind, left(a.actor_name, 200) as actor_name, a.action,
    a.entity, left(a.entity_id, 50) as entity_id, p.policy_no, left(a.details::text, 20000) as details,
    left(a.request_id, 50) as request_id`,
  id: sql`a.audit_id`,
  sorts: { at: sql`a.occurred_at` },
  filters: {
    q: (text) => sql<SqlBool>`${searchText} like ${`%${escapeLikePattern(text.toLowerCase())}%`}`,
    policyNo: (no) => sql`a.policy_id = (select policy_id from policies where policy_no = ${no.toUpperCase()})`,
    actorKind: (kind) => sql`a.actor_kind = ${kind}`,
    actorName: (name) => containsTextSql(sql`a.actor_name`, name),
    action: (action) => sql`a.action = any(${getRecordedActions(action)}::text[])`,
    subjectKind: (entity) => sql`a.entity = ${entity}`,
    subjectId: (id) => sql`a.entity_id = ${id}`,
    requestId: (id) => sql`a.request_id = ${id}`,
    from: (day) => sql`a.occurred_at >= ${getStart(day)}`,
    to: (day) => sql`a.occurred_at < ${getStart(day, 1)}`,
  },
  present: (row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actorName: row.actor_name,
    action: getCurrentAction(row.action),
    subjectKind: row.entity,
    subjectId: row.entity_id,
    policyNo: row.policy_no,
    details: row.details,
    requestId: row.request_id,
  }),
}

/** Returns an audit log entry. Throws 404. */
export async function requireAuditEntry(ctx: Ctx, id: string): Promise<Entry> {
  const found = await findCollectionRow(ctx.db, adminAuditCollection, id)
  if (!found) throw createNotFoundError({ auditId: id })
  return found
}

const columns: (keyof Entry)[] = [
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

/**
 * Exports the audit log as a CSV file. Excludes entries that were written after the export started, because new entries
 * would shift the pages.
 */
export const exportAuditLog = (ctx: Ctx, query: Operations['exportAdminAudit']['query']): Promise<FileResponse> =>
  exportList<Entry>(ctx, {
    ...{ name: 'audit', columns, query },
    open: async () => {
      const { rows } = await sql<{ last: string }>`select max(audit_id)::text as last from audit_log`.execute(ctx.db)
      const until = {
        ...adminAuditCollection,
        from: sql`(select * from audit_log where audit_id <= ${rows[0]?.last ?? '0'}::bigint) a
        left join policies p on p.policy_id = a.policy_id`,
      }
      return (first, count) => getCollectionRows<'listAdminAudit', Row, Entry>(ctx.db, until, query, first, count)
    },
  })
