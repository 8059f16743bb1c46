import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@tideline/api/db/database.ts'
import { refreshPageMarks } from '@tideline/api/db/page-marks.ts'
import type { DB } from '@tideline/api/db/schema.ts'
import { seedBenchmarkBook } from '@tideline/api/demo-book/benchmark-book.ts'

/**
 * Row counts for a book with a million policies. Covers tables that grow with the book and are read by a list or a
 * nightly job.
 */
const scaledRows = {
  policies: 1_000_000,
  policyholder_identities: 1_000_000,
  policy_balances: 1_000_000,
  policy_transactions: 1_500_000,
  policy_docs: 3_000_000,
  policy_notes: 500_000,
  invoices: 1_500_000,
  invoice_items: 4_000_000,
  obligations: 1_500_000,
  invoice_payments: 500_000,
  payments: 500_000,
  journal_entries: 2_000_000,
  postings: 6_000_000,
  overpayment_items: 5_000,
  refund_reviews: 25_000,
  reinstatement_offers: 50_000,
  commission_statements: 24_000,
  commission_lines: 100_000,
  commission_adjustments: 20_000,
  lockbox_items: 200_000,
  lockbox_parts: 200_000,
  claims: 25_000,
  claim_notes: 100_000,
  leads: 500_000,
  audit_log: 5_000_000,
  email_messages: 3_000_000,
  notices: 1_000_000,
  cancellation_notices: 50_000,
  postal_notices: 100_000,
  import_items: 1_000_000,
  bulk_job_items: 1_000_000,
  moratorium_rejections: 200_000,
  events: 5_000_000,
  webhook_deliveries: 5_000_000,
  sessions: 500_000,
  link_tokens: 1_000_000,
  idempotency_keys: 300_000,
} as const satisfies Partial<Record<keyof DB, number>>

/** Tables that have at most a few thousand rows in any book. Full scans of these tables are allowed. */
type Small =
  | 'account_preferences'
  | 'accounts'
  | 'agencies'
  | `agency_${'contacts' | 'documents' | 'licenses'}`
  | 'api_keys'
  | 'approvals'
  | 'bulk_jobs'
  | 'cancel_reason_documents'
  | 'cancel_reasons'
  | 'card_fees'
  | `payout_${'batches' | 'items'}`
  | `commission_${'overrides' | 'rates' | 'run_parts' | 'runs'}`
  | 'counties'
  | 'daily_digests'
  | 'default_rows'
  | 'delinquency_plans'
  | 'document_types'
  | 'email_templates'
  | 'former_agency_names'
  | 'import_jobs'
  | 'job_crashes'
  | 'ledger_accounts'
  | 'lockbox_addresses'
  | 'lockbox_files'
  | `moratorium_${'events' | 'locations'}`
  | 'notice_periods'
  | 'payment_types'
  | 'policy_page_totals'
  | 'products'
  | 'reconciliations'
  | 'recovery_codes'
  | 'registration_events'
  | 'registration_documents'
  | 'sandbox_clock'
  | 'schema_migrations'
  | 'two_factor_secrets'
  | 'secrets'
  | 'settings'
  | 'tax_rates'
  | 'transaction_types'
  | 'webhook_endpoints'
  | 'widgets'
/**
 * Tables that grow with the book but stay small in this test. They are always read by their parent's id, so their plans
 * prove nothing.
 */
type UnscaledTable =
  | 'addresses'
  | 'auto_pay_announcements'
  | 'auto_pay_charge_parts'
  | 'auto_pay_charges'
  | 'auto_pay_consents'
  | 'automatic_charges'
  | 'cancellation_notice_obligations'
  | 'claim_documents'
  | 'claim_hold_releases'
  | 'commission_chains'
  | 'delinquency_steps'
  | 'disputes'
  | 'files'
  | 'insured_email_changes'
  | 'lienholders'
  | 'letter_exports'
  | 'login_attempts'
  | `mortgagee_change${'s' | '_proofs'}`
  | 'ocr_records'
  | 'payment_methods'
  | `policy_doc_${'signatures' | 'versions'}`
  | `proof_link${'s' | '_views'}`
  | 'policy_page_changes'
  | 'policy_page_marks'
  | 'quotes'
  | 'rate_limits'
  | 'renewal_holds'
  | 'resources'
  | 'signature_images'
  | 'signing_codes'
  | 'signing_events'
  | 'stripe_customers'
  | 'stripe_events'
  | 'write_offs'
  | 'write_positions'
/**
 * Tables that are in none of the lists above. If a new table is missing from the lists, compilation fails, so that its
 * author must declare how the table grows.
 */
type UndeclaredTable = Exclude<keyof DB, keyof typeof scaledRows | Small | UnscaledTable>
export const largeBookRows: Partial<Record<keyof DB, number>> & Record<UndeclaredTable, number> = scaledRows

const policies = 2_400

const drawn = (of: string, from: readonly string[]) =>
  `(array[${from.map((one) => `'${one}'`).join(',')}])[1 + (hashint4(${of}) & 65535) % ${from.length}]`
const syllables = ['Bar', 'Cor', 'Dal', 'Fen', 'Gar', 'Hol', 'Jun', 'Kel', 'Lan', 'Mor', 'Nev', 'Ost']
/** Returns SQL that generates a name: one of 6 first names and one of 1,728 last names. */
const person = (of: string) =>
  `(${drawn(`${of} + 7`, ['Casey', 'Jordan', 'Riley', 'Quinn', 'Sage', 'Emery'])} || ' ' || ${drawn(of, syllables)} || lower(${drawn(`${of} + 1`, syllables)} || ${drawn(`${of} + 2`, syllables)}))`
/** SQL for a timestamp within the last two years. */
const moment = "timestamptz '2024-11-20' + (n * 7919 % 730) * interval '1 day' + n * interval '1 second'"
const nthPolicy = `join (select *, row_number() over (order by policy_no) as nth from policies) p on p.nth = 1 + n % ${policies}`
const numbers = (most: number) => `generate_series(1, ${most}) n`

/**
 * Statements that insert a few thousand rows which the bulk book lacks. Their values are distributed as in a real
 * carrier's data.
 */
const rows = [
  `insert into audit_log (occurred_at, actor_kind, actor_name, action, entity, entity_id, policy_id, request_id)
   select ${moment}, ${drawn('n', ['agent', 'insured', 'staff', 'job', 'webhook'])}, ${person('n')},
     ${drawn('n', ['policy.import', 'payment.charge', 'note.create', 'document.sign', 'link.request', 'policy.cancel'])},
     ${drawn('n', ['policy', 'payment', 'note', 'document'])}, 'RFL3' || lpad(n::text, 6, '0'),
     case when n % 10 > 0 then p.policy_id end, 'req_' || n from ${numbers(6_000)} ${nthPolicy}`,
  `insert into email_messages (policy_id, to_email, subject, html, text, template, status, created_at, sent_at)
   select p.policy_id, 'person' || n || '@example.com', 'Your policy ' || p.policy_no, repeat('x', 800), repeat('y', 300),
     ${drawn('n', ['link', 'receipt', 'payment-processing'])}, ${drawn('n', [...Array(48).fill('sent'), 'failed', 'queued'])}, ${moment}, ${moment}
   from ${numbers(4_000)} ${nthPolicy}`,
  `insert into leads (agency_id, widget_name, source, address, name, email, created_at)
   select p.agency_id, 'Home page', 'home-page', n || ' Sample Demo St, Tampa, FL 33606', ${person('n')}, 'person' || n || '@example.com', ${moment}
   from ${numbers(2_000)} ${nthPolicy}`,
  `insert into notices (policy_id, kind, recipient, recipient_name, recipient_address, method, sent_at, created_at, letter)
   select p.policy_id, ${drawn('n', ['cancellation', 'nonRenewal', 'renewal'])}, 'insured', ${person('n')}, n || ' Sample Demo St', 'mail',
     case when n % 50 > 0 then ${moment} end, ${moment}, '{}' from ${numbers(2_000)} ${nthPolicy}`,
  `insert into cancellation_notices (policy_id, reason, is_flat, amount_cents, notice_days, effective_date, state, hold_reason, created_at, closed_at)
   select p.policy_id, 'pastDue', false, 100 * n, 10, (${moment})::date + 16,
     case when n % 50 = 0 then 'onHold' when n % 20 = 0 then 'open' else ${drawn('n', ['rescinded', 'completed', 'closed'])} end,
     case when n % 50 = 0 then ${drawn('n', ['processing', 'disputed', 'moratorium', 'claim'])} end, ${moment},
     case when n % 50 > 0 and n % 20 > 0 then ${moment} end from ${numbers(1_500)} ${nthPolicy}`,
  `insert into postal_notices (policy_id, cancellation_notice_id, kind, recipient, recipient_name, recipient_address, letter, state, mailed_on, created_at)
   select policy_id, cancellation_notice_id, kind, recipient, 'Casey Corlan', '1 Sample Demo St', '{}',
     case when closed_at is null then 'queued' else 'mailed' end, case when closed_at is not null then created_at::date end, created_at
   from cancellation_notices,
     (values ('cancellationNotice', 'insured'), ('cancellationNotice', 'lienholder'), ('rescission', 'insured')) l (kind, recipient)`,
  `insert into policy_notes (policy_id, note, created_at) select p.policy_id, 'A note', ${moment} from ${numbers(2_000)} ${nthPolicy}`,
  `insert into policy_docs (policy_id, doc_type_id, doc_name)
   select p.policy_id, 1 + n % 2, 'Policy' from ${numbers(2 * policies)} ${nthPolicy}`,
  `insert into claims (claim_number, policy_id, status, notice_date, date_of_loss, cause, adjuster_name, reserve_cents, paid_cents)
   select 'CL' || lpad(n::text, 8, '0'), p.policy_id, ${drawn('n', ['Open', 'In Review', 'Approved', 'Paid', 'Denied', 'Closed'])},
     (${moment})::date, (${moment})::date - 3, ${drawn('n', ['flood', 'stormSurge', 'overflow', 'mudflow'])}, ${person('n')}, n * 100, n * 50
   from ${numbers(2_000)} ${nthPolicy}`,
  `insert into claim_notes (claim_id, note, created_at) select claim_id, 'A note', created_at from claims`,
  `insert into lockbox_files (file_name, format, sha256, item_count, total_cents, created_at)
   select 'deposit-' || n, 'csv', md5(n::text) || md5((n + 1)::text), 100, 100, ${moment} from ${numbers(40)}`,
  `insert into lockbox_items (lockbox_file_id, lockbox_no, deposit_date, batch_no, item_no, amount_cents, check_no, remitter_name, reference, state)
   select f.lockbox_file_id, '00' || n % 3, (${moment})::date, lpad((n / 99)::text, 3, '0'), lpad(n::text, 5, '0'), n * 100, (100000 + n)::text,
     ${person('n')}, 'RFL3' || lpad(n::text, 6, '0'), ${drawn('n', [...Array(48).fill('applied'), 'open', 'reversed', 'returned', 'bounced'])}
   from ${numbers(4_000)} join (select *, row_number() over () as nth from lockbox_files) f on f.nth = 1 + n % 40`,
  `insert into lockbox_parts (lockbox_item_id, policy_payment_id)
   select i.lockbox_item_id, y.policy_payment_id from (select *, row_number() over () as nth from lockbox_items where state = 'applied') i
   join (select *, row_number() over () as nth from payments) y using (nth)`,
  `insert into overpayment_items (policy_payment_id, policy_id, amount_cents, state, created_at, decided_at)
   select policy_payment_id, policy_id, 100 * nth, case when nth % 20 = 0 then 'open' else 'refunded' end, ${moment.replaceAll('n *', 'nth *')},
     case when nth % 20 > 0 then now() end from (select *, row_number() over () as nth from payments limit 1000) y`,
  `insert into refund_reviews (policy_id, hold_reason, cause, amount_cents, reason_code, effective_date, state, decided_at, created_at)
   select p.policy_id, 'amount', 'cancellation', 100 * n, '13', '2026-01-01', case when n % 20 = 0 then 'open' else 'done' end,
     case when n % 20 > 0 then now() end, ${moment} from ${numbers(2_000)} ${nthPolicy}`,
  `insert into reinstatement_offers (policy_id, policy_payment_id, amount_cents, needed_cents, offered_on, expires_on, state, reason, decided_at, created_at)
   select p.policy_id, p.policy_payment_id, 100 * n, 100 * n, (${moment})::date, (${moment})::date + 30,
     case when n % 20 = 0 then 'open' else ${drawn('n', ['accepted', 'declined', 'expired', 'withdrawn'])} end,
     case when n % 20 > 0 and ${drawn('n', ['accepted', 'declined', 'expired', 'withdrawn'])} in ('accepted', 'declined') then 'A reason' end,
     case when n % 20 > 0 then now() end, ${moment}
   from ${numbers(1_000)} join (select policy_id, policy_payment_id, row_number() over () as nth from payments limit 1000) p on p.nth = n`,
  `insert into commission_statements (agency_id, month, state)
   select agency_id, month, case when month > '2026-10-01' then 'open' else 'closed' end
   from agencies, generate_series(date '2026-08-01', date '2026-11-01', '1 month') month`,
  `insert into commission_lines (statement_id, policy_id, policy_transaction_id, kind, premium_cents, rate_basis_points, amount_cents)
   select s.statement_id, p.policy_id, t.policy_transaction_id, 'commission', 100 * n, 1500, 15 * n
   from ${numbers(4_000)} ${nthPolicy} join policy_transactions t on t.policy_id = p.policy_id
   join (select *, row_number() over (order by month, agency_id) as nth from commission_statements) s on s.nth = 1 + n % 4000`,
  `insert into commission_adjustments (statement_id, description, adjustment_cents, created_at)
   select statement_id, 'Correction of ' || md5(statement_id::text), 100, now() - random() * interval '300 days'
   from commission_statements limit 1500`,
  `insert into commission_rates (agency_id, product_id, is_renewal, rate_basis_points, effective_from)
   select agency_id, 1, false, 1500, '2026-01-01' from agencies limit 300`,
  `insert into commission_runs (month, is_closing, state, finished_at) select '2020-01-01'::date + n * interval '1 month', true, 'done', now() from ${numbers(24)}`,
  `insert into import_jobs (file_name, state, created_by, created_at, failed_items)
   select 'book-' || n || '.csv', case when n % 20 = 0 then 'failed' else 'done' end, ${person('n')}, ${moment}, n % 7 from ${numbers(100)}`,
  `insert into import_items (import_job_id, row_no, input, state, reason, policy_id)
   select j.import_job_id, n, '{}', case when n > ${policies} then 'failed' else 'done' end,
     case when n > ${policies} then 'zip: five digits.' end, case when n <= ${policies} then p.policy_id end
   from ${numbers(3_000)} join (select *, row_number() over () as nth from import_jobs) j on j.nth = 1 + n % 100 ${nthPolicy}`,
  `insert into accounts (kind, email, first_name, last_name, roles, agency_id)
   select 'agent', 'agent' || agency_no || '@example.com', 'Casey', 'Sample', '{}', agency_id from agencies`,
  `insert into events (type, occurred_at, agency_id, policy_id, data, position)
   select ${drawn('n', ['policy.bound', 'payment.paid', 'document.signed'])}, ${moment}, p.agency_id, p.policy_id, '{}', n from ${numbers(5_000)} ${nthPolicy}`,
  // Uses the same ids as the imports. A single id in a path then finds both an import and a bulk job.
  `insert into bulk_jobs (bulk_job_id, action, requested_by, state, total_items, done_items, finished_at)
   select import_job_id, 'resendLink', (select account_id from accounts limit 1), 'done', 30, 30, now() from import_jobs`,
  `insert into bulk_job_items (bulk_job_id, item_no, policy_no, state, finished_at)
   select j.import_job_id, n, 'RFL3' || lpad(n::text, 6, '0'), 'done', now()
   from ${numbers(3_000)} join (select import_job_id, row_number() over () as nth from import_jobs) j on j.nth = 1 + n % 100`,
  `insert into webhook_endpoints (endpoint_id, name, url, types, secret_sealed, created_at, created_by)
   select '00000000-0000-4000-8000-000000000001', 'Ours', 'https://hooks.example.com', '{}', 'sealed', now(), account_id from accounts limit 1`,
  `insert into webhook_deliveries (endpoint_id, event_no, type, state, created_at)
   select endpoint_id, event_no, type, case when event_no % 1000 = 0 then 'waiting' when event_no % 50 = 0 then 'failed' else 'delivered' end, occurred_at
   from events, webhook_endpoints`,
  `insert into sessions (account_id, refresh_token_hash, created_at, expires_at)
   select a.account_id, md5('session ' || n), ${moment}, ${moment} + interval '14 days'
   from ${numbers(3_000)} join (select account_id, row_number() over () as nth from accounts) a on a.nth = 1 + n % 500`,
  `insert into link_tokens (kind, policy_no, created_at, expires_at)
   select 'deeplink', 'RFL3' || lpad(n::text, 6, '0'), ${moment}, ${moment} + interval '7 days' from ${numbers(3_000)}`,
  `insert into idempotency_keys (key, actor, request_hash, operation, expires_at)
   select 'key ' || n, 'actor ' || n % 50, md5(n::text), 'recordPayment', now() + (n - 1000) * interval '1 minute' from ${numbers(2_000)}`,
  `insert into moratorium_events (name, kind, start_date, product_ids)
   select 'Storm ' || n, 'bind', (${moment})::date, '{1,2}' from ${numbers(60)}`,
  `insert into moratorium_locations (moratorium_event_id, county_fips, start_date)
   select moratorium_event_id, county_fips, start_date from moratorium_events, (select county_fips from counties limit 20) c`,
  `insert into moratorium_rejections (moratorium_event_id, policy_id, county_fips, action, requested_by_name, created_at)
   select e.moratorium_event_id, p.policy_id, '12057', ${drawn('n', ['newBusiness', 'rewrite', 'higherLimits'])}, ${person('n')}, ${moment}
   from ${numbers(1_200)} ${nthPolicy}
   join (select moratorium_event_id, row_number() over (order by 1) as nth from moratorium_events) e on e.nth = 1 + n % 60`,
  // Of every hundred policies, one is pending cancellation, two are cancelled, one is non-renewed, three owe money, and
  // two are unsigned.
  `update policies set pending_cancel_at = now(), cancel_reason_code = '33', cancel_effective_date = inception_date where policy_no in (select policy_no from policies order by md5(policy_no) limit ${policies / 100})`,
  `update policies set cancelled_at = now(), cancel_reason_code = '33', cancel_effective_date = inception_date
   where policy_no in (select policy_no from policies where pending_cancel_at is null order by md5(policy_no || 'c') limit ${policies / 50})`,
  `update policies set non_renewed_at = now() where policy_no in (select policy_no from policies order by md5(policy_no || 'n') limit ${policies / 100})`,
]

/** Page size of PostgreSQL's table files, in bytes. A larger table continues in another file. */
const bytesOfAPage = 8192
const pagesOfAFile = 131_072

interface Kept {
  name: string
  file: string
  pages: number
  rows: number
}

/**
 * Creates a book that the query planner treats like one with a million policies. Inserts a few thousand realistic rows,
 * runs `analyze`, and then extends tables and indexes with empty pages. Plans are realistic, but durations and very
 * rare values are not. Requires access to the database server's disk.
 */
export async function createLargeBook(database: Database): Promise<void> {
  const { pool, db } = database
  await seedBenchmarkBook(database, policies, () => undefined)
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of rows) await client.query(statement)
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
  await refreshPageMarks(db)
  for (const table of Object.keys(largeBookRows))
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await pool.query('vacuum analyze')
  const folder = (await pool.query<{ data_directory: string }>('show data_directory')).rows[0]?.data_directory ?? ''
  for (const [table, wanted] of Object.entries(largeBookRows)) {
    const { rows: kept } = await pool.query<Kept>(
      `select c.oid::regclass as name, pg_relation_filepath(c.oid) as file, greatest(c.relpages, 1) as pages, c.reltuples as rows
       from pg_class c where c.oid = $1::regclass or c.oid in (select indexrelid from pg_index where indrelid = $1::regclass)
       order by c.relkind desc`,
      [table],
    )
    const has = Number(kept.find(({ name }) => name === table)?.rows)
    if (!(has > 100)) throw new Error(`${table} has ${has} rows: too few to learn from.`)
    for (const { name, file, pages, rows: hasRows } of kept) {
      const factor = wanted / has
      const length = Math.min(Math.ceil(pages * factor), pagesOfAFile - 1)
      await truncate(join(folder, file), length * bytesOfAPage)
      await pool.query(
        'update pg_class set reltuples = $2, relpages = $3, relallvisible = case relkind when $4 then $3 else 0 end where oid = $1::regclass',
        [name, Math.round(hasRows * factor), length, 'r'],
      )
    }
  }
}
