import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Syllables that form tens of thousands of distinct and clearly fictional surnames and street names. */
const syllables =
  "array['bar','cor','dal','fen','gar','hol','jun','kel','lan','mor','nev','ost','pel','quin','ros','sal','tor','ul','ven','wes','yar','zan','bel','cam','dor','eld','far','gro','hav','ing']"
const firstNames =
  "array['Casey','Jordan','Riley','Morgan','Quinn','Skyler','Reese','Rowan','Emery','Sage','Finley','Blake']"
const syllable = (number: string, step: number) => `(${syllables})[1 + (${number} / ${step}) % 30]`
/** Returns an SQL expression that maps a number to one of 27,000 surnames. */
const surname = (number: string) =>
  `initcap(${syllable(number, 1)} || ${syllable(number, 30)} || ${syllable(number, 900)})`
/**
 * Returns an SQL expression for a pseudorandom number below `below`, derived from the policy number `n`. The hash keeps
 * names and dates uncorrelated, as in a real book, so that query plans are realistic.
 */
const pseudorandomSql = (salt: number, below: number) => `((hashint8extended(n, ${salt}) & 2147483647) % ${below})::int`

/**
 * Returns an SQL expression for the id of a row of the `n`-th copy, derived from `text`. It has the format of `new_id()`
 * (UUID version 7), and ids of later copies are higher, as in a book that grew over time.
 */
const buildCopyIdSql = (n: string, text: string) =>
  `(lpad(to_hex(${firstIdMs} + (${n})), 12, '0') || '7' || overlay(left(md5(${text}), 18) placing '8' from 4 for 0))::uuid`
/** Time in the ids of the first copy, in milliseconds. It is earlier than the ids of rows that are inserted later. */
const firstIdMs = Date.UTC(2026, 0, 1)
/** Returns an SQL expression for the id of the `n`-th agency of the book. */
export const buildAgencyIdSql = (n: string) => buildCopyIdSql('0', `'bulk agency ' || ${n}`)

interface Input {
  /** First number of the copies. `to` is the last number. */
  from: number
  to: number
  /** Number of bound policies that are copied. */
  patterns: number
  agencyCount: number
}

/**
 * SQL that creates one row per copy: the source policy, the new person, address and agency, and the number of days to
 * add to the dates.
 */
const copies = ({ from, to, patterns, agencyCount }: Input) => `
  create temporary table copies on commit drop as
  select made.*, first_name || ' ' || last_name as insured_name, 'Q' || substr(policy_no, 4) as quote_number
  from (
    select n, p.policy_id as pattern_id, ${buildCopyIdSql('n', "'bulk policy ' || n")} as policy_id,
      ${buildCopyIdSql('n', "'bulk identity ' || n")} as identity_id, ${buildAgencyIdSql(`1 + n % ${agencyCount}`)} as agency_id,
      (500001 + n % ${agencyCount})::text as agency_no, (${firstNames})[1 + ${pseudorandomSql(1, 12)}] as first_name,
      ${surname(pseudorandomSql(2, 27_000))} as last_name, 'bulk.' || n || '@example.com' as email,
      (10 * (1 + ${pseudorandomSql(3, 900)})) || ' ' || ${surname(pseudorandomSql(4, 27_000))} || ' Demo St' as addr1,
      lpad((33600 + ${pseudorandomSql(7, 90)})::text, 5, '0') as zip, ${pseudorandomSql(5, 670)} as later_by,
      left(p.policy_no, 4) || number_text(n / 8, 6) as policy_no
    from generate_series(${from}, ${to}) n join patterns p on p.nth = n % ${patterns}
  ) made`

/**
 * Columns in which each copy has its own value, in every table. All other columns are copied from the source policy.
 */
const ownColumns = new Set([
  ...['policy_id', 'policy_no', 'identity_id', 'agency_id', 'agency_no', 'first_name', 'last_name', 'insured_name'],
  ...['email', 'addr1', 'zip', 'quote_number'],
])
/** Key columns that get a new value in each copy. Rows that refer to each other get the same new value. */
const newKeys = new Set([
  ...['policy_transaction_id', 'invoice_id', 'invoice_item_id', 'entry_id', 'policy_payment_id', 'obligation_id'],
])
/** Other columns whose values must differ between copies. */
const uniqueColumns: Readonly<Record<string, string>> = {
  business_key: "t.business_key || ':' || c.n",
  payment_id: "'PAY-' || substr(c.policy_no, 4) || substring(t.payment_id from '-[0-9]+$')",
  meta: "t.meta || jsonb_build_object('quoteNumber', c.quote_number)",
}

const ofPolicy = 'select t.*, t.policy_id as pattern_id from'
const ofInvoice = (table: string) =>
  `select t.*, v.policy_id as pattern_id from ${table} t join invoices v using (invoice_id)`
const ofEntry = (table: string) => `select t.*, e.policy_id as pattern_id from ${table} t
  join (select distinct entry_id, policy_id from postings where policy_id is not null) e using (entry_id)`

/** Tables of a bound and paid term. Each has a query that finds its rows by policy. */
const tables = {
  policyholder_identities:
    'select t.*, p.policy_id as pattern_id from policyholder_identities t join policies p using (identity_id)',
  policies: `${ofPolicy} policies t`,
  policy_transactions: `${ofPolicy} policy_transactions t`,
  policy_balances: `${ofPolicy} policy_balances t`,
  invoices: `${ofPolicy} invoices t`,
  invoice_items: ofInvoice('invoice_items'),
  obligations: `${ofPolicy} obligations t`,
  payments: `${ofPolicy} payments t`,
  invoice_payments: ofInvoice('invoice_payments'),
  journal_entries: ofEntry('journal_entries'),
  postings: ofEntry('postings'),
} as const satisfies Partial<Record<keyof DB, string>>

/** Names of the tables whose rows are copied. */
export const copiedTables = Object.keys(tables) as (keyof typeof tables)[]
const templateTables = ['patterns', ...copiedTables.map((table) => `pattern_${table}`)]

interface Column {
  table_name: keyof typeof tables
  column_name: string
  data_type: string
}

/**
 * Returns the SQL for a column of a copy: the copy's own value or the source's value. All dates move by the same number
 * of days as the inception date.
 */
function getSource({ column_name: name, data_type }: Column): string {
  if (ownColumns.has(name)) return `case when t.${name} is not null then c.${name} end`
  if (newKeys.has(name)) return buildCopyIdSql('c.n', `t.${name}::text || c.n`)
  return uniqueColumns[name] ?? (data_type === 'date' ? `t.${name} + c.later_by` : `t.${name}`)
}

/**
 * Stores the rows of the source policies in tables of their own, from which several connections can copy. Drop the tables
 * afterward.
 */
export async function createTemplateTables(db: Kysely<DB>): Promise<void> {
  await sql`create unlogged table patterns as
    select row_number() over (order by substr(policy_no, 5), product_id) % count(*) over () as nth, policy_id, policy_no
    from policies`.execute(db)
  for (const [table, rows] of Object.entries(tables))
    await sql.raw(`create unlogged table pattern_${table} as ${rows}`).execute(db)
  for (const table of templateTables) await sql`analyze ${sql.table(table)}`.execute(db)
}

export async function dropTemplateTables(db: Kysely<DB>): Promise<void> {
  await sql.raw(`drop table if exists ${templateTables.join(', ')}`).execute(db)
}

/**
 * Copies bound policies with all rows of their terms, in one transaction inside the database. Reads the columns from
 * the schema so that new columns are also copied.
 */
export async function copyTerms(db: Kysely<DB>, input: Input): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql.raw(copies(input)).execute(trx)
    // With statistics, the plans read the copies in order, which stores the rows of a policy next to each other.
    await sql`analyze copies`.execute(trx)
    const { rows } = await sql<Column>`
      select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and table_name = any(${copiedTables}::text[])
        and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`.execute(trx)
    for (const table of copiedTables) {
      const columns = rows.filter(({ table_name }) => table_name === table)
      await sql
        .raw(`insert into ${table} (${columns.map(({ column_name }) => column_name).join(', ')})
          select ${columns.map(getSource).join(', ')} from pattern_${table} t join copies c using (pattern_id)`)
        .execute(trx)
    }
  })
}
