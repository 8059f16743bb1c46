import { useQuery } from '@tanstack/react-query'
import { getProfile } from '@tideline/sdk/operations'
import { getProfileOptions } from '@tideline/sdk/query'
import { describe, expect, it } from 'vitest'
import { respondWithError } from '../testing/mock-server.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { api } from './api.ts'
import { readSession, type Session, writeSession } from './session.ts'

/** A screen without its own error handling. The global handler shows its errors. */
function Screen() {
  const { isError } = useQuery(getProfileOptions({ client: api.client }))
  return <p>{isError ? 'It failed.' : 'It is open.'}</p>
}

const failWith = (status: number, message = 'There is no such thing.') =>
  respondWithError(getProfile, status, { message })

const signIn = (accountType: Session['accountType']) =>
  writeSession({
    accountType,
    token: 'token',
    expiresAt: '2099-01-01T00:00:00.000Z',
    user: accountType === 'agent' ? 'agent' : 'insured',
  })

describe('global response handler', () => {
  it('shows the specified alert for a 500 response [C228] [D395]', async () => {
    failWith(500)
    const screen = await renderScreen(<Screen />)
    const alert = screen.getByRole('alertdialog')
    await expect.element(alert.getByText('There was a problem with the server. 500 Error')).toBeVisible()
  })

  it('shows no alert for a 422 response, which the screen handles [C229] [D396]', async () => {
    failWith(422)
    const screen = await renderScreen(<Screen />)
    await expect.element(screen.getByText('It failed.')).toBeVisible()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it.each([
    ['agent', '/login'],
    ['policyholder', '/policyholder/generate'],
  ] as const)(
    'shows an alert on a 401, clears the session and redirects the %s to %s [C230] [C231] [C232] [D397] [D398]',
    async (type, way) => {
      signIn(type)
      failWith(401)
      const screen = await renderScreen(<Screen />)
      const alert = screen.getByRole('alertdialog', { name: 'Unauthorized' })
      await expect
        .element(alert.getByText('You are not authorized to view this page. Please log in and try again'))
        .toBeVisible()
      expect(readSession()).toBeUndefined()
      await alert.getByRole('button', { name: 'OK' }).click()
      await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(way)
    },
  )

  it.each([403, 404, 409, 418])(
    'shows the message of a %s response in an Error alert [C233] [D399]',
    async (status) => {
      failWith(status, 'There is no such thing.')
      const screen = await renderScreen(<Screen />)
      const alert = screen.getByRole('alertdialog', { name: 'Error' })
      await expect.element(alert.getByText('There is no such thing.')).toBeVisible()
    },
  )
})
