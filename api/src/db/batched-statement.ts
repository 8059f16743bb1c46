import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** Maximum number of items that one statement processes. */
export const maxStatementItems = 32

interface Call<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (problem: unknown) => void
}

/**
 * Returns a function that executes a statement for one item. While a statement on the same database is running, further
 * items wait, and the next statement processes them together. If no statement is running, an item does not wait. If a
 * statement for several items fails, it is executed for each item by itself, so only the calls of rejected items fail.
 * @param execute processes up to `maxStatementItems` items and returns their results in the same order
 */
export function createBatchedStatement<Item, Result>(
  execute: (db: Kysely<DB>, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Kysely<DB>, item: Item) => Promise<Result> {
  /** The waiting calls of each database with a running statement. */
  const waiting = new WeakMap<Kysely<DB>, Call<Item, Result>[]>()

  async function run(db: Kysely<DB>, calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await execute(
        db,
        calls.map(({ item }) => item),
      )
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result)
    } catch (problem) {
      const [call] = calls
      if (calls.length === 1) call?.reject(problem)
      else await Promise.all(calls.map((one) => run(db, [one])))
    }
  }

  async function runAll(db: Kysely<DB>, first: Call<Item, Result>): Promise<void> {
    await run(db, [first])
    for (let calls = waiting.get(db); calls?.length; ) await run(db, calls.splice(0, maxStatementItems))
    waiting.delete(db)
  }

  return (db, item) =>
    new Promise((resolve, reject) => {
      const call = { item, resolve, reject }
      const calls = waiting.get(db)
      if (calls) calls.push(call)
      else {
        waiting.set(db, [])
        void runAll(db, call)
      }
    })
}
