import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type AgencyStatus, agencyMay } from '../agencies/status.ts'
import type { DB } from '../db/schema.ts'
import { movesOf, type Posted } from './commission.ts'

const earning = (['A', 'P', 'I', 'T'] satisfies AgencyStatus[]).filter((status) => agencyMay(status, 'earn'))

/**
 * Writes down who may earn on what was charged: the agency of the transaction and those above it, as they stand now, without those
 * whose status earns nothing (decision 86). What is written stays: it is called when a transaction is posted.
 */
export const writeChains = (trx: Transaction<DB>, ofTransactions: RawBuilder<boolean>) =>
  sql`insert into commission_chains (policy_transaction_id, agency_ids)
    select t.policy_transaction_id, array(
      select up.agency_id from unnest(a.path) with ordinality above (agency_id, place) join agencies up using (agency_id)
      where up.status = any(${earning}::text[]) order by above.place)
    from policy_transactions t join agencies a on a.agency_id = t.agency_id
    where t.tnx_gross_premium_cents > 0 and ${ofTransactions}
      and not exists (select from commission_chains c where c.policy_transaction_id = t.policy_transaction_id)
    on conflict do nothing`.execute(trx)

/** What policies moved that gave something back, of which transactions; all others added their own premium and nothing else. */
interface Moves {
  replayed: readonly string[]
  ids: readonly string[]
  sources: readonly string[]
  cents: readonly number[]
}

/** The transactions with premium of those policies that gave something back, in the order of posting. */
async function readMoves(trx: Transaction<DB>, policyIds: readonly string[]): Promise<Moves> {
  const { rows } = await sql<Posted & { policyId: string }>`
    select policy_id as "policyId", policy_transaction_id as id, tnx_gross_premium_cents as "premiumCents",
      reverses_transaction_id as reverses
    from policy_transactions
    where policy_id in (
        select policy_id from policy_transactions where policy_id = any(${policyIds}::uuid[])
          and (tnx_gross_premium_cents < 0 or (reverses_transaction_id is not null and tnx_gross_premium_cents > 0)))
      and tnx_gross_premium_cents <> 0
    order by policy_id, sequence`.execute(trx)
  const byPolicy = Map.groupBy(rows, ({ policyId }) => policyId)
  const moves = [...byPolicy.values()].flatMap((posted) =>
    [...movesOf(posted)].flatMap(([id, moved]) => [...moved].map(([source, cents]) => ({ id, source, cents }))),
  )
  return {
    replayed: [...byPolicy.keys()],
    ids: moves.map(({ id }) => id),
    sources: moves.map(({ source }) => source),
    cents: moves.map(({ cents }) => cents),
  }
}

/**
 * `drafts`: the lines that the policies' transactions have coming on statements that are not closed, before they are rounded.
 * Premium that was charged earns at the rates of its accounting day: the agency's own, else the house's, by product and new or
 * renewal (decision 26), and what agencies above it have on its premium. Premium that goes back takes from what was charged, and
 * so at the rates and of the agencies that earned on it (domain 6 and 7). What a closed statement holds is `fixed`: it is never
 * worked out anew.
 */
const drafts = (policyIds: readonly string[], { replayed, ids, sources, cents }: Moves) => sql`
  books as materialized (
    select t.policy_transaction_id as id, t.policy_id, t.sequence, t.tnx_gross_premium_cents as cents, t.accounting_date as day,
      date_trunc('month', t.accounting_date)::date as month, t.agency_id, t.product_id,
      coalesce(t.original_trans_type = 'RN', false) as is_renewal, c.agency_ids
    from policy_transactions t left join commission_chains c using (policy_transaction_id)
    where t.policy_id = any(${policyIds}::uuid[]) and t.tnx_gross_premium_cents <> 0),
  moves as (
    select id, id as source, cents from books
      where cents > 0 and policy_id not in (select unnest(${replayed}::uuid[]))
    union all
    select * from unnest(${ids}::uuid[], ${sources}::uuid[], ${cents}::bigint[])),
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
  fixed as materialized (
    select l.policy_id, l.policy_transaction_id as id, s.agency_id as earner, l.kind, l.rate_basis_points as points,
      l.premium_cents, l.amount_cents
    from commission_lines l join commission_statements s using (statement_id)
    where l.policy_id = any(${policyIds}::uuid[]) and s.state <> 'open'),
  shares as (
    select id as source, earner, kind, points from fixed
    union all
    select b.id, r.earner, r.kind, r.points
    from books b join rates r using (agency_ids, agency_id, product_id, is_renewal, day)
    where b.cents > 0 and r.points > 0
      and not exists (select from fixed f where (f.id, f.earner, f.kind) = (b.id, r.earner, r.kind))),
  drafts as materialized (
    select m.id, b.policy_id, b.sequence, b.month, s.earner, s.kind, s.points, sum(m.cents)::bigint as cents
    from moves m join books b on b.id = m.id join shares s on s.source = m.source
    where not exists (select from fixed f where (f.id, f.earner, f.kind) = (m.id, s.earner, s.kind))
    group by m.id, b.policy_id, b.sequence, b.month, s.earner, s.kind, s.points)`

/** Which statement takes an agency's lines of a month. */
interface Place {
  earner: string
  /** First day of the month in which a transaction was posted. */
  month: string
  /** That of the statement: the same, or the first one after it that is not closed (decision 26). */
  openMonth: string
}

/**
 * The statements that the drafts go to, made where they are missing and kept open until the transaction ends; those, too, that hold
 * lines of the policies now. In one order, so that two transactions do not wait for each other's.
 */
async function holdStatements(trx: Transaction<DB>, policyIds: readonly string[], moves: Moves) {
  for (;;) {
    const { rows: places } = await sql<Place>`
      with ${drafts(policyIds, moves)}
      select earner, month, (
        select candidate::date from generate_series(month, month + interval '50 years', interval '1 month') candidate
        where not exists (select from commission_statements s
          where s.agency_id = earner and s.month = candidate::date and s.state <> 'open')
        order by candidate limit 1) as "openMonth"
      from (
        select earner, month from drafts
        union
        select s.agency_id, s.month from commission_lines l join commission_statements s using (statement_id)
        where l.policy_id = any(${policyIds}::uuid[]) and s.state = 'open') wanted
      order by earner, month`.execute(trx)
    const earners = places.map(({ earner }) => earner)
    const months = places.map(({ openMonth }) => openMonth)
    await sql`
      insert into commission_statements (agency_id, month)
      select distinct * from unnest(${earners}::uuid[], ${months}::date[]) wanted (agency_id, month)
      where not exists (select from commission_statements s where (s.agency_id, s.month) = (wanted.agency_id, wanted.month))
      order by 1, 2 on conflict do nothing`.execute(trx)
    const { rows: held } = await sql<{ statementId: string; earner: string; month: string; state: string }>`
      select statement_id as "statementId", agency_id as earner, month, state from commission_statements
      where (agency_id, month) in (select * from unnest(${earners}::uuid[], ${months}::date[]))
      order by agency_id, month for share`.execute(trx)
    // One that was closed since it was looked for is passed over the next time.
    if (held.some(({ state }) => state !== 'open')) continue
    const idOf = new Map(held.map(({ statementId, earner, month }) => [`${earner} ${month}`, statementId]))
    return places.map((place) => ({ ...place, statementId: idOf.get(`${place.earner} ${place.openMonth}`) ?? null }))
  }
}

/**
 * Brings the policies' lines on open statements to what they have to be, and leaves those on closed ones alone. All that an agency
 * has of a policy at one rate is rounded once, half away from zero, so that the same again changes nothing. Nobody else may
 * write transactions of these policies meanwhile.
 */
export async function reckon(trx: Transaction<DB>, policyIds: readonly string[]): Promise<void> {
  const moves = await readMoves(trx, policyIds)
  const places = await holdStatements(trx, policyIds, moves)
  if (places.length === 0) return
  await sql`
    with ${drafts(policyIds, moves)},
    places as (select * from unnest(${places.map(({ earner }) => earner)}::uuid[],
      ${places.map(({ month }) => month)}::date[], ${places.map(({ statementId }) => statementId)}::uuid[])
      place (earner, month, statement_id)),
    held as (
      select policy_id, earner, kind, points, sum(premium_cents) as premium_cents, sum(amount_cents) as amount_cents
      from fixed group by policy_id, earner, kind, points),
    summed as (
      select d.*, p.statement_id, coalesce(h.amount_cents, 0) as held_cents, round(
        (coalesce(h.premium_cents, 0) + sum(d.cents) over (
          partition by d.policy_id, d.earner, d.kind, d.points order by d.sequence)) * d.points / 10000.0) as whole
      from drafts d join places p using (earner, month) left join held h using (policy_id, earner, kind, points)),
    priced as materialized (
      select *, (whole - lag(whole, 1, held_cents) over (
        partition by policy_id, earner, kind, points order by sequence))::bigint as amount_cents from summed),
    stale as (
      delete from commission_lines l using commission_statements s
      where s.statement_id = l.statement_id and s.state = 'open' and l.policy_id = any(${policyIds}::uuid[])
        and not exists (select from priced p where (p.statement_id, p.id, p.kind, p.points)
          = (l.statement_id, l.policy_transaction_id, l.kind, l.rate_basis_points)))
    insert into commission_lines
      (statement_id, policy_id, policy_transaction_id, kind, premium_cents, rate_basis_points, amount_cents)
    select statement_id, policy_id, id, kind, cents, points, amount_cents from priced
    order by policy_id, sequence, earner, kind, points
    on conflict (statement_id, policy_transaction_id, kind, rate_basis_points)
      do update set premium_cents = excluded.premium_cents, amount_cents = excluded.amount_cents
      where (commission_lines.premium_cents, commission_lines.amount_cents)
        is distinct from (excluded.premium_cents, excluded.amount_cents)`.execute(trx)
}
