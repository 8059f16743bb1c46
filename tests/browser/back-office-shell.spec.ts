import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import {
  expectAccessible,
  getLogInStatus,
  getUrl,
  restoreSignIn,
  signInToBackOffice,
  visit,
} from '../support/user-actions.ts'

const nav = (page: Page) => page.getByRole('menu').filter({ hasText: 'Profile' })
const entries = (page: Page) => nav(page).getByRole('menuitem')
const toggle = (page: Page) => page.getByRole('button', { name: /(open|close) menu/i })

/** Logs in as a staff member who has every role. */
async function signInAsEverybody(page: Page) {
  await restoreSignIn(page, 'superuser@example.com')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth') ?? '{}')
    session.data.Roles = 'superuser,financeadmin,commissionAdmin,internal'
    localStorage.setItem('auth', JSON.stringify(session))
  })
  await page.goto(getUrl('/admin/'))
  await expect(nav(page)).toBeVisible()
}

const specifiedPaths: Readonly<Record<string, string>> = {
  Policies: '/admin/policies',
  Commissions: '/admin/commissions',
  'Commission Overrides': '/admin/overrides',
  Moratoriums: '/admin/moratoriums',
  'Billing: Payments': '/admin/billing/payments',
  'Lockbox Adjustments': '/admin/lockbox-reprocessing',
}

test('opens each back-office area from the side navigation, in the specified order [P103] [P038]', async ({ page }) => {
  await signInAsEverybody(page)
  const labels = await entries(page).allTextContents()
  expect(labels.filter((label) => specifiedPaths[label])).toEqual(Object.keys(specifiedPaths))
  expect(labels.at(-1)).toBe('Profile')
  for (const label of labels.slice(0, -1)) {
    const entry = nav(page).getByRole('menuitem', { name: label, exact: true })
    const path = specifiedPaths[label] ?? (await entry.getAttribute('href'))
    await entry.click()
    await expect(page).toHaveURL(new RegExp(`${path}\\b`))
  }
  await nav(page).getByRole('menuitem', { name: 'Moratoriums' }).click()
  await page.getByRole('link', { name: 'Tideline, go to policies' }).click()
  await expect(page).toHaveURL(/\/admin\/policies/)
  await nav(page).getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(getUrl('/profile'))
})

test('collapses the back-office navigation, expands it, and toggles full screen [P037] [P039] [P040]', async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('superuser')
  const label = entries(page).filter({ hasText: 'Moratoriums' })
  const width = async () => (await label.boundingBox())?.width ?? 0
  const wide = await width()
  await toggle(page).click()
  await expect.poll(width).toBeLessThan(wide / 2)
  await toggle(page).click()
  await expect.poll(width).toBe(wide)
  const isFull = () => page.locator('html').evaluate((html) => html.ownerDocument.fullscreenElement !== null)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect.poll(isFull).toBe(false)
})

for (const [width, hides] of [
  [767, true],
  [768, false],
] as const)
  test(`${hides ? 'hides' : 'shows'} the side navigation by default at ${width} pixels [P011] [P012]`, async ({
    openSharedPage,
  }) => {
    const page = await openSharedPage('superuser')
    await page.setViewportSize({ width, height: 800 })
    await page.goto(getUrl('/admin/'))
    const entry = page.getByRole('menuitem', { name: 'Moratoriums' })
    await expect(entry).toBeVisible({ visible: !hides })
    if (hides) await toggle(page).click()
    await entry.click()
    await expect(page).toHaveURL(/\/admin\/moratoriums/)
    await expect(entry).toBeVisible({ visible: !hides })
  })

test('stores only the back-office session in the browser [P158]', async ({ page }) => {
  await restoreSignIn(page, 'superuser@example.com')
  await page.goto(getUrl('/admin/moratoriums'))
  await expect(nav(page)).toBeVisible()
  const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(kept.filter((key) => key !== 'auth')).toEqual([])
  // The session survives a page load.
  await page.goto(getUrl('/policies'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const inPortal = await page.evaluate(() => Object.keys(localStorage))
  expect(inPortal.filter((key) => key !== 'auth' && key !== 'newQuote')).toEqual([])
})

test("lets staff change their own password and another account's password [P114] [P115] [D388] [D412] [D413]", async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage('superuser')
  const who = page.getByRole('button', { name: 'Superuser Keeper' })
  await who.click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const own = page.getByRole('dialog', { name: 'Change password' })
  const field = (label: string) => own.getByLabel(label, { exact: true })
  const change = own.getByRole('button', { name: 'Change password' })
  await field('Current password').fill('Not-My-Password-1')
  await field('New password').fill('weak')
  await change.click()
  for (const sentence of [
    'Must be 8 to 100 characters long',
    'Must contain at least one special character',
    'Must contain at least one uppercase character',
    'Must contain at least one digit',
    'The passwords must match',
  ])
    await expect(own.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(own.getByText('Must contain at least one lowercase character')).toHaveCount(0)
  await field('New password').fill('Tideline-Demo-2')
  await field('Confirm new password').fill('Tideline-Demo-2')
  await change.click()
  await expect(own.getByRole('alert')).toContainText('is not your current password')
  await own.getByRole('button', { name: 'Cancel' }).click()

  await who.click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  const reset = page.getByRole('dialog', { name: 'Reset password' })
  await expect(reset.getByLabel('Account')).toBeVisible()
  await expectAccessible(page)
  const email = await book.createStaffAccount('Tideline-Demo-1')
  await reset.getByLabel('Account').fill(email)
  await page.getByRole('option').first().click()
  await reset.getByLabel('New password', { exact: true }).fill('Tideline-Demo-2')
  await reset.getByLabel('Confirm new password').fill('Tideline-Demo-2')
  await reset.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password reset successfully!')).toBeVisible()
  expect([
    await getLogInStatus(page, email, 'Tideline-Demo-1'),
    await getLogInStatus(page, email, 'Tideline-Demo-2'),
  ]).toEqual([401, 200])
})

test("lets agents change their password from the portal's account menu [P114]", async ({ openSharedPage }) => {
  const page = await openSharedPage('agent@example.com')
  await visit(page, '/policies')
  // The menu closes when the list replaces the screen before it.
  await expect(page.getByRole('tab', { name: 'All', exact: true })).toBeVisible()
  await page.locator('header').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.getByLabel('New password', { exact: true }).fill('tideline-demo-1')
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  for (const sentence of [
    'Enter your current password',
    'Must contain at least one uppercase character',
    'The passwords must match',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})

test('shows commission statement lines and the Stripe reconciliation to finance staff', { tag: '@nightly' }, async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('finance')
  await visit(page, '/admin/commissions')
  await page.getByRole('row').nth(1).click()
  await expect(page.getByRole('heading', { name: /^Lines/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Adjustments' })).toBeVisible()
  await visit(page, '/admin/billing/payments')
  await expect(page.getByText(/Stripe and the ledger (agree|differ)/)).toBeVisible()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await expectAccessible(page)
})

test('redirects an agent from the back office to /unauthorized and keeps the portal session', async ({ page }) => {
  await restoreSignIn(page, 'agent@example.com')
  await page.goto(getUrl('/admin/'))
  await expect(page).toHaveURL(getUrl('/unauthorized'))
  await page.goto(getUrl('/policies'))
  await expect(page).toHaveURL(getUrl('/policies'))
})

// Other areas are tested in admin-web/src/role-access.browser.test.tsx.
test('redirects staff without the required role to /unauthorized in the portal', async ({ page }) => {
  await restoreSignIn(page, 'commission@example.com')
  await page.goto(getUrl('/admin/policies/RFL3000102'))
  await expect(page).toHaveURL(getUrl('/unauthorized'))
})

test('shows a policy at its back-office URL with the policy number in the tab title', { tag: '@nightly' }, async ({
  page,
}) => {
  await signInToBackOffice(page, 'superuser')
  await expect(page).toHaveTitle('Tideline / Home')
  await page.goto(getUrl('/admin/policies/RFL3000102'))
  await expect(page.getByRole('heading', { name: 'RFL3000102', exact: true })).toBeVisible()
  await expect(page).toHaveURL(getUrl('/admin/policies/RFL3000102'))
  await expect(page).toHaveTitle(/^Tideline \/ .*RFL3000102/)
})

test("opens an agency's commission overrides by agency number", async ({ page }) => {
  await restoreSignIn(page, 'commission@example.com')
  const rejected: string[] = []
  page.on('response', (response) => response.status() >= 400 && rejected.push(response.url()))
  await page.goto(getUrl('/admin/overrides/100100'))
  await expect(page.getByRole('heading', { name: 'Harborview Insurance Group (100100)' })).toBeVisible()
  expect(rejected).toEqual([])
})

test('shows the back-office home page, search and 404 page on desktop and phone', { tag: '@nightly' }, async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('finance')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 850 })
    await visit(page, '/admin/')
    await expect(page.getByRole('link', { name: /view all/ }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Show key figures' }).click()
    await expect(page.getByLabel('Figures by month')).toBeVisible()
    await expectAccessible(page)
    await visit(page, '/admin/nope')
    await expect(page.getByRole('heading', { name: 'Page not found', level: 2 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Search everything' }).last().click()
    await page.getByRole('combobox', { name: 'Search everything' }).fill('marina')
    await expect(page.getByRole('option', { name: /FL3/ }).first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Search everything' })).toHaveCount(0)
  }
})
