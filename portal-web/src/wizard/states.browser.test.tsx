import { getConfirmation, getPublicSettings } from '@tideline/sdk/operations'
import { writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { WizardPage } from './WizardPage.tsx'

const confirmation = getExample(getConfirmation)
const { policyNo } = confirmation.payload
const { supportEmail } = getExample(getPublicSettings).payload
const open = () => renderScreen(<WizardPage policyNo={policyNo} />)

describe('wizard loading and error screen', () => {
  it('shows a message while loading', async () => {
    keepRequestsPending(getConfirmation)
    const screen = await open()
    await expect.element(screen.getByRole('status').getByText('Please wait...')).toBeVisible()
  })

  it('shows the error and support email, and reloads on Retry [C033] [C034] [C035]', async () => {
    respondWithError(getConfirmation, 409, { message: 'The policy is being changed.' })
    const screen = await open()
    const errorState = screen.getByRole('alert')
    await expect.element(errorState.getByRole('heading', { name: 'Whoops! Something went wrong' })).toBeVisible()
    await expect.element(errorState.getByText('The policy is being changed.')).toBeVisible()
    await expect
      .element(errorState.getByText(`Feel free to retry or contact customer support at ${supportEmail}`))
      .toBeVisible()
    const before = getRequests(getConfirmation).length
    respondWith(getConfirmation, confirmation)
    await errorState.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Policy Agreements' })).toBeVisible()
    expect(getRequests(getConfirmation).length).toBeGreaterThan(before)
  })

  it.each(['Go there now', 'Go to Login Page'])(
    'redirects to log-in through "%s" after the session has expired [C044] [C046]',
    async (name) => {
      writeSession({ accountType: 'agent', token: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: 'agent' })
      respondWithError(getConfirmation, 401, { code: 'unauthorized', message: 'Log in first.' })
      const screen = await open()
      const face = screen.getByRole('alert')
      await expect.element(face.getByRole('heading', { name: 'Unauthorized' })).toBeVisible()
      await expect
        .element(face.getByText('You do not have permission to view this page or your session may have expired.'))
        .toBeVisible()
      await face.getByRole('button', { name }).click()
      await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/login?redirect=%2F')
    },
  )
})
