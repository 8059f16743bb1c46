import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { getErrorReason, getRegistrationError, isNoRegistrationError } from './text.ts'

const createError = (Errors?: string[]) =>
  new TidelineError({
    statusCode: 404,
    message: 'The message.',
    errors: [{ code: 'not_found', message: 'The message.' }],
    requestId: 'req_00000000',
    ...(Errors && { Errors }),
  })

it('returns the first entry of Errors, or a default text for an unknown error [P380]', () => {
  expect(getErrorReason(createError(['The first.', 'The second.']))).toBe('The first.')
  for (const error of [createError(), createError([]), new Error('a library’s own words'), undefined])
    expect(getErrorReason(error)).toBe('An unknown error occurred')
  expect(getRegistrationError('update')(createError(['The first.']))).toBe(
    'Unable to update the widget registration - The first.',
  )
})

it('reports a connection failure as an unreachable server', () => {
  expect(getErrorReason(new TidelineConnectionError('ECONNREFUSED', { cause: undefined }))).toMatch(/could not reach/)
})

it('treats only the exact text No Active Registration Found as an empty list [P381]', () => {
  expect(isNoRegistrationError(createError(['No Active Registration Found']))).toBe(true)
  expect(isNoRegistrationError(createError(['Not found.']))).toBe(false)
})
