import { getPublicSettings } from '@tideline/sdk/operations'
import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { routes } from '../routes.tsx'

const { supportEmail } = getExample(getPublicSettings).payload

describe('message page', () => {
  it.each(['/404', '/no/such/page', '/policy'])('shows "404 not Found" for %s [P030]', async (address) => {
    const screen = await renderApp(routes, address)
    await expect.element(screen.getByRole('heading', { name: '404 not Found' })).toBeVisible()
  })

  it('shows logged-out users a log-in link at /unauthorized [P031]', async () => {
    const screen = await renderApp(routes, '/unauthorized')
    await expect.element(screen.getByText('You have not been authorized to view this page.')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Log in', exact: true }).last())
      .toHaveAttribute('href', '/login')
  })

  it.each([
    ['agent', '', '/dashboard'],
    ['agent', 'internal', '/policies'],
    ['policyholder', '', '/policyholder/select'],
  ] as const)(
    'shows a logged-in %s (%s) a link to the home page at /unauthorized [P031]',
    async (accountType, Roles, home) => {
      writeSession({
        ...{ accountType, token: 'token', expiresAt: '2099-01-01T00:00:00.000Z' },
        ...{ user: accountType === 'agent' ? 'agent' : 'insured', data: { Roles } as NonNullable<Session['data']> },
      })
      const screen = await renderApp(routes, '/unauthorized')
      await expect.element(screen.getByText('You have not been authorized to view this page.')).toBeVisible()
      await expect.element(screen.getByRole('link', { name: 'Go home', exact: true })).toHaveAttribute('href', home)
      expect(screen.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).elements()).toEqual([])
    },
  )

  it('shows the error message and policy number from the URL at /error [P032]', async () => {
    const screen = await renderApp(routes, '/error?error=The+transactions+did+not+come.&policyNo=RFL3000101')
    await expect.element(screen.getByText('The transactions did not come.')).toBeVisible()
    await expect.element(screen.getByText(/RFL3000101/)).toBeVisible()
  })

  it('links from /overloaded to the failed page, the home page, and the support email [P033] [P034] [P035]', async () => {
    const screen = await renderApp(routes, '/overloaded?from=%2Fpolicies%3Fpage%3D2')
    await expect.element(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/policies?page=2')
    await expect.element(screen.getByRole('link', { name: supportEmail })).toBeVisible()
    await screen.getByRole('link', { name: 'Go Home' }).click()
    await expect.element(screen.getByRole('heading', { name: /Flood and earthquake cover/ })).toBeVisible()
  })

  it('ignores a URL outside the portal as the target of /overloaded [P034]', async () => {
    const screen = await renderApp(routes, '/overloaded?from=https%3A%2F%2Fexample.com%2F')
    await expect.element(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/splash')
  })

  it('shows the landing page in the light theme at /splash [P022]', async () => {
    document.documentElement.dataset.theme = 'neptune'
    const screen = await renderApp(routes, '/splash')
    await expect.element(screen.getByRole('region', { name: 'Log-in options' })).toBeVisible()
    // An effect sets the theme after the page is painted.
    await expect.poll(() => document.documentElement.dataset.theme).toBe('light')
  })
})
