import { PaymentType } from '@tideline/sdk/words'
import { type Kysely, sql, type Transaction } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { findProduct } from '../catalog/products.ts'
import type { Database } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { receivePayment } from '../ledger/payments.ts'
import { bindTerm } from '../policy/bind-term.ts'
import { updateSignedFlags } from '../policy/store.ts'
import { buildAgencyIdSql, copiedTables, copyTerms, createTemplateTables, dropTemplateTables } from './copy-terms.ts'
import { createRandomGenerator } from './random.ts'

/** Number of policies copied per statement. It is large enough to be fast and small enough to show progress. */
const chunk = 25_000
/** Number of connections that copy policies, rebuild indexes and vacuum tables at the same time. */
const connections = 2
/** Number of policies to bind individually. All other policies are copies. Must be a multiple of the eight products. */
const patterns = 160
const agencyCount = 1_000

const makeAgencies = sql.raw(`
  insert into agencies (agency_id, agency_no, company, state, path)
  select id, no, 'Bulk Agency ' || no, 'FL', array[id] from (
    select ${buildAgencyIdSql('n')} as id, (500000 + n)::text as no from generate_series(1, ${agencyCount}) n) made`)

/** Binds one policy through the regular code. Two of three policies are fully signed and paid by the insured. */
async function bindPattern(db: Transaction<DB>, n: number, agencies: { agency_id: string; agency_no: string }[]) {
  const random = createRandomGenerator(n)
  const productId = 1 + (n % 8)
  const policyNo = `${findProduct(productId)?.prefix}3${String(Math.floor(n / 8)).padStart(6, '0')}`
  const { agency_id = '', agency_no = '' } = agencies[n % agencies.length] ?? {}
  // The term ends in two months or more, so policies stay in force during benchmarks and tests.
  const inception = addDays(getPropertyDate(new Date(), 'FL'), random.below(30) - 300)
  const email = `bulk.${n}@example.com`
  const person = { first_name: 'Casey', last_name: `Sample ${n}`, email, phone: '555-555-0100' }
  const { identity_id } = await db
    .insertInto('policyholder_identities')
    .values({ email, phone_digits: '5555550100', first_name: person.first_name, last_name: person.last_name })
    .returning('identity_id')
    .executeTakeFirstOrThrow()
  const grossCents = random.between(50_000, 450_000)
  const { policy, totalCents } = await bindTerm(db, {
    policy: {
      ...person,
      policy_no: policyNo,
      quote_number: `Q${policyNo.slice(3)}`,
      product_id: productId,
      agency_id,
      agency_no,
      identity_id,
      insured_name: `${person.first_name} ${person.last_name}`,
      addr1: `${10 * random.between(1, 900)} Sample Demo St`,
      ...{ city: 'Tampa', state: 'FL', zip: '33606' },
      inception_date: inception,
      original_post_date: addDays(inception, -20),
    },
    risk: {
      coverage_a_limit_cents: 25_000_000,
      coverage_a_premium_cents: grossCents,
      deductible_cents: 200_000,
      meta: JSON.stringify({ quoteNumber: `Q${policyNo.slice(3)}` }),
    },
    price: { grossCents, feeCents: 7_500 },
    author: { userId: null, name: 'Bulk book' },
  })
  const policyId = policy.policy_id
  const isDone = n % 3 > 0
  await updateSignedFlags({ db }, policyId, { agent: true, insured: isDone })
  if (!isDone) return
  await receivePayment(db, {
    policyId,
    typeId: PaymentType.ach,
    amountCents: totalCents,
    status: 'paid',
    author: { userId: null, name: policy.insured_name, userType: 2 },
    now: new Date(`${policy.original_post_date}T15:00:00Z`),
  })
}

/**
 * Queries that check the copied data because triggers and foreign keys are disabled during the copy. Each query counts
 * errors and must return 0.
 */
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
    'open obligations that differ from the balances',
    `select count(*) from policy_balances b left join (select policy_id, sum(open_cents) as cents from obligations group by 1) o
      using (policy_id) where greatest(0, b.due_cents) <> coalesce(o.cents, 0)`,
  ],
  [
    'policies without an agency, an insured or an invoice',
    `select count(*) from policies p where not exists (select from agencies a where a.agency_id = p.agency_id)
      or not exists (select from policyholder_identities i where i.identity_id = p.identity_id)
      or not exists (select from invoices v join policy_transactions t using (policy_transaction_id)
        where v.policy_id = p.policy_id and t.policy_id = p.policy_id)`,
  ],
]

/**
 * Creates a book of any size for benchmarks. Binds 160 policies and copies their rows inside the database with new ids,
 * people and dates. Triggers, foreign keys and indexes are disabled during the copy, which requires a database superuser.
 * Policies in the book earn no commission.
 * @param onProgress receives the number of policies after each chunk
 */
export async function seedBenchmarkBook(
  { db }: Database,
  policies: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const first = Math.min(policies, patterns)
  await db.transaction().execute(async (trx) => {
    await makeAgencies.execute(trx)
    const agencies = await trx.selectFrom('agencies').select(['agency_id', 'agency_no']).orderBy('agency_no').execute()
    for (let n = 1; n <= first; n++) await bindPattern(trx, n, agencies)
  })
  onProgress(first)
  await runWithoutIndexes(db, () => copyPatterns(db, first, policies, onProgress))
  // Without this, autovacuum would start during a benchmark.
  await runForEach(db, copiedTables, (db, table) => sql`vacuum (analyze) ${sql.table(table)}`.execute(db))
  await runForEach(db, checks, async (db, [what, query]) => {
    const { rows } = await sql.raw<{ count: number }>(query).execute(db)
    if (Number(rows[0]?.count) !== 0) throw new Error(`The bulk book has ${what}.`)
  })
}

/**
 * Runs `work` on several connections at the same time, without the timeout of a request, because copying, indexing and
 * checking a large book takes longer. Throws the first error after all have ended.
 */
async function runOnConnections(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<void>) {
  const runs = Array.from({ length: connections }, () =>
    db.connection().execute(async (db) => {
      await sql`set statement_timeout = 0`.execute(db)
      await work(db).finally(() => sql`reset statement_timeout`.execute(db))
    }),
  )
  for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') throw run.reason
}

/** Runs `work` for each item, in order, on the next free connection. */
async function runForEach<Item>(
  db: Kysely<DB>,
  items: readonly Item[],
  work: (db: Kysely<DB>, item: Item) => Promise<unknown>,
) {
  const pending = items.values()
  // The connections share the iterator.
  await runOnConnections(db, async (db) => {
    for (const item of pending) await work(db, item)
  })
}

/**
 * Runs `work` with the indexes of the copied tables turned off, and rebuilds them afterward. Building an index is several
 * times as fast as adding every row to it, and the index is smaller. The rebuild also checks that unique values are unique.
 */
async function runWithoutIndexes(db: Kysely<DB>, work: () => Promise<void>) {
  const { rows: indexes } = await sql<{ name: string }>`
    update pg_index set indisready = false, indisvalid = false where indrelid = any(${copiedTables}::regclass[])
    returning indexrelid::regclass::text as name`.execute(db)
  try {
    await work()
  } finally {
    await runForEach(db, indexes, (db, { name }) => sql`reindex index ${sql.table(name)}`.execute(db))
  }
}

/** Copies the first policies until the book has the wanted number. */
async function copyPatterns(db: Kysely<DB>, first: number, policies: number, onProgress: (done: number) => void) {
  let next = first + 1
  let done = first
  await createTemplateTables(db)
  try {
    await runOnConnections(db, async (db) => {
      await sql.raw('set session_replication_role = replica; set synchronous_commit = off').execute(db)
      try {
        while (next <= policies) {
          const from = next
          const to = Math.min(from + chunk - 1, policies)
          next = to + 1
          await copyTerms(db, { from, to, patterns: first, agencyCount })
          done += to - from + 1
          onProgress(done)
        }
      } finally {
        await sql.raw('reset session_replication_role; reset synchronous_commit').execute(db)
      }
    })
  } finally {
    await dropTemplateTables(db)
  }
}
