import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { getAgencySubtreeIds } from '../agencies/store.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { parseRange, parseSort, toIdArray } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { findPolicyIdPage, type PolicyListOrder } from './find-policy-id-page.ts'
import { type AdminPolicy, readAdminPolicyRows } from './policy-rows.ts'
import {
  createAddressCondition,
  createAgencyCondition,
  createAmountDueConditions,
  createNameCondition,
  createPendingItemConditions,
  createPolicyNumberCondition,
  createSearchTextCondition,
} from './search-conditions.ts'
import { getSearchTextKind } from './search-text.ts'

type Query = Operations['listAdminPolicies']['query']

const orders: Record<NonNullable<Query['sort']>[0], PolicyListOrder> = {
  inceptionDate: 'inception_date',
  id: 'policy_no',
  policyNo: 'policy_no',
  insuredName: 'insured_name',
  originalPostDate: 'original_post_date',
  totalPremium: 'total_premium_cents',
  totalDue: 'due_cents',
  agencyNo: 'agency_no',
}

export type AdminPolicyFilter = NonNullable<Query['filter']>

type StatusFilter = NonNullable<AdminPolicyFilter['status']>

/**
 * Returns index-friendly conditions that every policy with the status meets. They may also match other policies, since
 * the property's local date can be one day behind UTC.
 */
const getIndexedConditions = (status: StatusFilter, utcDay: string): RawBuilder<SqlBool>[] => {
  switch (status) {
    case 'Cancelled':
      return [sql`p.cancelled_at is not null`]
    case 'Pending Cancel':
      return [sql`p.pending_cancel_at is not null`]
    case 'Non-renew':
      return [sql`p.non_renewed_at is not null`]
    case 'Expired':
      return [sql`p.expiration_date <= ${utcDay}::date`]
    case 'Bound':
      return [sql`p.inception_date >= ${utcDay}::date`]
    default:
      return [sql`p.inception_date <= ${utcDay}::date`, sql`p.expiration_date >= ${utcDay}::date`]
  }
}

const inForceCondition = sql<SqlBool>`p.cancelled_at is null and p.pending_cancel_at is null and p.non_renewed_at is null`

/**
 * Returns a condition that is true only for policies with the status, in every time zone. It covers nearly all of them,
 * so PostgreSQL rarely needs the slower exact check.
 */
const certainMatchCondition = (status: StatusFilter, utcDay: string): RawBuilder<SqlBool> => {
  switch (status) {
    case 'Cancelled':
      return sql`p.pending_cancel_at is null`
    case 'Expired':
      return sql`p.cancelled_at is null and p.expiration_date < ${utcDay}::date`
    case 'Bound':
      return sql`${inForceCondition} and p.inception_date > ${utcDay}::date`
    case 'Active':
      return sql`${inForceCondition} and p.inception_date < ${utcDay}::date and p.expiration_date > ${utcDay}::date`
    default:
      return sql`false`
  }
}

/**
 * Returns the SQL conditions for a policy status. The property's time zone decides for policies near a date boundary.
 */
function getStatusConditions(status: StatusFilter, now: Date): RawBuilder<SqlBool>[] {
  const utcDay = now.toISOString().slice(0, 10)
  const rule = sql<SqlBool>`${sql.raw(buildPolicyStatusSql('p', `'${now.toISOString()}'`).status)} = ${status}`
  return [...getIndexedConditions(status, utcDay), sql`((${certainMatchCondition(status, utcDay)}) or ${rule})`]
}

async function getConditions(ctx: Ctx, filter: AdminPolicyFilter) {
  const texts: RawBuilder<SqlBool>[] = []
  if (filter.q) texts.push(createSearchTextCondition(filter.q, 1, 'filter.q'))
  if (filter.policyNo) texts.push(createPolicyNumberCondition(filter.policyNo, 1, 'filter.policyNo'))
  if (filter.insuredName) texts.push(createNameCondition(filter.insuredName, 1, 'filter.insuredName'))
  if (filter.address) texts.push(createAddressCondition(filter.address, 1, 'filter.address'))
  const others: RawBuilder<SqlBool>[] = []
  if (filter.agencyNo) others.push(createAgencyCondition(await getAgencySubtreeIds(ctx.db, { no: filter.agencyNo })))
  if (filter.productId) others.push(sql`p.product_id = ${filter.productId}`)
  if (filter.status) others.push(...getStatusConditions(filter.status, ctx.now))
  if (filter.isPaid !== undefined) {
    const conditions = createAmountDueConditions(buildPolicyStatusSql('p', `'${ctx.now.toISOString()}'`).today)
    if (filter.isPaid) others.push(sql<SqlBool>`not (${sql.join(conditions, sql` and `)})`)
    else others.push(...conditions)
  }
  if (filter.isSigned !== undefined) others.push(sql`p.is_signed = ${filter.isSigned}`)
  if (filter.waitsFor) others.push(...createPendingItemConditions(filter.waitsFor, ctx.now))
  if (filter.inceptionFrom) others.push(sql`p.inception_date >= ${filter.inceptionFrom}::date`)
  if (filter.inceptionTo) others.push(sql`p.inception_date <= ${filter.inceptionTo}::date`)
  if (filter.id) others.push(sql`p.policy_no = any(${toIdArray(filter.id)}::text[])`)
  return {
    conditions: [...texts, ...others],
    text: getSearchTextKind([filter.q, filter.policyNo, filter.insuredName, filter.address]),
  }
}

/** Parses a back-office list query into conditions and order. Throws 400 if the search text is too short. */
export async function parseAdminListQuery(ctx: Ctx, { sort, filter = {} }: Pick<Query, 'sort' | 'filter'>) {
  return { ...(await getConditions(ctx, filter)), ...parseSort(sort, orders) }
}

/** Returns one page of the back-office policy list, with its range and the total in the headers. */
export async function listAdminPolicies(ctx: Ctx, query: Query) {
  const { offset: first, limit } = parseRange(query.range)
  const page = await findPolicyIdPage(ctx.db, { ...(await parseAdminListQuery(ctx, query)), offset: first, limit })
  const policies = await readAdminPolicyRows(ctx.db, page.policyIds, ctx.now)
  const end = first + Math.max(page.policyIds.length - 1, 0)
  return { policies, contentRange: `policies ${first}-${end}/${page.total}`, isCapped: page.isCapped }
}

/** Returns one policy in the format of the list. Throws 404. */
export async function readAdminPolicy(ctx: Ctx, policyNo: string): Promise<AdminPolicy> {
  const row = await ctx.db
    .selectFrom('policies')
    .select('policy_id')
    .where('policy_no', '=', policyNo)
    .executeTakeFirst()
  const [policy] = row ? await readAdminPolicyRows(ctx.db, [row.policy_id], ctx.now) : []
  if (!policy) throw createNotFoundError({ policyNo })
  return policy
}
