import { getPublicSettings } from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { showApp } from '@tideline/web-kit/testing/show.tsx'
import { describe, expect, it } from 'vitest'
import { routes } from '../routes.tsx'

const { supportEmail } = getExample(getPublicSettings).payload

describe('the pages that say one thing', () => {
  it.each(['/404', '/no/such/page', '/policy'])('%s is not found [P030]', async (address) => {
    const screen = await showApp(routes, address)
    await expect.element(screen.getByRole('heading', { name: '404 not Found' })).toBeVisible()
  })

  it('/unauthorized says so [P031]', async () => {
    const screen = await showApp(routes, '/unauthorized')
    await expect.element(screen.getByText('You have not been authorized to view this page.')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Log in', exact: true }).last())
      .toHaveAttribute('href', '/login')
  })

  it.each([
    ['agent', '', '/dashboard'],
    ['agent', 'internal', '/policies'],
    ['policyholder', '', '/policyholder/select'],
  ] as const)('/unauthorized shows a logged-in %s (%s) the way home [P031]', async (accountType, Roles, home) => {
    writeSession({
      ...{ accountType, token: 'token', expiresAt: '2099-01-01T00:00:00.000Z' },
      ...{ user: accountType === 'agent' ? 'agent' : 'insured', data: { Roles } as NonNullable<Session['data']> },
    })
    const screen = await showApp(routes, '/unauthorized')
    await expect.element(screen.getByText('You have not been authorized to view this page.')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Go home', exact: true })).toHaveAttribute('href', home)
    expect(screen.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).elements()).toEqual([])
  })

  it('/error shows the error and the policy of its address [P032]', async () => {
    const screen = await showApp(routes, '/error?error=The+transactions+did+not+come.&policyNo=RFL3000101')
    await expect.element(screen.getByText('The transactions did not come.')).toBeVisible()
    await expect.element(screen.getByText(/RFL3000101/)).toBeVisible()
  })

  it('/overloaded leads back to what failed or home, and names whom to write to [P033] [P034] [P035]', async () => {
    const screen = await showApp(routes, '/overloaded?from=%2Fpolicies%3Fpage%3D2')
    await expect.element(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/policies?page=2')
    await expect.element(screen.getByRole('link', { name: supportEmail })).toBeVisible()
    await screen.getByRole('link', { name: 'Go Home' }).click()
    await expect.element(screen.getByRole('heading', { name: /Flood and earthquake cover/ })).toBeVisible()
  })

  it('/overloaded leads nowhere else than into the portal [P034]', async () => {
    const screen = await showApp(routes, '/overloaded?from=https%3A%2F%2Fexample.com%2F')
    await expect.element(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/splash')
  })

  it('/splash is the landing page, in the light theme [P022]', async () => {
    document.documentElement.dataset.theme = 'neptune'
    const screen = await showApp(routes, '/splash')
    await expect.element(screen.getByRole('region', { name: 'Log-in options' })).toBeVisible()
    expect(document.documentElement.dataset.theme).toBe('light')
  })
})
