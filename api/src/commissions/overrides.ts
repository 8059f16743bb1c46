import type { AgencyOverrides, CommissionOverrideWrite } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { findAgency, requireAgency } from '../agencies/store.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import { type Collection, containsTextSql, findCollectionRow, toIdArray } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { type PageQuery, readPage } from '../http/page.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { assertOpenMonth } from './closed-months.ts'

export type Override = Operations['getAdminCommissionOverride']['response']
export type OverrideWrite = Operations['createAdminCommissionOverride']['body']

interface Row {
  agency_no: string
  company: string
  product_id: number
  effective_from: string
  new_points: number
  renewal_points: number
  standard_new_points: number
  standard_renewal_points: number
}

const defaultRate = (isRenewal: boolean) => sql`(select r.rate_basis_points from commission_rates r
  where r.agency_id is null and r.product_id = o.product_id and r.is_renewal = ${isRenewal}
    and r.effective_from <= greatest(o.effective_from, '2000-01-01') order by r.effective_from desc limit 1)`

/** An agency's own commission rates for new business and renewals, which replace the default rates. */
export const adminOverrideCollection: Collection<'listAdminCommissionOverrides', Row> = {
  name: 'commissionOverrides',
  from: sql`(select agency_id, product_id, effective_from,
      max(rate_basis_points) filter (where not is_renewal) as new_own,
      max(rate_basis_points) filter (where is_renewal) as renewal_own
    from commission_rates where agency_id is not null group by agency_id, product_id, effective_from) o
    join agencies a using (agency_id)`,
  columns: sql`a.agency_no, a.company, o.product_id, o.effective_from,
    coalesce(o.new_own, ${defaultRate(false)}, 0) as new_points, coalesce(o.renewal_own, ${defaultRate(true)}, 0) as renewal_points,
    coalesce(${defaultRate(false)}, 0) as standard_new_points, coalesce(${defaultRate(true)}, 0) as standard_renewal_points`,
  id: sql`(a.agency_no || '.' || o.product_id || '.' || o.effective_from)`,
  sorts: { effectiveDate: sql`o.effective_from`, agencyNo: sql`a.agency_no`, productId: sql`o.product_id` },
  filters: {
    q: (text) => sql`(${containsTextSql(sql`a.company`, text)} or a.agency_no like ${`${text}%`})`,
    agencyNo: (no) => sql`a.agency_no = ${no}`,
    productId: (id) => sql`o.product_id = ${id}`,
    id: (ids) => sql`(a.agency_no || '.' || o.product_id || '.' || o.effective_from) = any(${toIdArray(ids)}::text[])`,
  },
  present: (row) => ({
    id: `${row.agency_no}.${row.product_id}.${row.effective_from}`,
    agencyNo: row.agency_no,
    agencyName: row.company,
    productId: row.product_id as Override['productId'],
    newRate: row.new_points / 10_000,
    renewalRate: row.renewal_points / 10_000,
    effectiveDate: row.effective_from,
  }),
}

export async function requireOverride(ctx: Ctx, id: string): Promise<Override> {
  const found = await findCollectionRow(ctx.db, adminOverrideCollection, id)
  if (!found) throw createNotFoundError({ override: id })
  return found
}

const getKey = ({ agencyNo, productId, effectiveDate }: Pick<Override, 'agencyNo' | 'productId' | 'effectiveDate'>) =>
  `${agencyNo}.${productId}.${effectiveDate}`

const getAgencyId = async (ctx: Ctx, agencyNo: string): Promise<string> =>
  (await requireAgency(ctx.db, agencyNo, 'agencyNo')).agencyId

/** Throws 409 if a closed statement has used the rates. Such rates cannot be changed; new rates must be added. */
async function requireUnused(ctx: Ctx, agencyId: string, override: Override): Promise<void> {
  const { rows } = await sql`select from commission_lines l
    join commission_statements s using (statement_id) join policy_transactions t using (policy_transaction_id)
    where s.agency_id = ${agencyId} and s.state <> 'open' and l.kind = 'commission' and t.product_id = ${override.productId}
      and t.accounting_date >= ${override.effectiveDate}::date limit 1`.execute(ctx.db)
  if (rows.length > 0)
    throw createConflictError(
      'override_used',
      'A closed statement used this override. Add a new override with a later start date.',
    )
}

/**
 * Locks an agency's rates, so that only one change at a time is possible. The second of two concurrent changes sees the
 * result of the first.
 */
const lockAgencyRates = (ctx: Ctx, agencyId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('rates of ' || ${agencyId}))`.execute(ctx.db)

async function put(ctx: Ctx, agencyId: string, override: OverrideWrite): Promise<void> {
  for (const [isRenewal, rate] of [
    [false, override.newRate],
    [true, override.renewalRate],
  ] as const)
    await ctx.db
      .insertInto('commission_rates')
      .values({
        agency_id: agencyId,
        product_id: override.productId,
        is_renewal: isRenewal,
        rate_basis_points: Math.round(rate * 10_000),
        effective_from: override.effectiveDate,
      })
      .execute()
}

const remove = (ctx: Ctx, agencyId: string, { productId, effectiveDate }: Override) =>
  ctx.db
    .deleteFrom('commission_rates')
    .where('agency_id', '=', agencyId)
    .where('product_id', '=', productId)
    .where('effective_from', '=', effectiveDate)
    .execute()

const audit = (ctx: Ctx, action: string, id: string, details: Record<string, unknown>) =>
  writeAuditEntry(ctx, {
    action: `commissionOverride.${action}`,
    entity: 'commissionOverride',
    entityId: id,
    details,
  })

/**
 * Creates an agency's own rates.
 *
 * @throws {ApiError} 409 if rates with the same key exist; 422 if the agency is unknown or the month is closed
 */
export const createOverride = (ctx: Ctx, override: OverrideWrite): Promise<Override> =>
  runInTransaction(ctx, async (ctx) => {
    const agencyId = await getAgencyId(ctx, override.agencyNo)
    await lockAgencyRates(ctx, agencyId)
    await assertOpenMonth(ctx, [agencyId], 'effectiveDate', override.effectiveDate)
    const id = getKey(override)
    if (await findCollectionRow(ctx.db, adminOverrideCollection, id))
      throw createConflictError(
        'already_exists',
        'An override for this agency and product already starts on this date.',
      )
    await put(ctx, agencyId, override)
    await audit(ctx, 'create', id, { newRate: override.newRate, renewalRate: override.renewalRate })
    return requireOverride(ctx, id)
  })

/**
 * Replaces rates that no closed statement has used.
 *
 * @throws {ApiError} 404 if the rates do not exist; 409 if a closed statement has used them; 422 if the agency is
 * unknown or the month is closed
 */
export const updateOverride = (ctx: Ctx, id: string, override: OverrideWrite): Promise<Override> =>
  runInTransaction(ctx, async (ctx) => {
    const agencyId = await getAgencyId(ctx, (await requireOverride(ctx, id)).agencyNo)
    const targetAgencyId = await getAgencyId(ctx, override.agencyNo)
    // The order prevents a deadlock of two changes that move rates between the same agencies.
    for (const locked of [...new Set([agencyId, targetAgencyId])].toSorted()) await lockAgencyRates(ctx, locked)
    const before = await requireOverride(ctx, id)
    await requireUnused(ctx, agencyId, before)
    const target = getKey(override)
    if (target !== id) {
      await assertOpenMonth(ctx, [targetAgencyId], 'effectiveDate', override.effectiveDate)
      if (await findCollectionRow(ctx.db, adminOverrideCollection, target))
        throw createConflictError(
          'already_exists',
          'An override for this agency and product already starts on this date.',
        )
    }
    await remove(ctx, agencyId, before)
    await put(ctx, targetAgencyId, override)
    await audit(ctx, 'update', target, { before: id, newRate: override.newRate, renewalRate: override.renewalRate })
    return requireOverride(ctx, target)
  })

/**
 * Deletes rates that no closed statement has used.
 *
 * @throws {ApiError} 404 if the rates do not exist; 409 if a closed statement has used them
 */
export const deleteOverride = (ctx: Ctx, id: string): Promise<Override> =>
  runInTransaction(ctx, async (ctx) => {
    const agencyId = await getAgencyId(ctx, (await requireOverride(ctx, id)).agencyNo)
    await lockAgencyRates(ctx, agencyId)
    const before = await requireOverride(ctx, id)
    await requireUnused(ctx, agencyId, before)
    await remove(ctx, agencyId, before)
    await audit(ctx, 'delete', id, {})
    return before
  })

const toOverrideResponse = (row: Row): AgencyOverrides['overrides'][number] => ({
  productId: row.product_id as Override['productId'],
  newRate: row.new_points / 10_000,
  renewalRate: row.renewal_points / 10_000,
  effectiveDate: row.effective_from,
  standardNewRate: row.standard_new_points / 10_000,
  standardRenewalRate: row.standard_renewal_points / 10_000,
})

/** Returns the agencies' own rates and the default rates, grouped by agency number. */
async function ratesByAgency(ctx: Pick<Ctx, 'db'>, agencyNos: readonly string[]) {
  const { rows } = await sql<Row>`
    select ${adminOverrideCollection.columns} from ${adminOverrideCollection.from} where a.agency_no = any(${agencyNos}::text[])
    order by o.product_id, o.effective_from`.execute(ctx.db)
  return Map.groupBy(rows, (row) => row.agency_no)
}

/** Returns a page of agencies that have their own rates, sorted by number. */
export const listAgenciesWithOverrides = (ctx: Pick<Ctx, 'db'>, query: PageQuery) =>
  readPage<Pick<Row, 'agency_no' | 'company'>, AgencyOverrides>(
    ctx.db,
    {
      columns: sql`a.agency_no, a.company`,
      from: sql`agencies a`,
      where: sql<boolean>`exists (select from commission_rates r where r.agency_id = a.agency_id)`,
      order: [{ column: sql`a.agency_no`, type: 'text', direction: 'asc' }],
      present: async (agencies) => {
        const rates = await ratesByAgency(
          ctx,
          agencies.map(({ agency_no }) => agency_no),
        )
        return agencies.map(({ agency_no, company }) => ({
          agencyNo: agency_no,
          agencyName: company,
          overrides: (rates.get(agency_no) ?? []).map(toOverrideResponse),
        }))
      },
    },
    query,
  )

/** Returns an agency's own rates, or an empty list if the agency has only the default rates. Throws 404. */
export async function getOverrides(ctx: Pick<Ctx, 'db'>, agencyNo: string): Promise<AgencyOverrides> {
  const agency = await findAgency(ctx.db, agencyNo)
  if (!agency) throw createNotFoundError({ agencyNo })
  const rates = await ratesByAgency(ctx, [agencyNo])
  return {
    agencyNo,
    agencyName: agency.company,
    overrides: (rates.get(agencyNo) ?? []).map(toOverrideResponse),
  }
}

/**
 * Sets an agency's rates for a product from an effective date on. Replaces rates with the same effective date.
 *
 * @throws {ApiError} 404 if the agency does not exist; 409 if a closed statement has used the rates; 422 if the month
 * is closed
 */
export const saveOverride = (ctx: Ctx, agencyNo: string, input: CommissionOverrideWrite): Promise<AgencyOverrides> =>
  runInTransaction(ctx, async (ctx) => {
    const agency = await findAgency(ctx.db, agencyNo)
    if (!agency) throw createNotFoundError({ agencyNo })
    await lockAgencyRates(ctx, agency.agencyId)
    await assertOpenMonth(ctx, [agency.agencyId], 'effectiveDate', input.effectiveDate)
    const override = { agencyNo, ...input }
    const id = getKey(override)
    const before = await findCollectionRow(ctx.db, adminOverrideCollection, id)
    if (before) {
      await requireUnused(ctx, agency.agencyId, before)
      await remove(ctx, agency.agencyId, before)
    }
    await put(ctx, agency.agencyId, override)
    await audit(ctx, before ? 'update' : 'create', id, { newRate: input.newRate, renewalRate: input.renewalRate })
    return getOverrides(ctx, agencyNo)
  })
