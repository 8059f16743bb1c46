import { expect, type Page } from '@playwright/test'
import {
  agentPaths,
  backOfficeRecordPaths,
  getBackOfficeListPaths,
  insuredPaths,
  setPolicyNo,
} from '../../support/all-pages.ts'
import { test } from '../../support/browser-fixtures.ts'
import { getUrl, openLink, signIn, signInToBackOffice } from '../../support/user-actions.ts'

/** Collects console warnings and errors, each with its page and source file. */
function collectConsoleErrors(page: Page) {
  const reason: string[] = []
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    reason.push(`${new URL(page.url()).pathname} ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', ({ message }) => reason.push(`${new URL(page.url()).pathname} ${message}`))
  return reason
}

async function visitPages(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(getUrl(path), { waitUntil: 'networkidle' })
    await expect(page.locator('h1, h2, [role="dialog"]').first(), path).toBeAttached()
  }
}

/**
 * Checks whether an error is expected. Browsers log every error response, and paths without a valid token or page
 * return one.
 */
const isExpectedError = (reason: string) =>
  /^\/(?:404|agent\/\S*|policyholder\/\S*) Failed to load resource: .* 40[14]/.test(reason)

test.describe('browser console of all pages', () => {
  test.slow()

  test('shows no errors on public and agent pages', async ({ page }) => {
    const reason = collectConsoleErrors(page)
    await signIn(page, 'agent@example.com')
    await visitPages(page, agentPaths)
    await visitPages(page, ['/mailbox'])
    expect(agentPaths.length).toBeGreaterThan(20)
    expect(reason.filter((one) => !isExpectedError(one))).toEqual([])
  })

  test('shows no errors on policyholder pages', async ({ page, book }) => {
    const reason = collectConsoleErrors(page)
    const { policyNo, ...insured } = await book.aPolicy()
    await openLink(page, await book.createPolicyLink(policyNo), insured)
    await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
    await visitPages(
      page,
      insuredPaths.map((path) => setPolicyNo(path, policyNo)),
    )
    expect(insuredPaths.length).toBeGreaterThan(8)
    expect(reason.filter((one) => !isExpectedError(one))).toEqual([])
  })

  test('shows no errors on back-office pages, including forms for new records', async ({ page }) => {
    const reason = collectConsoleErrors(page)
    await signInToBackOffice(page, 'admin')
    const lists = await getBackOfficeListPaths(page)
    expect(lists.length).toBeGreaterThan(16)
    await visitPages(page, [...lists, ...backOfficeRecordPaths])
    expect(reason).toEqual([])
  })
})
