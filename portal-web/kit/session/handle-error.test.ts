import { TidelineError } from '@tideline/sdk'
import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('window', { location: { origin: 'http://localhost', pathname: '/', search: '' } })
const { reactionTo } = await import('./handle-error.ts')

const refusal = (statusCode: number, message = 'No such thing.') =>
  new TidelineError({ statusCode, message, errors: [{ code: 'x', message }], requestId: 'req_1' })

describe('the global response handler', () => {
  it('500 gives an alert with the documented text [C228]', () => {
    expect(reactionTo(refusal(500), undefined)).toMatchObject({
      kind: 'alert',
      text: 'There was a problem with the server. 500 Error',
    })
  })
  it('422 is passed on silently [C229]', () => expect(reactionTo(refusal(422), undefined)).toEqual({ kind: 'none' }))
  it('401 asks to log in again [C230]', () => {
    expect(reactionTo(refusal(401), undefined)).toEqual({
      kind: 'signIn',
      title: 'Unauthorized',
      text: 'You are not authorized to view this page. Please log in and try again',
    })
  })
  it('503 leads to the server-overloaded page', () => {
    expect(reactionTo(refusal(503), undefined)).toEqual({ kind: 'overloaded' })
  })
  it('any other status shows an alert Error with the message [C233]', () => {
    expect(reactionTo(refusal(404), undefined)).toEqual({ kind: 'alert', title: 'Error', text: 'No such thing.' })
  })
  it('the wizard handles everything itself', () => {
    expect(reactionTo(refusal(401), 'own')).toEqual({ kind: 'none' })
    expect(reactionTo(refusal(500), 'own')).toEqual({ kind: 'none' })
  })
  it.each([404, 409, 500, 503])(
    'what is quiet says nothing of a %i, and still asks to log in again [D392]',
    (status) => {
      expect(reactionTo(refusal(status), 'quiet')).toEqual({ kind: 'none' })
      expect(reactionTo(refusal(401), 'quiet')).toMatchObject({ kind: 'signIn' })
    },
  )
  it('a screen with an error face does not say the same twice', () => {
    expect(reactionTo(refusal(404), 'face')).toEqual({ kind: 'none' })
    expect(reactionTo(refusal(401), 'face')).toMatchObject({ kind: 'signIn' })
  })
})
