import { createTestApi } from '@tideline/api/testing/api.ts'
import { expect, test } from 'vitest'
import { createBillingYear } from '../property/billing-year.ts'

const size = Number(process.env.YEAR_POLICIES ?? 10_000)
const days = Number(process.env.YEAR_DAYS ?? 364)

test('balances the ledger of 10,000 policies with random payers after a year on the sandbox clock, and explains the state of each policy by its obligations (DEL-3, DEL-4, DEL-6, DEL-7, REN-1, REN-5)', {
  timeout: 7_200_000,
}, async () => {
  const api = await createTestApi({ TIDELINE_SANDBOX: 'yes' })
  const year = await createBillingYear(api, 1, size)
  const began = performance.now()
  const cpu = process.cpuUsage()
  await year.run(days)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(
    `${size} policies, ${days} days: ${seconds.toFixed(0)} s, of which ${((user + system) / 1e6).toFixed(0)} s are CPU time of Node.js\n`,
  )
  await year.checkLedger()
  const states = await year.countStates()
  process.stdout.write(`${JSON.stringify(states, null, 2)}\n`)
  const total = Object.values(states).reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThan(size)
  expect(states.renewed).toBeGreaterThan(0)
  expect(states['cancelled for nonpayment']).toBeGreaterThan(0)
})
