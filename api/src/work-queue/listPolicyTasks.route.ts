import { type Kysely, type SqlBool, sql } from 'kysely'
import { getAgencySubtreeIds } from '../agencies/store.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createForbiddenError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { pastDueCentsSql, selectCurrentlyDue, submittedCentsSql } from '../ledger/money-sql.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { readPoliciesById } from '../policy-reads/details.ts'
import { createAgencyCondition, lacksDocumentsSql } from '../policy-reads/search-conditions.ts'

type Page = Operations['listPolicyTasks']['response']['payload']
type Filter = NonNullable<Operations['listPolicyTasks']['query']['filter']>
type Row = Omit<Page['items'][number], 'policy'> & { policyId: string }

/** Maximum number of policies to count and sort. */
const countLimit = 10_000
/** Tasks in display order. */
const tasks = ['documents', 'signature', 'payment', 'renewalHold', 'cancellation'] as const
const filters = ['overdue', ...tasks] as const

const toCondition = (filter: Filter | undefined) =>
  filter ? sql<SqlBool>`${sql.ref(`t.${filter}`)}` : sql<SqlBool>`true`

/**
 * SQL for the policies of these agencies with open tasks, one column per task, and their deadline (UI-11). Indexes cover
 * the first conditions.
 */
function buildTasksSql(agencyIds: string[], now: Date) {
  const { today: todaySql, canCancelPolicy } = buildPolicyStatusSql('p', 'clock.now')
  const today = sql.raw(todaySql)
  const isInForce = sql.raw(canCancelPolicy)
  const isPending = sql`p.pending_cancel_at is not null`
  return sql`(
    with found as materialized (
      select p.policy_id, p.policy_no, ${today} as today, p.inception_date, due.due_date, p.cancel_effective_date,
        ${isInForce} and not p.is_signed as signature,
        ${isInForce} and due.cents > ${sql.raw(submittedCentsSql)} as payment,
        ${isPending} and ${lacksDocumentsSql} as documents,
        ${isPending} and not ${lacksDocumentsSql} as cancellation,
        ${isInForce} and p.non_renewed_at is null and ${sql.raw(pastDueCentsSql(todaySql))} > 0 and exists (
          select from renewal_holds h where h.policy_id = p.policy_id and h.ended_at is null) as "renewalHold"
      from policies p cross join (select ${now}::timestamptz as now) clock
      left join policy_balances b on b.policy_id = p.policy_id
      cross join lateral ${sql.raw(selectCurrentlyDue(todaySql))} due
      where (not p.is_signed or not p.is_paid or p.pending_cancel_at is not null) and ${createAgencyCondition(agencyIds)})
    select *, least(case when signature then inception_date end, case when payment then due_date end,
        case when documents or cancellation then cancel_effective_date end) as deadline,
      (signature and inception_date < today) or (payment and due_date < today) as overdue
    from found where signature or payment or documents or cancellation limit ${countLimit + 1}) t`
}

/**
 * Builds the statement that counts the policies with open tasks, in total and by task. If there are more policies than the
 * limit, the total exceeds it by one.
 */
export const buildTaskCountsStatement = (agencyIds: string[], now: Date) => sql<Page['counts']>`
  select count(*)::integer as all, ${sql.join(
    filters.map((filter) => sql`count(*) filter (where ${toCondition(filter)})::integer as ${sql.ref(filter)}`),
  )} from ${buildTasksSql(agencyIds, now)}`

const readTasks = (
  db: Kysely<DB>,
  agencyIds: string[],
  now: Date,
  { query, counted }: { query: Operations['listPolicyTasks']['query']; counted: number },
) =>
  readPage<Row, Row>(
    db,
    {
      columns: sql`t.policy_id as "policyId", to_char(t.deadline, 'YYYY-MM-DD') as deadline, t.overdue as "isOverdue",
        array_remove(array[${sql.join(tasks.map((task) => sql`case when ${toCondition(task)} then ${task}::text end`))}], null) as tasks`,
      from: buildTasksSql(agencyIds, now),
      where: toCondition(query.filter),
      order: [
        { column: sql`t.overdue::integer`, type: 'int', direction: 'desc' },
        // A cancellation request without an effective date comes last.
        { column: sql`coalesce(t.deadline, '9999-12-31'::date)`, type: 'date', direction: 'asc' },
        { column: sql`t.policy_no`, type: 'text', direction: 'asc' },
      ],
      present: (rows) => rows,
      counted,
    },
    query,
  )

/** Lists the policies of the agent's agency and its sub-agencies that have open tasks, sorted by deadline (UI-10). */
export const listPolicyTasks: Handler<'listPolicyTasks'> = async (ctx, { query }) => {
  const { actor, db, now } = ctx
  if (actor.kind !== 'agent') throw createForbiddenError()
  const agencyIds = await getAgencySubtreeIds(db, { id: actor.agencyId })
  const { rows } = await buildTaskCountsStatement(agencyIds, now).execute(db)
  const counts = rows[0] as Page['counts']
  const page = await readTasks(db, agencyIds, now, { query, counted: counts[query.filter ?? 'all'] })
  const policies = await readPoliciesById(
    ctx,
    page.items.map(({ policyId }) => policyId),
  )
  return ok({
    ...page,
    counts: { ...counts, all: Math.min(counts.all, countLimit) },
    items: page.items.flatMap(({ policyId, ...item }) => {
      const policy = policies.get(policyId)
      return policy ? [{ ...item, policy }] : []
    }),
  })
}
