import { errorCodes } from '@tideline/sdk/words'
import { expect, test } from 'vitest'
import { tideline } from './testing/command-line.ts'

test('errors lists every code of the contract without a server', async () => {
  const { code, out } = await tideline(['errors', '--output', 'json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual(errorCodes)
})

test('errors finds a code by a word of its meaning', async () => {
  const { out } = await tideline(['errors', 'declineCode', '--output', 'csv'])
  expect(out).toMatch(/^code,status,group,means,remedy\r?\npayment_refused,422,/)
})
