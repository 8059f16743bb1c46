import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { earthquakeCondition } from '../catalog/products.ts'
import type { Operations } from '../generated/operations.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { assertAllowedActions, type MoratoriumAction } from '../moratoriums/moratorium-event.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { writtenRequestCondition } from './written-request.ts'

type Preview = Operations['previewMoratorium']['response']['payload']
type Caught = Preview['items'][number]
type Condition = RawBuilder<SqlBool>

/**
 * Two SQL conditions for an action: `policies` matches policies whose action would be restricted; `inProgress` matches
 * policies whose action has already begun.
 */
interface AffectedConditions {
  policies: Condition
  inProgress: Condition
}

const none = sql<SqlBool>`false`
/**
 * SQL condition: the policy has an endorsement quote that can still be bound. Every such quote counts, since it may
 * raise coverage.
 */
const openQuote = sql<SqlBool>`exists (select from quotes q where q.policy_id = p.policy_id
    and q.state in ('open', 'rated') and coalesce(q.expires_at, 'infinity') > at.now)`

/**
 * Returns conditions on `policies p` for each action that a moratorium can restrict. The actions themselves perform the
 * same checks (MOR-1).
 */
function getAffectedConditions(): Record<MoratoriumAction, AffectedConditions> {
  const is = buildPolicyStatusSql('p', 'at.now')
  const inForce = sql<SqlBool>`${sql.raw(is.canCancelPolicy)}`
  const isOver = sql<SqlBool>`${sql.raw(is.isExpired)}`
  // Cancellations that the insured requested in writing are not restricted (MOR-1).
  const isEnding = sql<SqlBool>`(p.pending_cancel_at is not null and not ${isOver} and not ${writtenRequestCondition})`
  const endorsed = { policies: inForce, inProgress: sql<SqlBool>`(${inForce} and ${openQuote})` }
  return {
    newBusiness: { policies: sql<SqlBool>`p.bound_at > at.now - interval '30 days'`, inProgress: none },
    higherLimits: endorsed,
    lowerDeductible: endorsed,
    rewrite: { policies: sql<SqlBool>`(${inForce} and p.next_policy_id is null)`, inProgress: none },
    reinstatement: {
      policies: sql<SqlBool>`((p.cancelled_at is not null or p.pending_cancel_at is not null)
        and not ${isOver} and p.next_policy_id is null)`,
      inProgress: none,
    },
    cancellation: { policies: sql<SqlBool>`(${inForce} or ${isEnding})`, inProgress: isEnding },
    nonRenewal: {
      policies: sql<SqlBool>`(${inForce} and p.non_renewed_at is null and ${sql.raw(earthquakeCondition('p.product_id'))})`,
      inProgress: none,
    },
  }
}

const any = (conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const getList = (chosen: readonly { action: string; condition: Condition }[]) =>
  sql`array_remove(array[${sql.join(
    chosen.map(({ action, condition }) => sql`case when ${condition} then ${action} end`),
  )}], null)`

/**
 * Returns the policies that a moratorium would affect if it started today. Uses the index on the county. Throws 422 if
 * a moratorium of this type cannot restrict an action.
 */
export const previewMoratorium: Handler<'previewMoratorium'> = async (ctx, { body }) => {
  assertAllowedActions(body)
  const catches = getAffectedConditions()
  const codes = [...new Set(body.locations.map(({ countyFips }) => countyFips))]
  const from = sql`policies p cross join (select ${ctx.now}::timestamptz as now) at`
  const place = sql<SqlBool>`p.county_fips = any(${codes}::text[]) and p.product_id = any(${body.products}::smallint[])`
  const wanted = body.action ? body.actions.filter((action) => action === body.action) : body.actions
  const kind = body.isInProgress ? 'inProgress' : 'policies'
  const caught = wanted.length > 0 ? any(wanted.map((action) => catches[action][kind])) : none
  const counts = await sql<Record<string, number>>`select ${sql.join(
    body.actions.flatMap((action) => [
      sql`count(*) filter (where ${catches[action].policies}) as ${sql.ref(action)}`,
      sql`count(*) filter (where ${catches[action].inProgress}) as ${sql.ref(`${action}InProgress`)}`,
    ]),
  )} from ${from} where ${place}`.execute(ctx.db)
  const all = (of: keyof AffectedConditions) =>
    body.actions.map((action) => ({ action, condition: catches[action][of] }))
  const page = await readPage<Caught, Caught>(
    ctx.db,
    {
      columns: sql`p.policy_no as "policyNo", p.insured_name as "insuredName", p.address_line as address,
        p.county_fips as "countyFips", (select name from counties c where c.county_fips = p.county_fips) as county, p.state,
        p.product_id as "productId", ${sql.raw(buildPolicyStatusSql('p', 'at.now').status)} as status,
        ${getList(all('policies'))} as actions, ${getList(all('inProgress'))} as "inProgress"`,
      from,
      where: sql<SqlBool>`${place} and ${caught}`,
      order: [
        { column: sql`p.county_fips`, type: 'text', direction: 'asc' },
        { column: sql`p.policy_no`, type: 'text', direction: 'asc' },
      ],
      present: (rows) => rows,
    },
    body,
  )
  const row = counts.rows[0] ?? {}
  return ok({
    counts: body.actions.map((action) => ({
      action,
      policies: row[action] ?? 0,
      inProgress: row[`${action}InProgress`] ?? 0,
    })),
    ...page,
  })
}
