import type pg from 'pg'

/** How many policies one statement writes: large enough to be fast, small enough to show progress. */
const chunk = 50_000
const agencyCount = 1_000

/** Syllables that make tens of thousands of distinct, plainly made-up surnames and streets. */
const syllables =
  "array['bar','cor','dal','fen','gar','hol','jun','kel','lan','mor','nev','ost','pel','quin','ros','sal','tor','ul','ven','wes','yar','zan','bel','cam','dor','eld','far','gro','hav','ing']"
const first =
  "array['Casey','Jordan','Riley','Morgan','Quinn','Skyler','Reese','Rowan','Emery','Sage','Finley','Blake']"
const syllable = (number: string, step: number) => `(${syllables})[1 + (${number} / ${step}) % 30]`
/** A surname from a number: 27,000 different ones. */
const surname = (number: string) =>
  `initcap(${syllable(number, 1)} || ${syllable(number, 30)} || ${syllable(number, 900)})`
/**
 * A number below `below` that PostgreSQL draws from the policy's own, the same each time. Drawn, not counted round: in a
 * real book a name says nothing about a date, and the planner and the search may rely on that.
 */
const drawn = (salt: number, below: number) => `((hashint8extended(n, ${salt}) & 2147483647) % ${below})::int`

const agencies = `
  insert into agencies (agency_id, agency_no, company, state, path)
  select id, no, 'Bulk Agency ' || no, 'FL', array[id] from (
    select md5('bulk agency ' || n)::uuid as id, (500000 + n)::text as no from generate_series(1, ${agencyCount}) n) made`

const policiesOf = (from: number, to: number) => `
  with made as (
    select n, md5('bulk policy ' || n)::uuid as policy_id, md5('bulk identity ' || n)::uuid as identity_id,
      md5('bulk agency ' || 1 + n % ${agencyCount})::uuid as agency_id, (500001 + n % ${agencyCount})::text as agency_no,
      1 + n % 8 as product_id, (${first})[1 + ${drawn(1, 12)}] as first_name, ${surname(drawn(2, 27_000))} as last_name,
      (select number_prefix from products where product_id = 1 + n % 8) as prefix,
      (10 * (1 + ${drawn(3, 900)})) || ' ' || ${surname(drawn(4, 27_000))} || ' Demo St' as addr1,
      (date '2025-12-01' + ${drawn(5, 700)}) as inception, 50000 + ${drawn(6, 400_000)} as gross
    from generate_series(${from}, ${to}) n
  ), numbered as (
    select made.*, prefix || '3' || number_text(n / 8, 6) as policy_no from made
  ), identities as (
    insert into policyholder_identities (identity_id, email, phone_digits, first_name, last_name)
    select identity_id, 'bulk.' || n || '@example.com', '5555550100', first_name, last_name from numbered
  ), terms as (
    insert into policies (policy_id, policy_no, quote_number, product_id, agency_id, agency_no, identity_id, first_name,
      last_name, insured_name, email, phone, addr1, city, state, zip, inception_date, effective_date, expiration_date,
      original_post_date, gross_premium_cents, policy_fee_cents, taxes_cents, total_premium_cents, last_transaction_type,
      is_signed_by_agent, is_signed_by_insured, is_paid, paid_at)
    select policy_id, policy_no, 'Q' || substr(policy_no, 4), product_id, agency_id, agency_no, identity_id, first_name,
      last_name, first_name || ' ' || last_name, 'bulk.' || n || '@example.com', '555-555-0100', addr1, 'Tampa', 'FL',
      lpad((33600 + ${drawn(7, 90)})::text, 5, '0'), inception, inception, inception + 365, inception - 20, gross, 7500, 5000,
      gross + 12500, 'NB', true, n % 3 > 0, n % 3 > 0, case when n % 3 > 0 then now() end
    from numbered
  ), transactions as (
    insert into policy_transactions (policy_id, transaction_type, original_trans_type, post_date, accounting_date,
      effective_date, inception_date, original_post_date, agency_id, agency_no, addr1, city, state, first_name, last_name,
      product_id, coverage_a_limit_cents, coverage_a_premium_cents, deductible_cents, gross_premium_cents, policy_fee_cents,
      subtotal_taxes_cents, surplus_tax_policy_premium_cents, total_premium_cents, tnx_gross_premium_cents,
      tnx_policy_fee_cents, tnx_taxes_cents, tnx_surplus_tax_policy_premium_cents, tnx_total_premium_cents, meta)
    select policy_id, 'NB', 'NB', inception - 20, inception - 20, inception, inception, inception - 20, agency_id,
      agency_no, addr1, 'Tampa', 'FL', first_name, last_name, product_id, 25000000, gross, 200000, gross, 7500, 5000, 5000,
      gross + 12500, gross, 7500, 5000, 5000, gross + 12500, jsonb_build_object('quoteNumber', 'Q' || substr(policy_no, 4))
    from numbered
  ), entries as (
    insert into journal_entries (entry_id, business_key, kind)
    select md5('bulk invoice ' || n)::uuid, 'bulk-invoice:' || n, 'invoice' from numbered
    union all
    select md5('bulk payment ' || n)::uuid, 'bulk-payment:' || n, 'paymentSettled' from numbered where n % 3 > 0
  ), posted as (
    insert into postings (entry_id, account_code, policy_id, amount_cents)
    select md5('bulk invoice ' || n)::uuid, account, policy_id, cents from numbered, lateral (values
      ('receivable', gross + 12500), ('premium_written', -gross), ('policy_fee', -7500), ('tax_surplus_lines', -5000)
    ) line (account, cents)
    union all
    select md5('bulk payment ' || n)::uuid, account, policy_id, cents from numbered, lateral (values
      ('cash_ach', gross + 12500), ('receivable', -gross - 12500)) line (account, cents)
    where n % 3 > 0
  )
  insert into policy_balances (policy_id, invoiced_cents, received_cents)
  select policy_id, gross + 12500, case when n % 3 > 0 then gross + 12500 else 0 end from numbered`

/** What has to hold afterwards, since triggers and foreign keys were off while writing. */
const checks: [what: string, query: string][] = [
  [
    'entries that do not balance',
    'select count(*) from (select entry_id from postings group by 1 having sum(amount_cents) <> 0) wrong',
  ],
  [
    'balances that differ from the postings',
    `select count(*) from policy_balances b join (select policy_id, sum(amount_cents) as due from postings
      where account_code = 'receivable' group by 1) p using (policy_id) where p.due <> b.due_cents`,
  ],
  [
    'policies without an agency',
    'select count(*) from policies p where not exists (select from agencies a where a.agency_id = p.agency_id)',
  ],
]

/**
 * Makes a book of any size for benchmarks: set-based statements inside the database, which no client can outrun, with
 * triggers and foreign keys off while they run (needs a superuser) and the invariants checked at the end.
 *
 * @param onProgress is told how many policies there are, after each chunk
 */
export async function seedBulkBook(client: pg.ClientBase, policies: number, onProgress: (done: number) => void) {
  await client.query('set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off')
  await client.query(agencies)
  for (let from = 1; from <= policies; from += chunk) {
    const to = Math.min(from + chunk - 1, policies)
    await client.query(policiesOf(from, to))
    onProgress(to)
  }
  await client.query('set session_replication_role = origin')
  await client.query('analyze')
  for (const [what, query] of checks) {
    const { rows } = await client.query<{ count: number }>(query)
    if (Number(rows[0]?.count) !== 0) throw new Error(`The bulk book has ${what}.`)
  }
}
