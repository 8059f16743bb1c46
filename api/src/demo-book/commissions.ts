import { sql, type Transaction } from 'kysely'
import { addMonths } from '../calendar/days.ts'
import { closeStatementsWithoutNotice, type OpenStatement } from '../commissions/close-statement.ts'
import { statementTotalSql } from '../commissions/statements.ts'
import type { DB } from '../db/schema.ts'
import { encryptText } from '../http/encrypted-text.ts'
import type { SecretKeys } from '../http/secrets.ts'
import { getAgencyId } from './agencies.ts'

/**
 * Creates the statements of this month and last month for every agency, adds adjustments and closes past months
 * (COM-1). Call `seedCommissionRates` before any transaction is posted, because posting writes the commission lines.
 */
export async function seedCommissionStatements(trx: Transaction<DB>, keys: SecretKeys, today: string): Promise<void> {
  await seedBankDetails(trx, keys)
  const thisMonth = `${today.slice(0, 7)}-01`
  const lastMonth = addMonths(thisMonth, -1)
  await sql`
    insert into commission_statements (agency_id, month)
    select agency_id, month from agencies cross join (values (${lastMonth}::date), (${thisMonth}::date)) months (month)
    on conflict do nothing`.execute(trx)
  await seedAdjustments(trx, lastMonth, thisMonth)
  await closeStatements(trx, thisMonth)
  await seedRun(trx, lastMonth)
}

/** Adds the completed commission run of last month. */
async function seedRun(trx: Transaction<DB>, month: string) {
  const run_id = `c0335000-0000-4000-8000-000000${month.slice(0, 4)}${month.slice(5, 7)}`
  const at = sql<Date>`${month}::date + interval '1 month 2 days'`
  await trx
    .insertInto('commission_runs')
    .values({
      ...{ run_id, month, is_closing: true, state: 'done', created_by: 'Fay Finance', created_at: at, finished_at: at },
    })
    .execute()
  await sql`
    insert into commission_run_parts (run_id, first_policy_id, policy_count, is_done)
    select ${run_id}, (array_agg(policy_id order by policy_id))[1], count(*), true
    from (select distinct policy_id from policy_transactions where accounting_date >= ${month}::date
      and accounting_date < ${addMonths(month, 1)}::date and tnx_gross_premium_cents <> 0) touched
    having count(*) > 0`.execute(trx)
}

/**
 * Sets the commission rates in basis points: 10% to 15% by product, two percentage points less for renewals, and
 * separate rates for one agency.
 */
export async function seedCommissionRates(trx: Transaction<DB>) {
  await sql`
    insert into commission_rates (product_id, is_renewal, rate_basis_points)
    select product_id, is_renewal, case line when 'earthquake' then 1000 when 'excessFlood' then 1200 else 1500 end
      - case when is_renewal then 200 else 0 end
    from products cross join (values (false), (true)) kind (is_renewal)`.execute(trx)
  await trx
    .insertInto('commission_rates')
    .values({ agency_id: getAgencyId('100100'), product_id: 1, is_renewal: false, rate_basis_points: 1600 })
    .execute()
  await trx
    .insertInto('commission_overrides')
    .values(
      ['100110', '100120'].map((agencyNo) => ({
        agency_id: getAgencyId(agencyNo),
        parent_agency_id: getAgencyId('100100'),
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
    .where('agency_id', '=', getAgencyId('100100'))
    .where('month', 'in', [lastMonth, thisMonth])
    .execute()
  await trx
    .insertInto('commission_adjustments')
    .values(
      statements.map(({ statement_id, month }) => ({
        statement_id,
        ...(month === thisMonth
          ? { description: 'Renewal coded as new business', adjustment_cents: -4_250, private_notes: 'See RFL3000131.' }
          : { description: 'Marketing allowance', adjustment_cents: 10_000, private_notes: 'Agreed by phone.' }),
        created_by: 'Commission Keeper',
      })),
    )
    .execute()
}

/** Closes past months in order. Pays all of them except the latest one. */
async function closeStatements(trx: Transaction<DB>, thisMonth: string) {
  for (;;) {
    const { rows } = await sql<OpenStatement>`
      select statement_id as "statementId", agency_id as "agencyId", month from commission_statements
      where state = 'open' and month = (select min(month) from commission_statements where state = 'open')
      order by agency_id`.execute(trx)
    const month = rows[0]?.month
    if (month === undefined || month >= thisMonth) break
    await closeStatementsWithoutNotice(
      { db: trx, now: new Date(`${addMonths(month, 1).slice(0, 8)}03T00:00:00Z`) },
      rows,
    )
    if (month < addMonths(thisMonth, -1)) await payStatements(trx, month)
  }
  await sql`update commission_statements s set total_cents = ${statementTotalSql} where state = 'open'`.execute(trx)
}

/** Adds a paid payout batch for a month. */
async function payStatements(trx: Transaction<DB>, month: string) {
  const paid_on = `${addMonths(month, 1).slice(0, 8)}11`
  const paid_reference = `ACH-${paid_on}`
  const due = await trx
    .selectFrom('commission_statements')
    .select(['statement_id', 'total_cents'])
    .where('month', '=', month)
    .where('state', '=', 'closed')
    .where('total_cents', '>', 0)
    .execute()
  if (due.length === 0) return
  const total_cents = due.reduce((sum, statement) => sum + statement.total_cents, 0)
  const { payout_batch_id } = await trx
    .insertInto('payout_batches')
    .values({
      ...{ state: 'paid', total_cents, statement_count: due.length, paid_on, paid_reference },
      ...{ created_by: 'demo', created_by_name: 'Fay Finance', paid_by_name: 'Fay Finance' },
      created_at: new Date(`${paid_on.slice(0, 8)}10T15:00:00Z`),
      marked_paid_at: new Date(`${paid_on}T15:00:00Z`),
    })
    .returning('payout_batch_id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payout_items')
    .values(due.map(({ statement_id, total_cents: amount_cents }) => ({ payout_batch_id, statement_id, amount_cents })))
    .execute()
  await trx
    .updateTable('commission_statements')
    .set({ state: 'paid', paid_on, paid_reference })
    .where(
      'statement_id',
      'in',
      due.map(({ statement_id }) => statement_id),
    )
    .execute()
}

/** Adds bank details to the agencies that receive payouts. The other agencies have none. */
async function seedBankDetails(trx: Transaction<DB>, keys: SecretKeys) {
  for (const [agencyNo, accountNo] of [
    ['100100', '000123456789'],
    ['100110', '000555010110'],
  ] as const) {
    const agency_id = getAgencyId(agencyNo)
    await trx
      .updateTable('agencies')
      .set({
        bank_routing_no: '110000000',
        bank_account_sealed: encryptText(keys.sealing, { row: agency_id, column: 'bank_account_sealed' }, accountNo),
      })
      .where('agency_id', '=', agency_id)
      .execute()
  }
}
