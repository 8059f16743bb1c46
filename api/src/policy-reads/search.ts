import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { findAgency, getAgencySubtreeIds } from '../agencies/store.ts'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'
import { findPolicyIdPage, type PolicyListOrder } from './find-policy-id-page.ts'
import { readPolicyRows } from './policy-rows.ts'
import {
  createAddressCondition,
  createAgencyCondition,
  createNameCondition,
  createPendingItemConditions,
  createPolicyNumberCondition,
  createSearchTextCondition,
} from './search-conditions.ts'
import { getSearchTextKind } from './search-text.ts'

type Query = Operations['searchPolicies']['query']

const orders: Record<NonNullable<Query['sortField']>, PolicyListOrder> = {
  policyNo: 'policy_no',
  insuredName: 'insured_name',
  address: 'address_line',
  agencyNo: 'agency_no',
  inceptionDate: 'inception_date',
  totalPremium: 'total_premium_cents',
}

/**
 * Returns the agencies to search: the visible agencies, or only the requested one. Returns undefined for all agencies.
 */
async function getAgencies(ctx: Ctx, query: Query): Promise<string[] | undefined> {
  const isOwnOnly = query.SearchScope === 1
  const { actor } = ctx
  const seen =
    actor.kind !== 'agent'
      ? undefined
      : isOwnOnly
        ? [actor.agencyId]
        : await getAgencySubtreeIds(ctx.db, { id: actor.agencyId })
  if (!query.AgentNumber) return seen
  const requestedIds = isOwnOnly
    ? [await findAgency(ctx.db, query.AgentNumber)].flatMap((agency) => agency?.agencyId ?? [])
    : await getAgencySubtreeIds(ctx.db, { no: query.AgentNumber })
  return seen ? requestedIds.filter((id) => seen.includes(id)) : requestedIds
}

/**
 * Returns one page of the policies that the caller may see, as JSON text. `searchMode` determines how search texts
 * match. `take` and `skip` override `page` and `pageSize`.
 */
export async function searchPolicies(ctx: Ctx, query: Query): Promise<string> {
  const mode = query.searchMode ?? 1
  const conditions: RawBuilder<SqlBool>[] = []
  if (query.QuoteNumber) conditions.push(createPolicyNumberCondition(query.QuoteNumber, mode, 'QuoteNumber'))
  if (query.InsuredName) conditions.push(createNameCondition(query.InsuredName, mode, 'InsuredName'))
  if (query.Address) conditions.push(createAddressCondition(query.Address, mode, 'Address'))
  if (query.search) conditions.push(createSearchTextCondition(query.search, mode, 'search'))
  if (query.changedAfter) conditions.push(sql<SqlBool>`p.updated_at > ${query.changedAfter}`)
  if (query.waitsFor) conditions.push(...createPendingItemConditions(query.waitsFor, ctx.now))
  const agencies = await getAgencies(ctx, query)
  const limit = query.take ?? query.pageSize ?? 50
  const offset = query.take === undefined ? ((query.page ?? 1) - 1) * limit : (query.skip ?? 0)
  const page = await findPolicyIdPage(ctx.db, {
    conditions: agencies ? [...conditions, createAgencyCondition(agencies)] : conditions,
    text: getSearchTextKind([query.QuoteNumber, query.InsuredName, query.Address, query.search]),
    order: orders[query.sortField ?? 'inceptionDate'],
    direction: query.sortDirection ?? 'desc',
    offset,
    limit,
  })
  const rows = await readPolicyRows(ctx.db, page.policyIds, ctx.now)
  return `{"policies":${JSON.stringify(rows)},"resultCount":${page.total},"isCapped":${page.isCapped}}`
}
