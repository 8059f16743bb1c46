import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { getReason, meansNone, problemWith } from './text.ts'

const refused = (Errors?: string[]) =>
  new TidelineError({
    statusCode: 404,
    message: 'The message.',
    errors: [{ code: 'not_found', message: 'The message.' }],
    requestId: 'req_00000000',
    ...(Errors && { Errors }),
  })

it('the reason is the first entry of Errors, else that an unknown error occurred [P380]', () => {
  expect(getReason(refused(['The first.', 'The second.']))).toBe('The first.')
  for (const error of [refused(), refused([]), new Error('a library’s own words'), undefined])
    expect(getReason(error)).toBe('An unknown error occurred')
  expect(problemWith('update')(refused(['The first.']))).toBe('Unable to update the widget registration - The first.')
})

it('a server that was not reached is told as such', () => {
  expect(getReason(new TidelineConnectionError('ECONNREFUSED', { cause: undefined }))).toMatch(/could not reach/)
})

it('No Active Registration Found means an empty list and no error, in these words only [P381]', () => {
  expect(meansNone(refused(['No Active Registration Found']))).toBe(true)
  expect(meansNone(refused(['Not found.']))).toBe(false)
})
