import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createBatchedStatement, maxStatementItems } from './batched-statement.ts'
import type { DB } from './schema.ts'

const db = {} as Kysely<DB>

/** Creates a batched statement that doubles numbers and rejects negative ones. */
function createDoubling() {
  const statements: (readonly number[])[] = []
  const double = createBatchedStatement<number, number>(async (_, items) => {
    statements.push(items)
    await Promise.resolve()
    if (items.some((item) => item < 0)) throw new RangeError('negative')
    return items.map((item) => item * 2)
  })
  return { double, statements }
}

describe('createBatchedStatement', () => {
  it('executes at once if no statement is running', async () => {
    const { double, statements } = createDoubling()
    expect([await double(db, 1), await double(db, 2)]).toEqual([2, 4])
    expect(statements).toEqual([[1], [2]])
  })

  it('processes the waiting items together and returns the result of each', async () => {
    const { double, statements } = createDoubling()
    expect(await Promise.all([1, 2, 3].map((item) => double(db, item)))).toEqual([2, 4, 6])
    expect(statements).toEqual([[1], [2, 3]])
  })

  it('rejects only the item that the statement rejects', async () => {
    const { double, statements } = createDoubling()
    const results = await Promise.allSettled([1, 2, -3, 4].map((item) => double(db, item)))
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
      ...[2, 4, 'RangeError: negative', 8],
    ])
    expect(statements).toEqual([[1], [2, -3, 4], [2], [-3], [4]])
  })

  it('never combines items of different databases', async () => {
    const { double, statements } = createDoubling()
    await Promise.all([double(db, 1), double({} as Kysely<DB>, 2), double(db, 3)])
    expect(statements).toEqual([[1], [2], [3]])
  })

  it('processes a limited number of items per statement, and executes at once again afterwards', async () => {
    const { double, statements } = createDoubling()
    await Promise.all(Array.from({ length: maxStatementItems + 2 }, (_, item) => double(db, item)))
    expect(statements.map(({ length }) => length)).toEqual([1, maxStatementItems, 1])
    await double(db, 7)
    expect(statements.at(-1)).toEqual([7])
  })
})
