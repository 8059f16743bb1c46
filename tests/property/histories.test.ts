import { test } from 'vitest'
import { createHistoriansDatabase } from './historians-database.ts'
import { createHistorian } from './history.ts'

/**
 * How many histories are played, and the first one's seed: a failure names its own. A campaign asks for thousands, as
 * docs/money.md tells.
 */
const count = Number(process.env.TIDELINE_HISTORIES ?? 30)
const first = Number(process.env.TIDELINE_HISTORY ?? 1)
/** Histories that are played beside each other, each on a database of its own: while one works, the next one reckons. */
const lanes = 3

const historians = await Promise.all(
  Array.from({ length: lanes }, async () => createHistorian(await createHistoriansDatabase())),
)

/** Plays all of them, and tells every one that goes wrong; after five it has seen enough. */
async function playAll(seeds: readonly number[], options: { isAgents?: boolean } = {}) {
  const waiting = [...seeds]
  const problems: Error[] = []
  const lane = async (play: (typeof historians)[number]) => {
    for (let seed = waiting.shift(); seed !== undefined && problems.length < 5; seed = waiting.shift())
      await play(seed, options).catch((problem: Error) => problems.push(problem))
  }
  await Promise.all(historians.map(lane))
  if (problems.length > 0) throw new AggregateError(problems, problems.map(({ message }) => message).join('\n'))
}

const seeds = (howMany: number) => Array.from({ length: howMany }, (_, index) => first + index)

// A history is some sixty calls; whoever asks for thousands waits for them.
test(
  'whatever happens to a policy: preview, posting, invoices, ledger, declarations and mails are what a reckoner says who never saw the engine',
  {
    timeout: 60_000 + count * 5_000,
  },
  () => playAll(seeds(count)),
)

test(
  'no sequence of an agent’s actions lets more leave than came in and is not earned [decision 93]',
  {
    timeout: 60_000 + count * 5_000,
  },
  () => playAll(seeds(Math.ceil(count / 2)), { isAgents: true }),
)
