import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '../support/prism.ts'
import { getCompilerErrors, readSamples, run } from './samples.ts'

/**
 * TypeScript examples in the README. React examples are compiled with the app that contains them; the others are
 * programs.
 */
const examples = readSamples('sdk/README.md').filter(({ language }) => language === 'ts')

let mock: Awaited<ReturnType<typeof startMock>> | undefined

beforeAll(async () => {
  const text = examples.map(({ code }) => code).join('\n')
  mock = await startMock((operationId) => new RegExp(`\\b${operationId}\\b`).test(text))
})

afterAll(() => mock?.stop())

/** Expected output of each example on the mock server. */
const prints: Record<string, RegExp> = {
  'Log in and search': /^[A-Z]{3}3\d{6} \w+ \w+ \d/,
  'Read the amount due': /^RFL3000101 owes \d/,
  'Pay with an idempotency key': /^PAY-3\d+-1 \w+/,
  'Read all pages of a list': /^[A-Z]{3}3\d{6} \w+.*\n[\s\S]*[A-Z]{3}3\d{6} \w+/,
  'Read headers and totals': /^\d+ of \d+( or more)?\n\d+ calls are left/,
  'Handle errors and timeouts': /^Try another card: \w+/,
  'Renew the session automatically': /agent@example\.com/,
  'Upload with progress': /^0 %\n[\s\S]*100 %\n\d+ stored/,
}

test('covers exactly the examples in the README', () => {
  expect(examples.map(({ title }) => title)).toEqual(Object.keys(prints))
})

test.each(examples)('runs README example “$title” unchanged with the expected output', async (sample) => {
  const env = { TIDELINE_URL: mock?.url ?? '', TIDELINE_TOKEN: 'mock' }
  expect(await run(sample, env)).toMatch(prints[sample.title] ?? /^$/)
})

test('compiles all README examples with the strict TypeScript settings of the SDK', () => {
  expect(getCompilerErrors(examples)).toEqual([])
})
