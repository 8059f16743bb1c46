import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { afterAll, test } from 'vitest'
import { openHistoriansDatabase } from './historians-database.ts'
import { createHistorian } from './history/play.ts'
import { playAll } from './history/play-all.ts'

/** A few of them, always the same; `pnpm histories` plays thousands, as docs/money.md tells. */
const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Histories that are played beside each other, each on a database of its own: while one works, the next one reckons. */
const historians = await Promise.all(
  Array.from({ length: 3 }, async () => {
    const { url } = await createTestDatabase()
    const database = await openHistoriansDatabase(url)
    // Before the hook that drops the database: they run in reverse.
    afterAll(() => database.close())
    return createHistorian(database)
  }),
)

// A history is some sixty calls.
test(
  'whatever happens to a policy: preview, posting, invoices, ledger, declarations and mails are what a reckoner says who never saw the engine',
  {
    timeout: 210_000,
  },
  () => playAll(historians, seeds(30)),
)

test(
  'no sequence of an agent’s actions lets more leave than came in and is not earned [PRI-1]',
  {
    timeout: 135_000,
  },
  () => playAll(historians, seeds(15), { isAgents: true }),
)
