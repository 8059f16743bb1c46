import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { afterAll, test } from 'vitest'
import { runAll } from './history/run-all.ts'
import { createHistoryRunner } from './history/run-history.ts'
import { openHistoryDatabase } from './history-database.ts'

/** A few fixed seeds. The nightly run and `pnpm histories` run thousands (docs/money.md). */
const listSeeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/**
 * Runs histories in parallel, each on its own database. One history can then calculate while another waits for
 * PostgreSQL.
 */
const runners = await Promise.all(
  Array.from({ length: 3 }, async () => {
    const { url } = await createTestDatabase()
    const database = await openHistoryDatabase(url)
    // Registered before the hook that drops the database. Hooks run in reverse order, so this one runs first.
    afterAll(() => database.close())
    return createHistoryRunner(database)
  }),
)

// The timeouts allow for about sixty requests in each history.
test(
  'matches the reference model for random histories: previews, transactions, invoices, ledger, declarations pages and emails',
  {
    timeout: 210_000,
  },
  () => runAll(runners, listSeeds(15)),
)

test(
  'limits refunds to payments minus earned premium in random sequences of agent actions [PRI-1]',
  {
    timeout: 135_000,
  },
  () => runAll(runners, listSeeds(8), { isAgentHistory: true }),
)
