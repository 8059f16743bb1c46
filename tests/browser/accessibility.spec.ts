import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expectFit } from '../support/check-screen.ts'
import { getUrl, restoreSignIn, signIn, tabTo, visit } from '../support/user-actions.ts'

/** Returns the outline of the focused element, or of the field around it. */
const getFocusOutline = (page: Page) =>
  page.locator(':focus').evaluate((focused) => {
    const field = focused.closest('.MuiOutlinedInput-root, .radio-card, .pay-element') ?? focused
    const { outlineStyle, outlineWidth } = focused.ownerDocument.defaultView.getComputedStyle(field)
    return `${outlineWidth} ${outlineStyle}`
  })

async function tabThrough(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const name = await page.locator(':focus').evaluate((focused) => focused.outerHTML.slice(0, 120))
    expect(await getFocusOutline(page), name).toBe('3px solid')
  }
}

test('shows a focus ring at every keyboard stop in the portal', async ({ page }) => {
  await page.goto(getUrl('/login'))
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(await getFocusOutline(page)).toBe('3px solid')
  await tabThrough(page, 5)
  await signIn(page, 'agent@example.com')
  await expect(page.getByRole('table')).toBeVisible()
  // After a navigation, the portal moves the focus to the content.
  await expect(page.getByRole('main')).toBeFocused()
  await tabThrough(page, 16)
})

test('shows a focus ring on the card fields', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${policyNo}/pay`)
  await page.getByRole('radio', { name: /Credit card/ }).check()
  await page.getByRole('textbox', { name: 'Card number' }).focus()
  await expect.poll(() => getFocusOutline(page)).toBe('3px solid')
  for (const name of [/expir/i, /security code|cvc/i]) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name })).toBeFocused()
    await expect.poll(() => getFocusOutline(page)).toBe('3px solid')
  }
})

test('shows a focus ring at every keyboard stop in the back office', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(getUrl('/admin/'))
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await tabThrough(page, 4)
  await restoreSignIn(page, 'superuser@example.com')
  await page.goto(getUrl('/admin/moratoriums/create'))
  await expect(page.getByLabel('Name')).toBeVisible()
  await tabThrough(page, 12)
  await page.goto(getUrl('/admin/accounts'))
  await expect(page.getByRole('link', { name: 'Invite user' })).toBeVisible()
  await tabTo(page, page.getByRole('combobox', { name: 'Rows per page' }))
  expect(await getFocusOutline(page)).toBe('3px solid')
})

test('marks the active menu item and the selected tab in forced-colors mode', async ({ openSharedPage }) => {
  const page = await openSharedPage('agent@example.com')
  await visit(page, '/policies')
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = (name: string) =>
    page
      .getByRole('tab', { name, exact: true })
      .evaluate((tab) => tab.ownerDocument.defaultView.getComputedStyle(tab).borderBottomColor)
  expect(await edge('All')).not.toBe(await edge('To sign'))
  await page.getByRole('button', { name: /Alex Agent/ }).click()
  await page.keyboard.press('ArrowDown')
  const item = page.locator('.menu-item[data-highlighted]')
  const { outlineStyle } = await item.evaluate((one) => {
    const { outlineStyle } = one.ownerDocument.defaultView.getComputedStyle(one)
    return { outlineStyle }
  })
  expect(outlineStyle).toBe('solid')
  await page.keyboard.press('Escape')
})

/** Returns the color of the bottom border of an element. */
const getBorderColor = (element: Locator) =>
  element.evaluate((one) => one.ownerDocument.defaultView.getComputedStyle(one).borderBottomColor)

test('marks the current page, the current step and switches in forced-colors mode', { tag: '@nightly' }, async ({
  openSharedPage,
}) => {
  const agentPage = await openSharedPage('agent@example.com')
  await visit(agentPage, '/policy/embed/RFL3000101/pay')
  await agentPage.emulateMedia({ forcedColors: 'active' })
  const steps = agentPage.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  expect(await getBorderColor(steps.first())).not.toBe(await getBorderColor(steps.nth(1)))
  await visit(agentPage, '/policies')
  const links = agentPage.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links.last()).toHaveAttribute('aria-current', 'page')
  const widths = await links.evaluateAll((all) =>
    all.map((one) => one.ownerDocument.defaultView?.getComputedStyle(one).borderBottomWidth),
  )
  expect(widths).toEqual(['0px', '3px'])

  const staffPage = await openSharedPage('superuser')
  await visit(staffPage, '/admin/settings/flags')
  await staffPage.emulateMedia({ forcedColors: 'active' })
  const thumb = staffPage.locator('.MuiSwitch-thumb').first()
  await expect(thumb).toBeVisible()
  const [own, behind] = await thumb.evaluate((one) => {
    const view = one.ownerDocument.defaultView
    return [one, one.ownerDocument.body].map((part) => view.getComputedStyle(part).backgroundColor)
  })
  expect(own).not.toBe(behind)
})

test('fits a phone when the font size of the browser is doubled', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const client = await page.context().newCDPSession(page)
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const [email, paths] of [
    ['agent@example.com', ['/policies', '/policy/embed/RFL3000101', '/policy/embed/RFL3000101/pay']],
    ['admin@example.com', ['/admin/', '/admin/policies', '/admin/policies/RFL3000101', '/admin/accounts/create']],
  ] as const) {
    await restoreSignIn(page, email)
    for (const path of paths) {
      await page.goto(getUrl(path), { waitUntil: 'networkidle' })
      const heading = page.getByRole('heading').first()
      await expect(heading, path).toBeVisible()
      const size = await heading.evaluate((one) => one.ownerDocument.defaultView.getComputedStyle(one).fontSize)
      expect(Number.parseFloat(size), path).toBeGreaterThanOrEqual(32)
      await expectFit(page, path)
    }
  }
  await client.detach()
})
