import { sql, type Transaction } from 'kysely'
import { type AgencyStatus, agencyMay } from '../agencies/status.ts'
import { plusMonths } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { type Line, linesOf, type Posted, type Share } from './commission.ts'

/**
 * The rates of a transaction on its day (decision 26): the agency's own, else the house's, by product and new or renewal; and what
 * agencies above it have on its premium. Who earns nothing by its status (decision 86) is left out.
 */
async function ratesOf(trx: Transaction<DB>, policyTransactionId: string): Promise<Share[]> {
  const { rows } = await sql<Share & { status: AgencyStatus }>`
    with t as (select * from policy_transactions where policy_transaction_id = ${policyTransactionId})
    select a.agency_id as "agencyId", rates.kind, rates.points as "rateBasisPoints", a.status
    from (
      (select t.agency_id, 'commission' as kind, r.rate_basis_points as points
        from t join commission_rates r on r.product_id = t.product_id and r.is_renewal = (t.original_trans_type = 'RN')
          and (r.agency_id = t.agency_id or r.agency_id is null) and r.effective_from <= t.accounting_date
        order by r.agency_id nulls last, r.effective_from desc limit 1)
      union all
      (select distinct on (o.parent_agency_id) o.parent_agency_id, 'override', o.rate_basis_points
        from t join commission_overrides o on o.agency_id = t.agency_id and o.parent_agency_id is not null
          and (o.product_id = t.product_id or o.product_id is null)
          and t.accounting_date between o.effective_from and coalesce(o.effective_to, 'infinity')
        order by o.parent_agency_id, o.product_id nulls last, o.effective_from desc)) rates
    join agencies a using (agency_id)
    where rates.points > 0`.execute(trx)
  return rows.filter(({ status }) => agencyMay(status, 'earn')).map(({ status, ...share }) => share)
}

/**
 * The statement of an agency that a line of this month goes to: what is closed stays closed, so that later changes are on the
 * next one (decision 26). It stays open until the transaction ends.
 */
async function openStatement(trx: Transaction<DB>, agencyId: string, month: string): Promise<string> {
  for (let wanted = month; ; wanted = plusMonths(wanted, 1)) {
    const ofMonth = trx
      .selectFrom('commission_statements')
      .select(['statement_id', 'state'])
      .where('agency_id', '=', agencyId)
      .where('month', '=', wanted)
      .forShare()
    let statement = await ofMonth.executeTakeFirst()
    if (!statement) {
      // The first line of a month makes it; of two at once either does.
      await trx
        .insertInto('commission_statements')
        .values({ agency_id: agencyId, month: wanted })
        .onConflict((conflict) => conflict.columns(['agency_id', 'month']).doNothing())
        .execute()
      statement = await ofMonth.executeTakeFirstOrThrow()
    }
    if (statement.state === 'open') return statement.statement_id
  }
}

const linesBefore = async (trx: Transaction<DB>, policyId: string): Promise<Line[]> =>
  trx
    .selectFrom('commission_lines as l')
    .innerJoin('commission_statements as s', 's.statement_id', 'l.statement_id')
    .select([
      's.agency_id as agencyId',
      'l.kind',
      'l.rate_basis_points as rateBasisPoints',
      'l.policy_transaction_id as transactionId',
      'l.premium_cents as premiumCents',
      'l.amount_cents as amountCents',
    ])
    .where('l.policy_id', '=', policyId)
    .orderBy('s.agency_id')
    .orderBy('l.kind')
    .orderBy('l.rate_basis_points')
    .execute() as Promise<Line[]>

/**
 * Writes what agencies earn, or give back, of a transaction's premium (decision 99). Call it when the transaction is added, in
 * its database transaction; it has to be the policy's newest. One without premium, or that nobody has a rate for, has no lines.
 */
export async function earnCommission(trx: Transaction<DB>, policyTransactionId: string): Promise<void> {
  const { policyId, accountingDate, premiumCents } = await trx
    .selectFrom('policy_transactions')
    .select(['policy_id as policyId', 'accounting_date as accountingDate', 'tnx_gross_premium_cents as premiumCents'])
    .where('policy_transaction_id', '=', policyTransactionId)
    .executeTakeFirstOrThrow()
  if (premiumCents === 0) return
  const posted: Posted[] = await trx
    .selectFrom('policy_transactions')
    .select([
      'policy_transaction_id as id',
      'tnx_gross_premium_cents as premiumCents',
      'reverses_transaction_id as reverses',
    ])
    .where('policy_id', '=', policyId)
    .where('tnx_gross_premium_cents', '<>', 0)
    .orderBy('sequence')
    .execute()
  const rates = premiumCents > 0 ? await ratesOf(trx, policyTransactionId) : []
  const lines = linesOf(posted, await linesBefore(trx, policyId), rates)
  // In one order, so that two transactions do not wait for each other's statements.
  const byAgency = [...Map.groupBy(lines, ({ agencyId }) => agencyId)].toSorted(([a], [b]) => a.localeCompare(b))
  for (const [agencyId, own] of byAgency) {
    const statement_id = await openStatement(trx, agencyId, `${accountingDate.slice(0, 7)}-01`)
    await trx
      .insertInto('commission_lines')
      .values(
        own.map(({ kind, rateBasisPoints, premiumCents, amountCents }) => ({
          statement_id,
          policy_id: policyId,
          policy_transaction_id: policyTransactionId,
          kind,
          premium_cents: premiumCents,
          rate_basis_points: rateBasisPoints,
          amount_cents: amountCents,
        })),
      )
      .execute()
  }
}
