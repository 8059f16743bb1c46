import { sql, type Transaction } from 'kysely'
import { plusMonths } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { agencyIdOf } from './agencies.ts'

/** Months with statements: this one, which is open, and those before it. */
const months = 4

/** Rates, overrides and the statements of the last months (decision 26); what is older was settled before the book. */
export async function seedCommissions(trx: Transaction<DB>, today: string): Promise<void> {
  await seedRates(trx)
  const thisMonth = `${today.slice(0, 7)}-01`
  const first = plusMonths(thisMonth, 1 - months)
  await sql`
    insert into commission_statements (agency_id, month)
    select agency_id, month::date
    from agencies cross join generate_series(${first}::date, ${thisMonth}::date, interval '1 month') month`.execute(trx)
  await sql`
    insert into commission_lines
      (statement_id, policy_id, policy_transaction_id, kind, premium_cents, rate_basis_points, amount_cents)
    select s.statement_id, t.policy_id, t.policy_transaction_id, 'commission', t.tnx_gross_premium_cents,
      rate.rate_basis_points, round(t.tnx_gross_premium_cents * rate.rate_basis_points / 10000.0)
    from policy_transactions t
    join commission_statements s on s.agency_id = t.agency_id and s.month = date_trunc('month', t.accounting_date)
    cross join lateral (
      select r.rate_basis_points from commission_rates r
      where r.product_id = t.product_id and r.is_renewal = (t.original_trans_type = 'RN')
        and (r.agency_id = t.agency_id or r.agency_id is null) and r.effective_from <= t.accounting_date
      order by r.agency_id nulls last, r.effective_from desc limit 1) rate
    where t.tnx_gross_premium_cents <> 0`.execute(trx)
  await sql`
    insert into commission_lines
      (statement_id, policy_id, policy_transaction_id, kind, premium_cents, rate_basis_points, amount_cents)
    select s.statement_id, t.policy_id, t.policy_transaction_id, 'override', t.tnx_gross_premium_cents,
      o.rate_basis_points, round(t.tnx_gross_premium_cents * o.rate_basis_points / 10000.0)
    from policy_transactions t
    join commission_overrides o on o.agency_id = t.agency_id and o.parent_agency_id is not null
      and (o.product_id is null or o.product_id = t.product_id)
    join commission_statements s on s.agency_id = o.parent_agency_id
      and s.month = date_trunc('month', t.accounting_date)
    where t.tnx_gross_premium_cents <> 0`.execute(trx)
  await seedAdjustments(trx, plusMonths(thisMonth, -1), thisMonth)
  await closeStatements(trx, thisMonth)
}

/** Basis points: 10 % to 15 % by product, two points less for renewals, and one agency with a rate of its own. */
async function seedRates(trx: Transaction<DB>) {
  await sql`
    insert into commission_rates (product_id, is_renewal, rate_basis_points)
    select product_id, is_renewal, case line when 'earthquake' then 1000 when 'excessFlood' then 1200 else 1500 end
      - case when is_renewal then 200 else 0 end
    from products cross join (values (false), (true)) kind (is_renewal)`.execute(trx)
  await trx
    .insertInto('commission_rates')
    .values({ agency_id: agencyIdOf('100100'), product_id: 1, is_renewal: false, rate_basis_points: 1600 })
    .execute()
  await trx
    .insertInto('commission_overrides')
    .values(
      ['100110', '100120'].map((agencyNo) => ({
        agency_id: agencyIdOf(agencyNo),
        parent_agency_id: agencyIdOf('100100'),
        rate_basis_points: 200,
        created_by: 'Commission Keeper',
      })),
    )
    .execute()
}

async function seedAdjustments(trx: Transaction<DB>, lastMonth: string, thisMonth: string) {
  const statements = await trx
    .selectFrom('commission_statements')
    .select(['statement_id', 'month'])
    .where('agency_id', '=', agencyIdOf('100100'))
    .where('month', 'in', [lastMonth, thisMonth])
    .execute()
  await trx
    .insertInto('commission_adjustments')
    .values(
      statements.map(({ statement_id, month }) => ({
        statement_id,
        ...(month === thisMonth
          ? { description: 'Renewal coded as new business', adjustment_cents: -4_250, private_notes: 'See RFL3000131.' }
          : { description: 'Marketing allowance', adjustment_cents: 10_000, private_notes: 'Agreed by telephone.' }),
        created_by: 'Commission Keeper',
      })),
    )
    .execute()
}

/** Totals every statement, then closes the months that are over; all of them but the last have been paid. */
async function closeStatements(trx: Transaction<DB>, thisMonth: string) {
  await sql`
    update commission_statements s set total_cents =
      (select coalesce(sum(amount_cents), 0) from commission_lines l where l.statement_id = s.statement_id)
      + (select coalesce(sum(adjustment_cents), 0) from commission_adjustments a where a.statement_id = s.statement_id)
    `.execute(trx)
  await sql`
    update commission_statements set
      state = case when month < ${plusMonths(thisMonth, -1)}::date then 'paid' else 'closed' end,
      closed_at = month + interval '1 month 2 days',
      paid_at = case when month < ${plusMonths(thisMonth, -1)}::date then month + interval '1 month 10 days' end
    where month < ${thisMonth}::date`.execute(trx)
}
