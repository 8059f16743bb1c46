import { createTideline, TidelineError } from '@tideline/sdk'
import { updateAgency } from '@tideline/sdk/operations'
import { describe, expect, it } from 'vitest'
import { getExpirationWarning, getLoadErrorMessage, getUpdateErrorMessage } from './labels.ts'

const createRejection = (...messages: string[]) =>
  new TidelineError({
    ...{ statusCode: 422, message: messages[0] ?? 'Rejected.', requestId: 'req_1' },
    errors: messages.map((message) => ({ code: 'any', message })),
  })

describe('license expiration label', () => {
  it.each([
    ['2026-11-20', 'expired'],
    ['2026-11-21', 0],
    ['2026-11-22', 1],
    ['2027-01-20', 60],
    ['2027-01-21', undefined],
    [null, undefined],
  ] as const)('labels a license that expires on %s as %s on 11/21/2026', (expiration, state) => {
    expect(getExpirationWarning(expiration, '2026-11-21')).toBe(state)
  })
})

it('shows every error in the response when an agency cannot be loaded [P233]', () => {
  expect(getLoadErrorMessage(createRejection('The book is closed.', 'Try again at noon.'))).toBe(
    'The book is closed. Try again at noon.',
  )
})

describe('agency update error message', () => {
  /** Returns the error message for a response with the given status and body. */
  async function getUpdateResult(status: number, body: unknown) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'text/plain' : 'application/json'
    const fetch = async () => new Response(text, { status, headers: { 'Content-Type': type } })
    const api = createTideline({ baseUrl: 'http://localhost', token: 'any', retries: 0, fetch })
    return api.call(updateAgency, { body: {} as never }).then(() => 'saved', getUpdateErrorMessage)
  }
  const response = (statusCode: number, message: string, payload: unknown = null) => ({ statusCode, message, payload })

  it('returns the response message as an error if statusCode in the body is not 200 [P232]', async () => {
    expect(await getUpdateResult(200, response(200, ''))).toBe('saved')
    expect(await getUpdateResult(200, response(409, 'Somebody was faster.'))).toBe('Somebody was faster.')
  })

  it.each([400, 500])('returns the most specific error message of a %d response [P382]', async (status) => {
    const createErrorBody = (message: string, payload: unknown) => ({
      ...response(status, message, payload),
      ...{ errors: [], requestId: 'req_1' },
    })
    expect(
      await getUpdateResult(status, createErrorBody('No.', [{ message: 'The zip is short.' }, { message: 'Else.' }])),
    ).toBe('The zip is short.')
    expect(await getUpdateResult(status, createErrorBody('No.', { errors: [{ message: 'The zip is short.' }] }))).toBe(
      'The zip is short.',
    )
    expect(await getUpdateResult(status, createErrorBody('No.', null))).toBe('No.')
    expect(await getUpdateResult(status, 'The disk is full')).toBe('The disk is full')
    expect(await getUpdateResult(status, '')).toBe(`Server responded with a ${status} error.`)
    expect(await getUpdateResult(status, createErrorBody('', null))).toBe(`Server responded with a ${status} error.`)
  })
})
