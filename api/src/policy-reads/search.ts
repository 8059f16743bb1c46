import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { findAgency, getSubtree } from '../agencies/store.ts'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'
import { getPendingConditions, hasAddress, hasAnywhere, hasName, hasNumber, isInAgencies } from './conditions.ts'
import { findPage, type ListOrder } from './find-page.ts'
import { listRowsStatement, readRows } from './list-rows.ts'
import { getSearchKind } from './search-text.ts'

type Query = Operations['searchPolicies']['query']

const orders: Record<NonNullable<Query['sortField']>, ListOrder> = {
  policyNo: 'policy_no',
  insuredName: 'insured_name',
  address: 'address_line',
  agencyNo: 'agency_no',
  inceptionDate: 'inception_date',
  totalPremium: 'total_premium_cents',
}

/**
 * Returns the agencies to search: those visible to the caller, limited to the requested agency. Undefined means all
 * agencies.
 */
async function getAgencies(ctx: Ctx, query: Query): Promise<string[] | undefined> {
  const isOwnOnly = query.SearchScope === 1
  const { actor } = ctx
  const seen =
    actor.kind !== 'agent' ? undefined : isOwnOnly ? [actor.agencyId] : await getSubtree(ctx.db, { id: actor.agencyId })
  if (!query.AgentNumber) return seen
  const asked = isOwnOnly
    ? [await findAgency(ctx.db, query.AgentNumber)].flatMap((agency) => agency?.agencyId ?? [])
    : await getSubtree(ctx.db, { no: query.AgentNumber })
  return seen ? asked.filter((id) => seen.includes(id)) : asked
}

/**
 * Returns one page of the policies that the caller may see, as JSON text. `searchMode` determines how texts are
 * compared. `take` and `skip` override `page` and `pageSize`.
 */
export async function searchPolicies(ctx: Ctx, query: Query): Promise<string> {
  const mode = query.searchMode ?? 1
  const conditions: RawBuilder<SqlBool>[] = []
  if (query.QuoteNumber) conditions.push(hasNumber(query.QuoteNumber, mode, 'QuoteNumber'))
  if (query.InsuredName) conditions.push(hasName(query.InsuredName, mode, 'InsuredName'))
  if (query.Address) conditions.push(hasAddress(query.Address, mode, 'Address'))
  if (query.search) conditions.push(hasAnywhere(query.search, mode, 'search'))
  if (query.changedAfter) conditions.push(sql<SqlBool>`p.updated_at > ${query.changedAfter}`)
  if (query.waitsFor) conditions.push(...getPendingConditions(query.waitsFor, ctx.now))
  const agencies = await getAgencies(ctx, query)
  const limit = query.take ?? query.pageSize ?? 50
  const offset = query.take === undefined ? ((query.page ?? 1) - 1) * limit : (query.skip ?? 0)
  const page = await findPage(ctx.db, {
    conditions: agencies ? [...conditions, isInAgencies(agencies)] : conditions,
    text: getSearchKind([query.QuoteNumber, query.InsuredName, query.Address, query.search]),
    order: orders[query.sortField ?? 'inceptionDate'],
    direction: query.sortDirection ?? 'desc',
    offset,
    limit,
  })
  const rows = await readRows(ctx.db, listRowsStatement, page.policyIds, ctx.now)
  return `{"policies":${rows},"resultCount":${page.total},"isCapped":${page.isCapped}}`
}
