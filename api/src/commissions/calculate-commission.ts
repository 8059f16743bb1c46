import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type AgencyStatus, isPermittedByAgencyStatus } from '../agencies/status.ts'
import { prepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { getPremiumMovements, type PostedPremium } from './premium-movements.ts'

const earningStatuses = (['A', 'P', 'I', 'T'] satisfies AgencyStatus[]).filter((status) =>
  isPermittedByAgencyStatus(status, 'earn'),
)

/**
 * Stores the agencies that can earn commission on a posted transaction: the transaction's agency and the agency's
 * current parents. Excludes agencies whose status does not allow commission (AGY-1). The stored list never changes.
 */
export const storeEarningAgencies = (
  trx: Transaction<DB>,
  ofTransactions: RawBuilder<boolean>,
  start: RawBuilder<unknown> = sql``,
) =>
  sql`${start} with charged as materialized (
      select t.policy_transaction_id, t.agency_id from policy_transactions t
      where t.tnx_gross_premium_cents > 0 and ${ofTransactions}
        and not exists (select from commission_chains c where c.policy_transaction_id = t.policy_transaction_id)),
    chains as materialized (
      select a.agency_id, array(
        select up.agency_id from unnest(a.path) with ordinality above (agency_id, place) join agencies up using (agency_id)
        where up.status = any(${earningStatuses}::text[]) order by above.place) as agency_ids
      from agencies a where a.agency_id in (select agency_id from charged))
    insert into commission_chains (policy_transaction_id, agency_ids)
    select policy_transaction_id, agency_ids from charged join chains using (agency_id)`.execute(trx)

/**
 * Returns the start of the statements for some policies or transactions. PostgreSQL plans those for a single one, which
 * are frequent, once for each connection. Those for a month of transactions have their own plan.
 */
const getStart = (ids: readonly string[]): RawBuilder<unknown> => (ids.length === 1 ? prepared : sql``)

/** SQL condition that a column is one of the ids. PostgreSQL plans a statement with an array of ids every time. */
const isOneOf = (column: RawBuilder<unknown>, ids: readonly string[]) =>
  ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}::uuid` : sql<boolean>`${column} = any(${toUuidArray(ids)})`

/** Same as `storeEarningAgencies`, for transactions with known ids. */
export const storeEarningAgenciesById = (trx: Transaction<DB>, ids: readonly string[]) =>
  storeEarningAgencies(trx, isOneOf(sql`t.policy_transaction_id`, ids), getStart(ids))

interface Ids {
  values: RawBuilder<string[]>
  /** SQL condition for the column `policy_id`. */
  isPicked: RawBuilder<boolean>
  /** Start of the statements: see `getStart`. */
  start: RawBuilder<unknown>
}

/**
 * Joins ids into one PostgreSQL array value. This is faster than passing an array to the driver, which quotes every id.
 */
export const toUuidArray = (ids: readonly string[]): RawBuilder<string[]> => sql`${`{${ids.join()}}`}::uuid[]`

/**
 * Premium movements of policies that had return premium. Transaction `ids[i]` changes the premium of transaction
 * `sources[i]` by `cents[i]`. For other policies, each transaction only adds its own premium.
 */
interface PremiumMovements {
  replayed: readonly string[]
  ids: readonly string[]
  sources: readonly string[]
  cents: readonly number[]
}

/** Calculates premium movements for the policies that had return premium. Reads the transactions in posting order. */
async function readPremiumMovements(trx: Transaction<DB>, ids: Ids): Promise<PremiumMovements> {
  const { rows } = await sql<PostedPremium & { policyId: string }>`${ids.start}
    select policy_id as "policyId", policy_transaction_id as id, tnx_gross_premium_cents as "premiumCents",
      reverses_transaction_id as reverses
    from policy_transactions
    where policy_id in (
        select policy_id from policy_transactions where ${ids.isPicked}
          and (tnx_gross_premium_cents < 0 or (reverses_transaction_id is not null and tnx_gross_premium_cents > 0)))
      and tnx_gross_premium_cents <> 0
    order by policy_id, sequence`.execute(trx)
  const byPolicy = Map.groupBy(rows, ({ policyId }) => policyId)
  const movements = [...byPolicy.values()].flatMap((posted) =>
    [...getPremiumMovements(posted)].flatMap(([id, moved]) =>
      [...moved].map(([source, cents]) => ({ id, source, cents })),
    ),
  )
  return {
    replayed: [...byPolicy.keys()],
    ids: movements.map(({ id }) => id),
    sources: movements.map(({ source }) => source),
    cents: movements.map(({ cents }) => cents),
  }
}

/** The open statement on which an agency's commission for a month is listed. */
export interface StatementTarget {
  earner: string
  /** First day of the month in which the transaction was posted. */
  month: string
  /** Month of the statement: the transaction's month or, if that month is closed, the next open month (COM-3). */
  openMonth: string
}

/**
 * Writes the policies' commission lines on open statements. Returns the agencies and months for which an open statement
 * is missing.
 *
 * Premium earns commission at the rates of its accounting date: the agency's own or the default rate (COM-8), plus
 * overrides of parent agencies. Return premium reduces the commission of the agencies that earned it, at the original
 * rates. Lines on closed statements are never recalculated. Statements are locked in a fixed order to avoid deadlocks.
 *
 * Uses a single SQL statement because a month can have a million transactions.
 */
async function writeLines(
  trx: Transaction<DB>,
  ids: Ids,
  movements: PremiumMovements,
  places: readonly StatementTarget[],
) {
  const { rows } = await sql<Pick<StatementTarget, 'earner' | 'month'>>`${ids.start} with
  books as materialized (
    select t.policy_transaction_id as id, t.policy_id, t.sequence, t.tnx_gross_premium_cents as cents, t.accounting_date as day,
      date_trunc('month', t.accounting_date)::date as month, t.agency_id, t.product_id,
      coalesce(t.original_trans_type = 'RN', false) as is_renewal, c.agency_ids
    from policy_transactions t left join commission_chains c using (policy_transaction_id)
    where t.policy_id = any(${ids.values}) and t.tnx_gross_premium_cents <> 0),
  movements as (
    select id, id as source, cents from books
      where cents > 0 and policy_id not in (select unnest(${movements.replayed}::uuid[]))
    union all
    select * from unnest(${movements.ids}::uuid[], ${movements.sources}::uuid[], ${movements.cents}::bigint[])),
  days as (select distinct agency_ids, agency_id, product_id, is_renewal, day from books where cents > 0),
  rates as materialized (
    select d.*, d.agency_id as earner, 'commission' as kind, r.points from days d cross join lateral (
      select r.rate_basis_points as points from commission_rates r
      where r.product_id = d.product_id and r.is_renewal = d.is_renewal and (r.agency_id = d.agency_id or r.agency_id is null)
        and r.effective_from <= d.day
      order by r.agency_id nulls last, r.effective_from desc limit 1) r
    where d.agency_id = any(d.agency_ids)
    union all
    select d.*, o.earner, 'override', o.points from days d cross join lateral (
      select distinct on (o.parent_agency_id) o.parent_agency_id as earner, o.rate_basis_points as points
      from commission_overrides o
      where o.agency_id = d.agency_id and o.parent_agency_id = any(d.agency_ids) and o.parent_agency_id <> o.agency_id
        and (o.product_id = d.product_id or o.product_id is null)
        and d.day between o.effective_from and coalesce(o.effective_to, 'infinity')
      order by o.parent_agency_id, o.product_id nulls last, o.effective_from desc) o),
  lines as materialized (
    select l.*, s.agency_id as earner, s.month, s.state
    from commission_lines l join commission_statements s using (statement_id) where l.policy_id = any(${ids.values})),
  fixed as materialized (
    select policy_id, policy_transaction_id as id, earner, kind, rate_basis_points as points, premium_cents, amount_cents
    from lines where state <> 'open'),
  shares as (
    select id as source, earner, kind, points from fixed
    union all
    select b.id, r.earner, r.kind, r.points
    from books b join rates r using (agency_ids, agency_id, product_id, is_renewal, day)
    where b.cents > 0 and r.points > 0
      and not exists (select from fixed f where (f.id, f.earner, f.kind) = (b.id, r.earner, r.kind))),
  drafts as materialized (
    select m.id, b.policy_id, b.sequence, b.month, s.earner, s.kind, s.points, sum(m.cents)::bigint as cents
    from movements m join books b on b.id = m.id join shares s on s.source = m.source
    where not exists (select from fixed f where (f.id, f.earner, f.kind) = (m.id, s.earner, s.kind))
    group by m.id, b.policy_id, b.sequence, b.month, s.earner, s.kind, s.points),
  wanted as materialized (
    select w.earner, w.month, coalesce(p.open_month, w.month) as open_month
    from (select earner, month from drafts union select earner, month from lines where state = 'open') w
    left join unnest(${places.map(({ earner }) => earner)}::uuid[], ${places.map(({ month }) => month)}::date[],
      ${places.map(({ openMonth }) => openMonth)}::date[]) p (earner, month, open_month) using (earner, month)),
  held as materialized (
    select statement_id, agency_id as earner, month as open_month from commission_statements
    where (agency_id, month) in (select earner, open_month from wanted) and state = 'open'
    order by agency_id, month for share),
  placed as (select w.earner, w.month, h.statement_id from wanted w join held h using (earner, open_month)),
  missing as materialized (
    select earner, month from wanted w where not exists (select from placed p where (p.earner, p.month) = (w.earner, w.month))),
  settled as (
    select policy_id, earner, kind, points, sum(premium_cents) as premium_cents, sum(amount_cents) as amount_cents
    from fixed group by policy_id, earner, kind, points),
  summed as (
    select d.*, p.statement_id, coalesce(h.amount_cents, 0) as settled_cents, round(
      (coalesce(h.premium_cents, 0) + sum(d.cents) over (
        partition by d.policy_id, d.earner, d.kind, d.points order by d.sequence)) * d.points / 10000.0) as whole
    from drafts d join placed p using (earner, month) left join settled h using (policy_id, earner, kind, points)),
  priced as materialized (
    select *, (whole - lag(whole, 1, settled_cents) over (
      partition by policy_id, earner, kind, points order by sequence))::bigint as amount_cents from summed),
  compared as materialized (
    select p.*, l.commission_line_id, l.premium_cents as old_cents, l.amount_cents as old_amount_cents
    from priced p left join lines l on (l.statement_id, l.policy_transaction_id, l.kind, l.rate_basis_points)
      = (p.statement_id, p.id, p.kind, p.points)
    where not exists (select from missing)),
  stale as (
    delete from commission_lines l using lines o, held h
    where l.commission_line_id = o.commission_line_id and h.statement_id = o.statement_id
      and not exists (select from missing)
      and not exists (select from compared c where c.commission_line_id = o.commission_line_id)),
  corrected as (
    update commission_lines l set premium_cents = c.cents, amount_cents = c.amount_cents from compared c
    where l.commission_line_id = c.commission_line_id
      and (c.old_cents, c.old_amount_cents) is distinct from (c.cents, c.amount_cents)),
  added as (
    insert into commission_lines
      (statement_id, policy_id, policy_transaction_id, kind, premium_cents, rate_basis_points, amount_cents)
    select statement_id, policy_id, id, kind, cents, points, amount_cents from compared
    where commission_line_id is null order by policy_id, earner, kind, points, sequence)
  select earner, month from missing order by earner, month`.execute(trx)
  return rows
}

/**
 * Returns the open statement for each given agency and month. If the month is closed, returns the statement of the next
 * open month. Creates missing statements.
 */
export async function getOrCreateOpenStatements(
  trx: Transaction<DB>,
  wanted: readonly Pick<StatementTarget, 'earner' | 'month'>[],
): Promise<StatementTarget[]> {
  const { rows } = await sql<StatementTarget>`
    select earner, month, (
      select candidate::date from generate_series(month, month + interval '50 years', interval '1 month') candidate
      where not exists (select from commission_statements s
        where s.agency_id = earner and s.month = candidate::date and s.state <> 'open')
      order by candidate limit 1) as "openMonth"
    from unnest(${wanted.map(({ earner }) => earner)}::uuid[], ${wanted.map(({ month }) => month)}::date[]) w (earner, month)
    order by earner, month`.execute(trx)
  await sql`
    insert into commission_statements (agency_id, month)
    select distinct * from unnest(${rows.map(({ earner }) => earner)}::uuid[],
      ${rows.map(({ openMonth }) => openMonth)}::date[]) wanted (agency_id, month)
    order by 1, 2 on conflict do nothing`.execute(trx)
  return rows
}

/**
 * Recalculates the policies' commission lines on open statements. Commission is rounded once per agency, policy and
 * rate. Repeated calculations therefore have the same result. The caller must prevent concurrent transactions of these
 * policies.
 */
export async function calculateCommission(trx: Transaction<DB>, policyIds: readonly string[]): Promise<void> {
  const ids = {
    values: toUuidArray(policyIds),
    isPicked: isOneOf(sql`policy_id`, policyIds),
    start: getStart(policyIds),
  }
  const movements = await readPremiumMovements(trx, ids)
  const places = new Map<string, StatementTarget>()
  for (;;) {
    const missing = await writeLines(trx, ids, movements, [...places.values()])
    if (missing.length === 0) return
    // If a statement was closed since the last iteration, this iteration uses the next one.
    for (const place of await getOrCreateOpenStatements(trx, missing))
      places.set(`${place.earner} ${place.month}`, place)
  }
}
