import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { expect, test } from 'vitest'
import { getRunCount } from '../support/thorough.ts'
import { createBillingBook } from './billing-book.ts'

test('follows the delinquency rules for random payments, returns, endorsements, moratoriums, claims and dates (DEL-1 to DEL-12)', {
  timeout: 240_000,
}, async () => {
  for (let seed = 1; seed <= getRunCount(5); seed++) {
    const book = await createBillingBook(await createTestDatabase(), seed, 40)
    await book.run(130)
    const { invoices, notices, rescinded, held, cancelled } = await book.count()
    expect([invoices, notices, rescinded, held, cancelled].every((count) => count > 0)).toBe(true)
  }
})
