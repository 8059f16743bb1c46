import { TidelineError } from '@tideline/sdk'
import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('window', { location: { origin: 'http://localhost', pathname: '/', search: '' } })
const { getErrorReaction: reactionTo } = await import('./handle-error.ts')

const createError = (statusCode: number, message = 'No such thing.') =>
  new TidelineError({ statusCode, message, errors: [{ code: 'x', message }], requestId: 'req_1' })

describe('global response handler', () => {
  it('shows the specified alert for a 500 response [C228]', () => {
    expect(reactionTo(createError(500), undefined)).toMatchObject({
      kind: 'alert',
      text: 'There was a problem with the server. 500 Error',
    })
  })
  it('does nothing for a 422 response [C229]', () =>
    expect(reactionTo(createError(422), undefined)).toEqual({ kind: 'none' }))
  it('prompts the user to log in again after a 401 response [C230]', () => {
    expect(reactionTo(createError(401), undefined)).toEqual({
      kind: 'signIn',
      title: 'Unauthorized',
      text: 'You are not authorized to view this page. Please log in and try again',
    })
  })
  it('redirects to the server-overloaded page after a 503 response', () => {
    expect(reactionTo(createError(503), undefined)).toEqual({ kind: 'overloaded' })
  })
  it('shows the response message in an Error alert for a status without special handling [C233]', () => {
    expect(reactionTo(createError(404), undefined)).toEqual({ kind: 'alert', title: 'Error', text: 'No such thing.' })
  })
  it('does nothing when the wizard handles its own errors', () => {
    expect(reactionTo(createError(401), 'own')).toEqual({ kind: 'none' })
    expect(reactionTo(createError(500), 'own')).toEqual({ kind: 'none' })
  })
  it.each([404, 409, 500, 503])('ignores a %i response to a request marked quiet [D392]', (status) => {
    expect(reactionTo(createError(status), 'quiet')).toEqual({ kind: 'none' })
    expect(reactionTo(createError(401), 'quiet')).toMatchObject({ kind: 'signIn' })
  })
  it('shows no alert when the screen has its own error state', () => {
    expect(reactionTo(createError(404), 'inline')).toEqual({ kind: 'none' })
    expect(reactionTo(createError(401), 'inline')).toMatchObject({ kind: 'signIn' })
  })
})
