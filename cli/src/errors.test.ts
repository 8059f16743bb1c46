import { errorCodes } from '@tideline/sdk/words'
import { expect, test } from 'vitest'
import { runTideline } from './testing/command-line.ts'

test('lists every error code of the contract without contacting a server', async () => {
  const { code, out } = await runTideline(['errors', '--output', 'json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual(errorCodes)
})

test('finds an error code by a word in its description', async () => {
  const { out } = await runTideline(['errors', 'declineCode', '--output', 'csv'])
  expect(out).toMatch(/^code,status,group,means,remedy\r?\npayment_declined,422,/)
})
