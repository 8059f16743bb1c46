import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'

const { db } = await createTestDatabase()
const claimNumbers = async (count: number) =>
  (
    await sql<{ number: string }>`
      select next_claim_number('2026-11-20') as number from generate_series(1, ${count})`.execute(db)
  ).rows.map(({ number }) => number)

test.each([
  [1, 6, '000001'],
  [999_999, 6, '999999'],
  [1_000_000, 6, '1000000'],
])('formats the number %d with at least %d digits as %s', async (n, digits, text) => {
  const { rows } = await sql`select number_text(${n}, ${digits}) as text`.execute(db)
  expect(rows).toEqual([{ text }])
})

test('continues claim numbers after 9999 with five digits', async () => {
  await sql`select setval('claim_number_seq', 9998)`.execute(db)
  expect(await claimNumbers(3)).toEqual(['CLM-2026-9999', 'CLM-2026-10000', 'CLM-2026-10001'])
})

test('continues after the highest claim number in the table when the sequence is lower', async () => {
  await sql`select setval('claim_number_seq', 1000)`.execute(db)
  const { policy_id } = await insertPolicy(db)
  const days = { notice_date: '2026-11-20', date_of_loss: '2026-11-19' }
  for (const claim_number of ['CLM-2025-1382', 'CLM-2026-1007', 'OLD-77777'])
    await db
      .insertInto('claims')
      .values({ policy_id, claim_number, ...days })
      .execute()
  const migration = await readFile(`${import.meta.dirname}/migrations/0023-longer-policy-and-claim-numbers.sql`, 'utf8')
  await sql.raw(migration.slice(migration.indexOf('select setval'))).execute(db)
  expect(await claimNumbers(1)).toEqual(['CLM-2026-1383'])
})
