import { expect, type Page } from '@playwright/test'
import {
  agentPaths,
  backOfficeRecordPaths,
  getBackOfficeListPaths,
  insuredPaths,
  setPolicyNo,
} from '../../support/all-pages.ts'
import { test } from '../../support/browser-fixtures.ts'
import { expectFit } from '../../support/check-screen.ts'
import { expectAccessible, getUrl, openLink, restoreSignIn } from '../../support/user-actions.ts'

const widths = [320, 390, 768, 1024, 1280, 1440]
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Selects the theme. The portal follows the system. The back office follows the preferences of the user's account. */
async function setTheme(page: Page, theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.route('**/api/v1/accounts/preferences', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { statusCode: 200, message: '', payload: { theme, lists: [] } } })
      : route.fallback(),
  )
}

/** Checks that a page fits every width and that axe finds no violations. Returns all problems, so that one run shows them. */
async function checkAtAllWidths(page: Page, name: string): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const check of [() => expectFit(page, name), () => expectAccessible(page)])
      await check().catch(({ message }: Error) => problems.push(`${name} at ${width} px: ${message}`))
  }
  return problems
}

async function checkPages(page: Page, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const path of paths) {
    await page.goto(getUrl(path), { waitUntil: 'networkidle' })
    await expect(page.locator('h1, h2, [role="dialog"]').first(), path).toBeAttached()
    await expect(page.getByLabel(/^Loading/), path).toHaveCount(0)
    problems.push(...(await checkAtAllWidths(page, path)))
  }
  return problems
}

/** Paths whose data loads after the page is visible. */
const loadingPaths = {
  agent: ['/dashboard', '/policies', '/policy/embed/RFL3000102', '/profile'],
  staff: [
    '/admin/',
    '/admin/policies',
    '/admin/agencies/100100/show',
    '/admin/mail-templates',
    '/admin/settings/brand',
  ],
}

/** Checks the loading states. Only the requests that the app needs to start are answered. */
async function checkLoadingStates(page: Page, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  await page.route(/\/api\/(?!v1\/(?:accounts\/preferences|settings\/public))/, () => undefined)
  for (const path of paths) {
    await page.goto(getUrl(path))
    await expect(page.getByLabel(/^Loading/).first(), path).toBeVisible()
    problems.push(...(await checkAtAllWidths(page, `${path} while it loads`)))
  }
  return problems
}

for (const theme of themes)
  test.describe(`all pages in the ${theme} theme`, () => {
    test.describe.configure({ timeout: 30 * 60_000 })
    test.use({ hasOwnContext: true })
    test.beforeEach(({ page }) => setTheme(page, theme))

    test('fit every width and have no axe violations for agents', async ({ page }) => {
      await restoreSignIn(page, 'agent@example.com')
      expect(await checkPages(page, agentPaths)).toEqual([])
      expect(await checkLoadingStates(page, loadingPaths.agent)).toEqual([])
    })

    test('fit every width and have no axe violations for policyholders', async ({ page, book }) => {
      const { policyNo, ...insured } = await book.aPolicy()
      await openLink(page, await book.createPolicyLink(policyNo), insured)
      await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
      const paths = insuredPaths.map((path) => setPolicyNo(path, policyNo))
      expect(await checkPages(page, paths)).toEqual([])
    })

    test('fit every width and have no axe violations for staff', async ({ page }) => {
      await restoreSignIn(page, 'admin@example.com')
      await page.goto(getUrl('/admin/'))
      await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
      const lists = await getBackOfficeListPaths(page)
      expect(await checkPages(page, [...lists, ...backOfficeRecordPaths, '/bulkUpload', '/mailbox'])).toEqual([])
      expect(await checkLoadingStates(page, loadingPaths.staff)).toEqual([])
    })

    test('have no axe violations while a menu or the columns panel is open', async ({ page }) => {
      await restoreSignIn(page, 'admin@example.com')
      await page.goto(getUrl('/policy/embed/RFL3000102'), { waitUntil: 'networkidle' })
      for (const menu of [page.getByRole('button', { name: 'More' }), page.getByRole('banner').getByRole('button')]) {
        await menu.click()
        await expect(page.getByRole('menuitem').first()).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menuitem')).toHaveCount(0)
      }
      await page.goto(getUrl('/admin/policies'), { waitUntil: 'networkidle' })
      for (const menu of [
        page.getByRole('button', { name: 'Admin Keeper' }),
        page.getByRole('button', { name: 'Add filter', exact: true }),
      ]) {
        await menu.click()
        // The navigation is a menu, too.
        const opened = page.locator('#menus').getByRole('menu')
        await expect(opened).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(opened).toHaveCount(0)
      }
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
      await expectAccessible(page)
    })

    test('fit every width and have no axe violations in the API reference', async ({ page }) => {
      await page.goto(getUrl('/reference'))
      // The reference renders 300 operations, which takes longer than other pages.
      await expect(page.getByRole('heading', { name: 'Tideline API', level: 1 })).toBeVisible({ timeout: 60_000 })
      expect(await checkAtAllWidths(page, '/reference')).toEqual([])
    })
  })
