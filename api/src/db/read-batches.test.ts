import { expect, it } from 'vitest'
import { readBatches } from './read-batches.ts'

it('reads each row once in batches, in the order of the ids', async () => {
  const rows = ['1', '2', '3', '4'].map((id) => ({ id }))
  const read = async (after: string) => rows.filter(({ id }) => id > after).slice(0, 2)
  const batches: string[][] = []
  for await (const batch of readBatches(read, ({ id }) => id)) batches.push(batch.map(({ id }) => id))
  expect(batches).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})
