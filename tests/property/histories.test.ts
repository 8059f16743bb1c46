import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { afterAll, test } from 'vitest'
import { createHistoryPlayer } from './history/play.ts'
import { playAll } from './history/play-all.ts'
import { openHistoryDatabase } from './history-database.ts'

/** A few fixed seeds. `pnpm histories` plays thousands (docs/money.md). */
const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/**
 * Players that run in parallel, each on its own database, so that one can calculate while another waits for PostgreSQL.
 */
const historians = await Promise.all(
  Array.from({ length: 3 }, async () => {
    const { url } = await createTestDatabase()
    const database = await openHistoryDatabase(url)
    // Registered before the hook that drops the database, because hooks run in reverse order.
    afterAll(() => database.close())
    return createHistoryPlayer(database)
  }),
)

// A history sends about sixty requests.
test(
  'matches the reference model in amounts, documents and emails for any policy history',
  {
    timeout: 210_000,
  },
  () => playAll(historians, seeds(30)),
)

test(
  'never refunds more than the unearned premium that was paid, whatever an agent does [PRI-1]',
  {
    timeout: 135_000,
  },
  () => playAll(historians, seeds(15), { isAgents: true }),
)
