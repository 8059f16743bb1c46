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

/** Requests that an app needs to start. They are answered even if all others fail or never end. */
const requiredRequests = String.raw`v1\/(?:accounts\/preferences|settings\/public)`
const otherRequests = new RegExp(String.raw`\/api\/(?!${requiredRequests})`)

/**
 * Lets the theme follow the system, so that a page is checked in both themes without loading it again. The portal always
 * follows the system. The back office does if the preferences of the user's account say so.
 */
async function followSystemTheme(page: Page) {
  await page.route('**/api/v1/accounts/preferences', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { statusCode: 200, message: '', payload: { theme: 'system', lists: [] } } })
      : route.fallback(),
  )
}

/**
 * Checks that a page fits every width and that axe finds no violations, in both themes. Returns all problems, so that one
 * run shows them.
 */
async function checkAtAllWidths(page: Page, name: string): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectFit(page, name).catch(({ message }: Error) => problems.push(`${name} at ${width} px: ${message}`))
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page).catch(({ message }: Error) =>
        problems.push(`${name} at ${width} px, ${colorScheme}: ${message}`),
      )
    }
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
  agents: ['/dashboard', '/policies', '/policy/embed/RFL3000102', '/profile'],
  policyholders: ['', '/report-claim', '/mortgagee-change'].map((page) => `/policyholder/policies/RFL3000102${page}`),
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
  await page.route(otherRequests, () => undefined)
  for (const path of paths) {
    await page.goto(getUrl(path))
    await expect(page.getByLabel(/^Loading/).first(), path).toBeVisible()
    problems.push(...(await checkAtAllWidths(page, `${path} while it loads`)))
  }
  await page.unroute(otherRequests)
  return problems
}

/** Checks the error states. All requests fail, except for those that the app needs to start. */
async function checkErrorStates(page: Page, paths: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  const error = { statusCode: 500, message: 'The server is out of order.', errors: [], requestId: 'req_axe' }
  await page.route(otherRequests, (route) => route.fulfill({ status: 500, json: error }))
  for (const path of paths) {
    await page.goto(getUrl(path))
    // An error of the whole page is a dialog.
    await expect(page.getByRole('alert').or(page.getByRole('alertdialog')).first(), path).toBeVisible()
    await expect(page.getByLabel(/^Loading/), path).toHaveCount(0)
    problems.push(...(await checkAtAllWidths(page, `${path} after an error`)))
  }
  await page.unroute(otherRequests)
  return problems
}

/** Pages of the portal that staff open from the back office, too. */
const staffPortalPaths = ['/dashboard', '/policies', '/policy/embed/RFL3000102', '/bulkUpload', '/mailbox']

/** Returns the paths of all back-office lists that the role can open, and of the portal pages. */
async function signInAsStaff(page: Page, role: string): Promise<string[]> {
  await restoreSignIn(page, `${role}@example.com`)
  await page.goto(getUrl('/admin/'))
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  return ['/admin/', ...(await getBackOfficeListPaths(page)), ...staffPortalPaths]
}

test.describe('all pages in both themes', () => {
  test.describe.configure({ timeout: 30 * 60_000 })
  test.use({ hasOwnContext: true })
  test.beforeEach(({ page }) => followSystemTheme(page))

  test('fit every width and have no axe violations for agents', async ({ page }) => {
    await restoreSignIn(page, 'agent@example.com')
    expect(await checkPages(page, agentPaths)).toEqual([])
  })

  test('fit every width and have no axe violations for policyholders', async ({ page, book }) => {
    const { policyNo, ...insured } = await book.aPolicy()
    await openLink(page, await book.createPolicyLink(policyNo), insured)
    await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
    const paths = insuredPaths.map((path) => setPolicyNo(path, policyNo))
    expect(await checkPages(page, paths)).toEqual([])
  })

  test('fit every width and have no axe violations for staff with all roles', async ({ page }) => {
    const lists = await signInAsStaff(page, 'admin')
    expect(lists.length).toBeGreaterThan(20)
    expect(await checkPages(page, [...lists, ...backOfficeRecordPaths])).toEqual([])
  })

  for (const role of ['superuser', 'finance', 'commission', 'internal', 'readonly'])
    test(`fit every width and have no axe violations for the role ${role}`, async ({ page }) => {
      expect(await checkPages(page, await signInAsStaff(page, role))).toEqual([])
    })

  for (const [who, email] of [
    ['agents', 'agent@example.com'],
    ['staff', 'admin@example.com'],
  ] as const)
    test(`fit every width and have no axe violations while loading and after an error for ${who}`, async ({ page }) => {
      await restoreSignIn(page, email)
      expect(await checkLoadingStates(page, loadingPaths[who])).toEqual([])
      expect(await checkErrorStates(page, loadingPaths[who])).toEqual([])
    })

  test('fit every width and have no axe violations while loading and after an error for policyholders', async ({
    page,
    book,
  }) => {
    const { policyNo, ...insured } = await book.aPolicy()
    await openLink(page, await book.createPolicyLink(policyNo), insured)
    await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
    const paths = loadingPaths.policyholders.map((path) => setPolicyNo(path, policyNo))
    expect(await checkLoadingStates(page, paths)).toEqual([])
    expect(await checkErrorStates(page, paths)).toEqual([])
  })

  test('have no axe violations while a menu or the columns panel is open', async ({ page }) => {
    const problems: string[] = []
    await restoreSignIn(page, 'admin@example.com')
    await page.goto(getUrl('/policy/embed/RFL3000102'), { waitUntil: 'networkidle' })
    for (const menu of [page.getByRole('button', { name: 'More' }), page.getByRole('banner').getByRole('button')]) {
      await menu.click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
      problems.push(...(await checkAtAllWidths(page, 'a menu of the policy page')))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menuitem')).toHaveCount(0)
    }
    await page.goto(getUrl('/admin/policies'), { waitUntil: 'networkidle' })
    for (const name of ['Admin Keeper', 'Add filter']) {
      await page.getByRole('button', { name, exact: true }).click()
      // The navigation is a menu, too.
      const opened = page.locator('#menus').getByRole('menu')
      await expect(opened).toBeVisible()
      problems.push(...(await checkAtAllWidths(page, `the menu ${name}`)))
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    }
    expect(problems).toEqual([])
    // A phone does not show the panel.
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  })

  test('fit every width and have no axe violations in the API reference', async ({ page }) => {
    await page.goto(getUrl('/reference'))
    // The reference renders 300 operations, which takes longer than other pages.
    await expect(page.getByRole('heading', { name: 'Tideline API', level: 1 })).toBeVisible({ timeout: 60_000 })
    expect(await checkAtAllWidths(page, '/reference')).toEqual([])
  })
})
