import {
  confirmSecondFactor,
  getProfile,
  getSecondFactor,
  login,
  loginByAgentLink,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  startSecondFactorAtLogin,
} from '@tideline/sdk/operations'
import { readSession, type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { getCurrentUrl, renderApp, renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { routes } from '../../routes.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'

const needed = { code: 'missing_second_factor_code', message: 'Enter the code from your authenticator app.' }
const missing = {
  code: 'second_factor_not_set_up',
  message: 'Your account requires two-factor authentication. Set it up to log in.',
}
const wrong = { code: 'wrong_code', message: 'Code: it is not the code that your app shows now.', field: 'code' }
const { payload: codes } = getExample(renewRecoveryCodes)
const ok = <Payload,>(payload: Payload) => ({ statusCode: 200, message: '', payload })
/** The token of the example has expired. */
const session = { ...getExample(login).payload, expiresAt: '2099-01-01T00:00:00.000Z' }
const buildBody = async (request: Request | undefined) => (await request?.json()) as unknown

describe('log-in with two-factor authentication', () => {
  const credentials = { email: 'agent@example.com', password: 'Tideline-Demo-1' }
  async function withPassword() {
    const screen = await renderApp(routes, '/login')
    await screen.getByLabelText('Email').fill(credentials.email)
    await screen.getByLabelText('Password').fill(credentials.password)
    await screen.getByRole('button', { name: 'Log in' }).click()
    return screen
  }

  it('requires a code after the password, and rejects a wrong code', async () => {
    respondWithError(login, 401, needed)
    const screen = await withPassword()
    await expect.element(screen.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    expect(readSession()).toBeUndefined()
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.element(screen.getByText('Enter the code', { exact: true })).toBeVisible()
    respondWithError(login, 422, wrong)
    await screen.getByLabelText('Code').fill('000000')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(wrong.message)
    await expect.element(screen.getByLabelText('Code')).toHaveFocus()
    respondWith(login, ok(session))
    await screen.getByLabelText('Code').fill('492039')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(getCurrentUrl).toBe('/dashboard')
    expect(await buildBody(getRequests(login).at(-1))).toEqual({ ...credentials, code: '492039' })
  })

  it('returns from the code step to the password step on Back', async () => {
    respondWithError(login, 401, needed)
    const screen = await withPassword()
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
  })

  it('sets up required two-factor authentication and shows recovery codes before the dashboard', async () => {
    respondWithError(login, 401, missing)
    const screen = await withPassword()
    await screen.getByRole('button', { name: 'Show the QR code' }).click()
    await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expect.element(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(await buildBody(getRequests(startSecondFactorAtLogin)[0])).toEqual(credentials)
    respondWith(login, ok({ ...session, ...codes }))
    await screen.getByLabelText('Code').fill('492039')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.element(screen.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    for (const code of codes.recoveryCodes) await expect.element(screen.getByText(code)).toBeVisible()
    expect(getCurrentUrl()).toBe('/login')
    await screen.getByRole('button', { name: 'I saved them' }).click()
    await expect.poll(getCurrentUrl).toBe('/dashboard')
    // Recovery codes are not stored with the session.
    expect(JSON.stringify(readSession())).not.toContain(codes.recoveryCodes[0])
  })

  it('shows why the setup secret could not be created', async () => {
    respondWithError(login, 401, missing)
    respondWithError(startSecondFactorAtLogin, 429, {
      code: 'too_many_requests',
      message: 'Too many log-ins were tried.',
    })
    const screen = await withPassword()
    await screen.getByRole('button', { name: 'Show the QR code' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Too many log-ins were tried.')
  })
})

describe('agent link with two-factor authentication', () => {
  const ofLink = { ...getExample(loginByAgentLink).payload, expiresAt: session.expiresAt }

  it('requires a code before the linked page opens', async () => {
    respondWithError(loginByAgentLink, 401, needed)
    const screen = await renderApp(routes, '/agent/policylogin/bGluaw')
    await expect.element(screen.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    respondWithError(loginByAgentLink, 422, wrong)
    await screen.getByLabelText('Code').fill('000000')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(wrong.message)
    respondWith(loginByAgentLink, ok({ ...ofLink, policy: null }))
    await screen.getByLabelText('Code').fill('492039')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(getCurrentUrl).toBe('/policies')
    expect(await buildBody(getRequests(loginByAgentLink).at(-1))).toEqual({ Token: 'bGluaw', code: '492039' })
  })

  it('requires a code for commissions, and redirects to /unauthorized if the user lacks access', async () => {
    respondWithError(loginByAgentLink, 401, needed)
    const screen = await renderApp(routes, '/agent/authenticate/bGluaw')
    await expect.element(screen.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    respondWith(loginByAgentLink, ok(ofLink))
    await screen.getByLabelText('Code').fill('492039')
    await screen.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(getCurrentUrl).toBe('/unauthorized')
  })

  it('redirects to log-in if two-factor authentication is required but not set up', async () => {
    respondWithError(loginByAgentLink, 401, missing)
    await renderApp(routes, '/agent/policylogin/bGluaw')
    await expect.poll(getCurrentUrl).toBe('/login')
  })
})

describe('two-factor authentication settings page', () => {
  const on = { isEnabled: true, enabledAt: '2026-11-20T15:00:00Z', remainingRecoveryCodes: 10, isRequired: false }
  const signIn = () => {
    const data = getExample(getProfile).payload.data
    const session = { accountType: 'agent', token: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: 'agent' }
    writeSession({ ...session, data } as Session)
  }
  const open = () => {
    signIn()
    return renderScreen(<TwoFactorSection />)
  }

  it('shows a loading state, an error state, and an off state', async () => {
    keepRequestsPending(getSecondFactor)
    const waiting = await open()
    await expect.element(waiting.getByRole('status', { name: 'Loading two-factor authentication' })).toBeInTheDocument()
    await waiting.unmount()
    respondWithError(getSecondFactor, 500, { message: 'There was a problem with the server.' })
    const failed = await open()
    await expect.element(failed.getByText('Two-factor authentication could not be loaded')).toBeVisible()
    await failed.unmount()
    respondWith(getSecondFactor, getExample(getSecondFactor))
    const screen = await open()
    await expect.element(screen.getByText('Off', { exact: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Turn off' }).elements()).toEqual([])
  })

  it('requires the password and a first code for setup, and shows recovery codes once', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Set up' }).click()
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByText('Enter your current password')).toBeVisible()
    await screen.getByLabelText('Current password').fill('Tideline-Demo-1')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    expect(await buildBody(getRequests(startSecondFactor)[0])).toEqual({ currentPassword: 'Tideline-Demo-1' })
    respondWithError(confirmSecondFactor, 422, wrong)
    await screen.getByLabelText('Code').fill('000000')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(wrong.message)
    respondWith(confirmSecondFactor, ok(codes))
    await screen.getByLabelText('Code').fill('492039')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    respondWith(getSecondFactor, ok(on))
    await screen.getByRole('button', { name: 'I saved them' }).click()
    await expect.element(screen.getByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument()
  })

  it('requires the password and a code for every change to existing settings', async () => {
    respondWith(getSecondFactor, ok({ ...on, remainingRecoveryCodes: 2 }))
    const screen = await open()
    await expect.element(screen.getByText(/^Recovery codes left: 2\./)).toBeVisible()
    const proof = { currentPassword: 'Tideline-Demo-1', code: '492039' }
    const prove = async (button: string) => {
      await screen.getByLabelText('Current password').fill(proof.currentPassword)
      await screen.getByLabelText('Code').fill(proof.code)
      await screen.getByRole('button', { name: button }).click()
    }
    await screen.getByRole('button', { name: 'Change device' }).click()
    await prove('Continue')
    await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    expect(await buildBody(getRequests(startSecondFactor)[0])).toEqual(proof)
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'New recovery codes' }).click()
    await prove('Create new codes')
    await expect.element(screen.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    await screen.getByRole('button', { name: 'I saved them' }).click()
    await screen.getByRole('button', { name: 'Turn off' }).click()
    await prove('Turn off')
    await expect.poll(() => getRequests(removeSecondFactor).length).toBe(1)
    expect(await buildBody(getRequests(removeSecondFactor)[0])).toEqual(proof)
  })

  it('prevents users from turning off two-factor authentication that their role requires', async () => {
    respondWith(getSecondFactor, ok({ ...on, isRequired: true }))
    const screen = await open()
    await expect.element(screen.getByText('Your role requires two-factor authentication.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Turn off' }).elements()).toEqual([])
  })
})
