import { expect } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { getUrl, openLink, restoreSignIn, visit } from '../support/user-actions.ts'

const agentEmail = 'agent@example.com'

test('shows the earthquake title instead of the brand for earthquake policies [C012] [P018]', async ({
  page,
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ productId: 4, monthly: true })
  const flood = await book.aPolicy()
  await page.goto(getUrl('/login'))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const agent = await openSharedPage(agentEmail)
  await visit(agent, `/policy/embed/${policyNo}`)
  const header = agent.getByRole('banner').first()
  await expect(header.getByText('JumpStart Parametric Earthquake')).toBeVisible()
  await expect(header.locator('.header-title')).toHaveCount(1)
  await visit(agent, `/policy/embed/${flood.policyNo}`)
  await expect(header.getByText('Tideline - Residential')).toBeVisible()
  await expect(header.getByText('JumpStart')).toHaveCount(0)
})

test('links the logo to quoting and opens the profile in a new tab [C023] [C024]', async ({ page, context }) => {
  const settings = await page.request.get(getUrl('/api/v1/settings/public'))
  const { links } = (await settings.json()).payload
  await restoreSignIn(page, agentEmail)
  await page.goto(getUrl('/policies'))
  await expect(page.getByRole('link', { name: /go to quoting/ })).toHaveAttribute('href', links.quoting)
  await page.getByRole('banner').getByRole('button').last().click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: /User Profile/ }).click(),
  ])
  await expect(tab).toHaveURL(getUrl('/profile'))
  await expect(tab.getByRole('heading', { name: 'User Profile' })).toBeVisible()
  await expect(page).toHaveURL(getUrl('/policies'))
})

test('shows a banner in outdated browsers until the banner is closed [C030]', async ({ page }) => {
  const notice = page.getByText('Support for Internet Explorer 11 is ending. Please switch to a current browser.')
  await page.goto(getUrl('/login'))
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  // Simulates a browser without module support, which runs only the `nomodule` script.
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    const html = (await response.text())
      .replace('<script nomodule', '<script')
      .replace(/<script type="module"[^>]*><\/script>/g, '')
    await route.fulfill({ response, body: html })
  })
  await page.goto(getUrl('/login'))
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.locator('#root')).toBeAttached()
  await expect(notice).toHaveCount(0)
})

test('offers five payment methods where checks can be applied, otherwise four [C254]', async ({
  page,
  openSharedPage,
  book,
}) => {
  const lienholder = { name: 'Sample Savings Bank', reference: 'LN-000903' }
  const insured = await book.aPolicy({ signed: 'both', lienholder })
  const agent = await openSharedPage(agentEmail)
  await visit(agent, `/policy/embed/${insured.policyNo}#paymentModalOpen`)
  await expect(agent.getByRole('group', { name: 'Method of payment' }).getByRole('radio')).toHaveCount(5)
  await page.bringToFront()
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('group', { name: 'Method of payment' }).getByRole('radio')).toHaveCount(4)
})
