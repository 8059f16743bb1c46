import { describe, expect, it } from 'vitest'
import { createBatchedRead, maxBatchSize } from './batched-read.ts'

/** Creates a batched read whose statements end when the test says so. Key `none` has no row. */
function createReads() {
  const statements: { input: string; keys: readonly string[]; end: () => void; fail: (problem: Error) => void }[] = []
  const read = createBatchedRead<string, string>((input, keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>()
    const rows = new Map(keys.filter((key) => key !== 'none').map((key) => [key, `row ${key}`]))
    statements.push({ input, keys, end: () => resolve(rows), fail: reject })
    return promise
  })
  return { read, statements }
}

describe('createBatchedRead', () => {
  it('reads at once if no statement is running', async () => {
    const { read, statements } = createReads()
    for (const key of ['a', 'none', 'b']) {
      const row = read('staff', 'input', key)
      expect(statements.at(-1)?.keys).toEqual([key])
      statements.at(-1)?.end()
      expect(await row).toBe(key === 'none' ? undefined : `row ${key}`)
    }
  })

  it('reads the waiting rows together, each key once, after the statement ends', async () => {
    const { read, statements } = createReads()
    const rows = ['a', 'b', 'c', 'none', 'b'].map((key) => read('staff', 'input', key))
    expect(statements.map(({ keys }) => keys)).toEqual([['a']])
    statements[0]?.end()
    await rows[0]
    expect(statements.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'none']])
    statements[1]?.end()
    expect(await Promise.all(rows)).toEqual(['row a', 'row b', 'row c', undefined, 'row b'])
  })

  it('never combines reads of different groups', async () => {
    const { read, statements } = createReads()
    const rows = ['one', 'other'].flatMap((group) => ['a', 'b'].map((key) => read(group, group, key)))
    const getStatements = () => statements.map(({ input, keys }) => [input, ...keys])
    const first = [
      ['one', 'a'],
      ['other', 'a'],
    ]
    expect(getStatements()).toEqual(first)
    for (const { end } of statements) end()
    await Promise.all([rows[0], rows[2]])
    expect(getStatements()).toEqual([...first, ['one', 'b'], ['other', 'b']])
    for (const { end } of statements) end()
    expect(await Promise.all(rows)).toEqual(['row a', 'row b', 'row a', 'row b'])
  })

  it('reads at most the maximum number of rows with one statement', async () => {
    const { read, statements } = createReads()
    const keys = Array.from({ length: maxBatchSize + 3 }, (_, index) => `key ${index}`)
    const rows = keys.map((key) => read('staff', 'input', key))
    for (let next = 0; next < statements.length; next++) {
      statements[next]?.end()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await Promise.all(rows)).toEqual(keys.map((key) => `row ${key}`))
    expect(statements.map(({ keys }) => keys.length)).toEqual([1, maxBatchSize, 2])
  })

  it('rejects the reads of a failed statement and continues with the next', async () => {
    const { read, statements } = createReads()
    const rows = ['a', 'b'].map((key) => read('staff', 'input', key))
    statements[0]?.fail(new Error('The connection was lost.'))
    await expect(rows[0]).rejects.toThrow('The connection was lost.')
    statements[1]?.end()
    expect(await rows[1]).toBe('row b')
  })
})
