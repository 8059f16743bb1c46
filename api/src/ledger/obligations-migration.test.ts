import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../db/migrate.ts'
import type { DB } from '../db/schema.ts'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getObligations, postInvoice } from './invoices.ts'
import { failPayment, receivePayment } from './payments.ts'
import { refundPayment } from './refunds.ts'
import { postJournalEntry } from './store.ts'
import { postWriteOff } from './write-offs.ts'

const { db, pool, url } = await createTestDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const author = { userId: null, name: 'Robin Sample', userType: 3 as const }
const inTransaction = <T>(work: (trx: Transaction<DB>) => Promise<T>) => db.transaction().execute(work)
const pay = (policyId: string, amountCents: number, status: 'paid' | 'processing' = 'paid') =>
  inTransaction((trx) => receivePayment(trx, { policyId, amountCents, status, typeId: 2, author, now }))
const fail = (id: string) => inTransaction((trx) => failPayment(trx, id, { code: 'R01', reason: 'Returned', now }))
const invoice = (policyId: string, amountCents: number, dueDate = '2026-12-20') =>
  inTransaction((trx) =>
    postInvoice(trx, {
      ...{ policyId, dueDate, purpose: 'adjustment' },
      lines: [{ charge: 'premium_written', amountCents, description: 'Change' }],
    }),
  )

/** Puts the tables back into the state before the migration, with the rows that the previous release had written. */
const undoMigration = `
  drop view invoice_installments;
  drop trigger policy_balances_obligations on policy_balances;
  drop function insert_installment, obligations_follow_balance, recalculate_obligations;
  create table invoice_installments (invoice_id uuid not null references invoices,
    installment_no smallint not null check (installment_no > 0), due_date date not null, amount_cents bigint not null,
    primary key (invoice_id, installment_no));
  insert into invoice_installments select invoice_id, installment_no, invoiced_due_date, amount_cents from obligations
    where invoice_id is not null;
  insert into invoice_installments select invoice_id, 1, due_date, total_premium_cents from invoices where total_premium_cents < 0;
  drop table obligations cascade;
  alter table invoices add column voided_at timestamptz;
  delete from schema_migrations where name = '0160-obligations.sql'`

async function migrateFromPreviousRelease() {
  await pool.query(undoMigration)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    expect(await migrate(client)).toEqual(['0160-obligations.sql'])
  } finally {
    await client.end()
  }
}

/** Policies with any kind of balance, by description. */
async function insertPolicies() {
  const ids: Record<string, string> = {}
  const add = async (name: string, options: Parameters<typeof insertPolicy>[1] = {}) => {
    const { policy_id } = await insertPolicy(db, options)
    ids[name] = policy_id
    return policy_id
  }
  await add('unpaid')
  await pay(await add('paid'), 112_500)
  await pay(await add('overpaid'), 120_000)
  await pay(await add('processing'), 112_500, 'processing')
  await pay(await add('monthly, paid in part', { product: 4, monthly: true }), 10_000)
  const endorsed = await add('endorsed')
  await pay(endorsed, 112_500)
  await invoice(endorsed, 5_000)
  const lowered = await add('with return premium')
  await pay(lowered, 20_000)
  await invoice(lowered, -50_000)
  const returned = await add('with a returned payment', { columns: { inception_date: '2026-09-04' } })
  await fail((await pay(returned, 112_500)).policyPaymentId)
  const written = await add('written off')
  await pay(written, 112_300)
  await inTransaction((trx) => postWriteOff(trx, { policyId: written, amountCents: 200, reason: 'Small', author, now }))
  const twice = await add('with a payment that was refunded and returned')
  const { policyPaymentId } = await pay(twice, 112_500)
  await inTransaction((trx) => refundPayment(trx, { policyPaymentId, amountCents: 30_000, author, now }))
  await fail(policyPaymentId)
  return ids
}

describe('obligations migrated from the previous release', () => {
  let ids: Record<string, string>
  let before: Awaited<ReturnType<typeof readAll>>
  const readAll = () =>
    Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await getObligations(db, id)] as const))
  const getTotals = async (policyId: string) => {
    const { rows } = await sql<{ due: number; open: number }>`select due_cents as due,
      (select sum(open_cents) from obligations o where o.policy_id = b.policy_id)::bigint as open
      from policy_balances b where policy_id = ${policyId}`.execute(db)
    return rows[0]
  }

  beforeAll(async () => {
    ids = await insertPolicies()
    before = await readAll()
    await migrateFromPreviousRelease()
  })

  it('have the same open amounts and due dates as obligations created by this release [BIL-12]', async () => {
    const withoutDate = (obligation: { dueDate: string }) => ({ ...obligation, dueDate: '' })
    for (const [name, obligations] of await readAll()) {
      const expected = before.find(([one]) => one === name)?.[1] ?? []
      // The date of an amount without an invoice is the date of the migration.
      const isDated = name !== 'with a payment that was refunded and returned'
      expect([name, isDated ? obligations : obligations.map(withoutDate)]).toEqual([
        name,
        isDated ? expected : expected.map(withoutDate),
      ])
    }
  })

  it('match the ledger after the previous release posts a payment', async () => {
    const policyId = ids.unpaid ?? ''
    const postings = [
      { account: 'cash_check', amountCents: 100_000 },
      { account: 'receivable', amountCents: -100_000, policyId },
    ] as const
    await inTransaction((trx) =>
      postJournalEntry(trx, { businessKey: 'old:1', kind: 'paymentSettled', description: '', postings: [...postings] }),
    )
    expect(await getTotals(policyId)).toEqual({ due: 12_500, open: 12_500 })
  })

  it('match the ledger after the previous release adds an invoice', async () => {
    const policyId = ids.paid ?? ''
    for (const [index, cents] of [7_000, -2_000].entries())
      await inTransaction(async (trx) => {
        const { rows } = await sql<{
          invoice_id: string
        }>`insert into invoices (policy_id, gross_premium_cents, total_premium_cents, due_date)
          values (${policyId}, ${cents}, ${cents}, '2026-12-21') returning invoice_id`.execute(trx)
        const invoiceId = rows[0]?.invoice_id ?? ''
        await sql`insert into invoice_installments (invoice_id, installment_no, due_date, amount_cents)
          values (${invoiceId}, 1, '2026-12-21', ${cents})`.execute(trx)
        const postings = [
          { account: 'receivable', amountCents: cents, policyId, invoiceId },
          { account: 'premium_written', amountCents: -cents, policyId, invoiceId },
        ] as const
        await postJournalEntry(trx, {
          businessKey: `old:i${index}`,
          kind: 'invoice',
          description: '',
          postings: [...postings],
        })
      })
    expect(await getTotals(policyId)).toEqual({ due: 5_000, open: 5_000 })
    expect(await getObligations(db, policyId)).toMatchObject([
      { obligationNo: 1, openCents: 0 },
      { obligationNo: 2, amountCents: 7_000, openCents: 5_000, dueDate: '2026-12-21' },
    ])
  })

  it('can be read by the previous release as installments net of return premium', async () => {
    const { rows } = await sql<{
      cents: number
    }>`select sum(n.amount_cents)::bigint as cents from invoice_installments n
      join invoices i using (invoice_id) where i.policy_id = ${ids['with return premium']}`.execute(db)
    expect(rows[0]?.cents).toBe(62_500)
  })

  it('can be updated by this release after the migration', async () => {
    const policyId = ids['with return premium'] ?? ''
    await pay(policyId, 12_500)
    expect(await getTotals(policyId)).toEqual({ due: 30_000, open: 30_000 })
  })
})
