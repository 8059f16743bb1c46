import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { pageOfBook, refreshPageMarks } from '../page-marks.ts'
import { seedBulkBook } from './bulk-book.ts'
import { seedDemoBook } from './demo-book.ts'

const now = new Date('2026-11-20T15:00:00Z')
const demo = await createTestDatabase()
const bulk = await createTestDatabase()
const count = async (db: typeof demo.db, query: string) =>
  Number((await sql.raw<{ count: number }>(query).execute(db)).rows[0]?.count)

describe('the demo book', () => {
  test('has more than 400 policies of all eight products, written once', async () => {
    expect(await seedDemoBook(demo, { now })).toBeGreaterThan(400)
    expect(await seedDemoBook(demo, { now })).toBe(0)
    expect(await count(demo.db, 'select count(distinct product_id) from policies')).toBe(8)
    expect(await count(demo.db, 'select count(*) from agencies')).toBe(25)
  }, 60_000)

  test('holds the policies that the examples of the contract speak of', async () => {
    const policy = await demo.db
      .selectFrom('policies')
      .selectAll()
      .where('policy_no', '=', 'RFL3000101')
      .executeTakeFirstOrThrow()
    expect(policy).toMatchObject({
      insured_name: 'Marina Sample',
      inception_date: '2026-12-15',
      total_premium_cents: 131_775,
      is_signed: false,
      is_paid: false,
      county_fips: '12057',
    })
  })

  test('balances: what policies owe is what was invoiced less what was received', async () => {
    expect(
      await count(
        demo.db,
        'select count(*) from (select entry_id from postings group by 1 having sum(amount_cents) <> 0) wrong',
      ),
    ).toBe(0)
    const owed = await count(demo.db, 'select sum(due_cents) as count from policy_balances')
    const invoiced = await count(demo.db, 'select sum(total_premium_cents) as count from invoices')
    const received = await count(demo.db, "select sum(amount_cents) as count from payments where status = 'paid'")
    expect(owed).toBe(invoiced - received)
  })

  test.each(['bound', 'pending cancel', 'cancelled', 'expired', 'not renewed'])(
    'has policies that are %s',
    async (stage) => {
      const condition = {
        bound: "inception_date > '2026-11-20'",
        'pending cancel': 'pending_cancel_at is not null and cancelled_at is null',
        cancelled: 'cancelled_at is not null',
        expired: "expiration_date <= '2026-11-20'",
        'not renewed': 'non_renewed_at is not null',
      }[stage]
      expect(await count(demo.db, `select count(*) from policies where ${condition}`)).toBeGreaterThan(0)
    },
  )
})

test('a bulk book has the size asked for, many names, and accounts that agree', async () => {
  const client = new pg.Client({ connectionString: bulk.url })
  await client.connect()
  const progress: number[] = []
  await seedBulkBook(client, 2_000, (done) => progress.push(done)).finally(() => client.end())
  await refreshPageMarks(bulk.db)
  expect(progress).toEqual([2_000])
  expect(await count(bulk.db, 'select count(*) from policies')).toBe(2_000)
  expect(await count(bulk.db, 'select count(distinct last_name) from policies')).toBeGreaterThan(1_500)
  const page = await pageOfBook(bulk.db, { order: 'policy_no', direction: 'asc', offset: 1_900, limit: 25 })
  expect(page.total).toBe(2_000)
  expect(page.policyIds).toHaveLength(25)
})
