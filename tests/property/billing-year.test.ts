import { createTestApi } from '@tideline/api/testing/api.ts'
import { expect, test } from 'vitest'
import { createBillingYear } from './billing-year.ts'

const [size, days] = [25, 130]

test('balances the ledger of policies with random payers on the sandbox clock (DEL-3, DEL-4, DEL-6, DEL-7, REN-1, REN-5)', {
  timeout: 600_000,
}, async () => {
  const api = await createTestApi({ TIDELINE_SANDBOX: 'yes' })
  const year = await createBillingYear(api, 1, size)
  let states: Record<string, number> = {}
  for (let day = 0; day < days; day += 2) {
    await year.run(2)
    states = await year.countStates()
  }
  await year.checkLedger()
  const total = Object.values(states).reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThan(size)
  expect(states.renewed).toBeGreaterThan(0)
  expect(states['cancelled for nonpayment']).toBeGreaterThan(0)
  // The check can fail.
  await api.database.pool.query(`update cancellation_notices set state = 'closed' where state = 'completed'`)
  await expect(year.countStates()).rejects.toThrow('unexplained: cancelled without a mailed notice')
})
