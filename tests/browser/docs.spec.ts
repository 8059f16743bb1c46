import { expect, type Page, test } from '@playwright/test'
import { isThorough, selectCases } from '../support/thorough.ts'
import { expectAccessible, getUrl } from '../support/user-actions.ts'

const widths = isThorough ? [320, 390, 768, 1024, 1440] : [320]
const colorSchemes = selectCases(['light', 'dark'] as const, 2)
/** Pages that the navigation does not list: search results, and the pages of the error codes. */
const furtherPaths = ['/docs/search?q=webhook', '/docs/search?q=zzz', '/problems', '/problems/version_mismatch']

/** Expects that the page is not wider than the screen. */
async function expectFit(page: Page) {
  const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(over, 'pixels wider than the screen').toBeLessThanOrEqual(0)
}

test('fits every width and has no accessibility violations in the documentation, light and dark', async ({ page }) => {
  test.slow()
  await page.goto(getUrl('/docs'))
  const links = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link')
  const listed = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(listed.length).toBeGreaterThan(10)
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    for (const path of selectCases([...listed, ...furtherPaths], 5)) {
      await page.goto(getUrl(path))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await test.step(`${path} at ${width} px, ${colorScheme}`, async () => {
          await expectFit(page)
          await expectAccessible(page)
        })
      }
    }
  }
})

test('fits phones and has no accessibility violations in the API reference, light and dark', {
  tag: '@nightly',
}, async ({ page }) => {
  test.slow()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(getUrl('/reference'))
    await expect(page.getByRole('heading', { level: 1, name: 'Tideline' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'accounts endpoints' })).toBeVisible()
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await test.step(`${width} px, ${colorScheme}`, async () => {
        await expectFit(page)
        await expectAccessible(page)
      })
    }
  }
})
