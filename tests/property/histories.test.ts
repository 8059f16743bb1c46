import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { test } from 'vitest'
import { createHistorian } from './history.ts'

/** How many histories are played, and the first one's seed: a failure names its own. */
const count = Number(process.env.TIDELINE_HISTORIES ?? 30)
const first = Number(process.env.TIDELINE_HISTORY ?? 1)

const play = await createHistorian(await createTestDatabase())

// A history is some sixty calls; whoever asks for thousands waits for them.
test('whatever happens to a policy: preview, posting, invoices, ledger, declarations and mails are what a reckoner says who never saw the engine', {
  timeout: 60_000 + count * 5_000,
}, async () => {
  for (let seed = first; seed < first + count; seed++) await play(seed)
})

test('no sequence of an agent’s actions lets more leave than came in and is not earned [decision 93]', {
  timeout: 60_000 + count * 5_000,
}, async () => {
  for (let seed = first; seed < first + count / 2; seed++) await play(seed, { isAgents: true })
})
