import { expect, type Locator } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expandSection, expectAccessible, getUrl, submitBackOfficeLogIn, visit } from '../support/user-actions.ts'

test('lets a superuser find a policy, open it and see its sections', { tag: '@nightly' }, async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/')
  await expect(page.getByRole('button', { name: 'Superuser Keeper' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Policies' }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await page.getByPlaceholder('Policy, insured or address').fill('RFL3000102')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByText('RFL3000102').click()
  await expect(page.getByRole('heading', { name: 'RFL3000102', exact: true })).toBeVisible()
  await expect(page).toHaveURL(getUrl('/admin/policies/RFL3000102'))
  for (const section of ['Overview', 'Coverages', 'Payments', 'Policy Documents', 'Transactions'])
    await expect(page.getByRole('heading', { name: section })).toBeVisible()
  await expect(page.getByRole('button', { name: 'View Timeline' })).toBeVisible()
  await expandSection(page, 'Payments')
  await expect(page.getByRole('rowheader', { name: 'PAY-3000102-1' })).toBeVisible()
  await expectAccessible(page)
})

test('opens the policy list, a policy and a payment receipt in the back office [P042] [P049]', async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('superuser')
  // The empty filter replaces the filter of an earlier test.
  await visit(page, '/admin/policies?filter=%7B%7D')
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await visit(page, '/admin/policies/RFL3000102')
  const shell = page.locator('[data-route=admin-policy-detail]')
  await expect(shell.getByRole('heading', { name: 'RFL3000102', exact: true })).toBeVisible()
  await expandSection(page, 'Payments')
  const link = page.getByRole('link', { name: /^Receipt/ }).first()
  const payment = (await link.getAttribute('href'))?.split('/').at(-1)
  await page.goto(getUrl(`/admin/policies/RFL3000102/receipt/${payment}`))
  await expect(shell.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(shell.getByText('Balance Due')).toBeVisible()
  await shell.getByRole('link', { name: 'Back to the policy' }).click()
  await expect(page).toHaveURL(getUrl('/admin/policies/RFL3000102'))
})

test('opens a document tab on click, before the server responds', { tag: '@nightly' }, async ({ openSharedPage }) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/policies/RFL3000102')
  let response = () => {}
  const opened = new Promise<void>((resolve) => {
    response = resolve
  })
  await page.route('**/api/**', async (route) => {
    // Delays the PDF until the tab is open, to simulate a slow server. Browsers block a tab that opens only after a
    // delay.
    if (route.request().url().toLowerCase().includes('pdf?')) await opened
    await route.continue()
  })
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('button', { name: /opens in a new tab/ })
      .first()
      .click(),
  ])
  expect(tab.url()).toBe('about:blank')
  // Chromium's headless shell has no PDF viewer. It downloads the document that the tab opens.
  const download = tab.waitForEvent('download').then((file) => file.url())
  response()
  expect(await Promise.any([download, tab.waitForURL(/^blob:/).then(() => tab.url())])).toMatch(/^blob:/)
})

test('keeps back-office policy page links in the back office, except links to portal-only pages', {
  tag: '@nightly',
}, async ({ openSharedPage }) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/policies/RFL3000102/notifications')
  await expect(page.getByRole('dialog', { name: /Notifications/ })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(getUrl('/admin/policies/RFL3000102'))
  await expandSection(page, 'Policy History')
  await page.getByRole('link', { name: 'RFL3000102' }).first().click()
  await expect(page).toHaveURL(getUrl('/admin/policies/RFL3000102'))
  await expandSection(page, 'Payments')
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/policy\/embed\/RFL3000102\/receipt\//)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'RFL3000102', exact: true })).toBeVisible()
})

test('keeps the styles of the portal and the back office separate', { tag: '@nightly' }, async ({ openSharedPage }) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/policies?filter=%7B%22q%22%3A%22RFL3000102%22%7D')
  const styleOf = (place: Locator) =>
    place.evaluate((it) => {
      const style = it.ownerDocument.defaultView?.getComputedStyle(it)
      const names = ['fontFamily', 'fontSize', 'fontWeight', 'color', 'backgroundColor', 'margin', 'boxSizing'] as const
      return names.map((name) => `${name}: ${style?.[name]}`)
    })
  const looks = async () => {
    const bar = page.getByRole('banner')
    const places = [page.locator('body'), bar, bar.getByRole('link'), page.getByRole('menuitem', { name: 'Profile' })]
    return Promise.all(places.map(styleOf))
  }
  await expect(page.getByRole('row')).toHaveCount(2)
  const before = await looks()
  await page.getByText('RFL3000102').click()
  const title = page.getByRole('heading', { name: 'RFL3000102', exact: true })
  await expect(title).toBeVisible()
  expect(await looks()).toEqual(before)
  // Ignores the font size, which is smaller in the back office.
  const lookOf = async () => (await styleOf(title)).filter((one) => !one.startsWith('fontSize'))
  const framed = await lookOf()
  await page.goto(getUrl('/policy/embed/RFL3000102'))
  expect(await lookOf()).toEqual(framed)
})

test('keeps the element with the focus out from under the action bar of a back-office policy (UI-46)', async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/policies/RFL3000101')
  await expect(page.getByRole('button', { name: 'View Timeline' })).toBeVisible()
  // The bar appears when the header of the policy is out of view.
  const bar = page.locator('.action-bar')
  let hasBar = false
  const covered: string[] = []
  for (let stop = 0; stop < 70; stop++) {
    await page.keyboard.press('Tab')
    hasBar ||= await bar.isVisible()
    covered.push(
      ...(await page.locator(':focus').evaluateAll((elements) =>
        elements
          .filter((element) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            const found = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
            return !element.closest('.action-bar') && found?.closest('.action-bar')
          })
          .map(({ textContent }) => textContent ?? ''),
      )),
    )
  }
  expect(hasBar).toBe(true)
  expect(covered).toEqual([])
})

test('returns to the back-office policy when the user logs in again after the session ended', async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/policies/RFL3000102')
  await expect(page.getByRole('button', { name: 'View Timeline' })).toBeVisible()
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('auth') ?? '{}')
    localStorage.setItem('auth', JSON.stringify({ ...session, token: 'ended' }))
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'View Notifications' }).click()
  await expect(page).toHaveURL(getUrl('/admin/login'))
  await page.getByLabel('Email').fill('superuser@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('Tideline-Demo-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(getUrl('/admin/policies/RFL3000102'))
  await expect(page.getByRole('button', { name: 'View Timeline' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('keeps the sort order and page of the back-office policy list in the URL', { tag: '@nightly' }, async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('superuser')
  await page.getByRole('menuitem', { name: 'Policies' }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await page.getByRole('button', { name: 'Sort by policy ascending' }).click()
  await expect(page).toHaveURL(/sort=policyNo/)
  const first = await page.getByRole('row').nth(1).textContent()
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '')
  await page.reload()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('exports the back-office policy list with its current filters', async ({ openSharedPage }) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/policies?filter=%7B%22q%22%3A%22RFL300010%22%7D&page=1&perPage=25')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^policies-\d{4}-\d{2}-\d{2}\.csv$/)
})

test('hides the policy list from staff without the role, and the back office from agents', { tag: '@nightly' }, async ({
  page,
  openSharedPage,
}) => {
  const staff = await openSharedPage('internal')
  await expect(staff.getByRole('menuitem', { name: 'Agencies' })).toBeVisible()
  await expect(staff.getByRole('menuitem', { name: 'Policies' })).toHaveCount(0)
  await page.bringToFront()
  await submitBackOfficeLogIn(page, 'agent')
  await expect(page.getByText('The back office is for staff.')).toBeVisible()
})
