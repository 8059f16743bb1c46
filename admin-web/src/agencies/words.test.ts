import { TidelineError } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { expiryOf, loadProblem, uploadProblem } from './words.ts'

const refusal = (...messages: string[]) =>
  new TidelineError({
    ...{ statusCode: 422, message: messages[0] ?? 'Refused.', requestId: 'req_1' },
    errors: messages.map((message) => ({ code: 'any', message })),
  })

describe('the end of a licence', () => {
  it.each([
    ['2026-11-20', 'expired'],
    ['2026-11-21', 0],
    ['2026-11-22', 1],
    ['2027-01-20', 60],
    ['2027-01-21', undefined],
    [null, undefined],
  ] as const)('%s, seen on 11/21/2026, is %s', (expiration, state) => {
    expect(expiryOf(expiration, '2026-11-21')).toBe(state)
  })
})

it('an agency that cannot be loaded says all that the server named [P233]', () => {
  expect(loadProblem(refusal('The book is closed.', 'Try again at noon.'))).toBe(
    'The book is closed. Try again at noon.',
  )
})

it('a document that is there already has a sentence of its own, others keep the server’s', () => {
  expect(uploadProblem(refusal('The specified blob already exists.'))).toBe('Document has already been uploaded.')
  expect(uploadProblem(refusal('file: the file is empty.'))).toBe('file: the file is empty.')
})
