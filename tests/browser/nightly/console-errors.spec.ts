import { expect, type Page } from '@playwright/test'
import addresses from '../../../portal-web/public/addresses.json' with { type: 'json' }
import { test } from '../../support/browser-fixtures.ts'
import { getUrl, openLink, signIn, signInToBackOffice } from '../../support/user-actions.ts'

/** Values for the path parameters. Other tests cover unknown records. */
const samples: Record<string, string> = {
  policyNo: 'RFL3000102',
  quoteNumber: 'Q9100000',
  agentNo: '100100',
  agencyNo: '100100',
  parentId: '100100',
}
const isSample = (address: string) => (address.match(/(?<=:)\w+(?!\w*\?)/g) ?? []).every((name) => name in samples)

/** Fills in the required path parameters and removes the optional ones. */
const fillPath = (address: string) =>
  address.replace(/\/:\w+\?/g, '').replace(/:(\w+)/g, (_, name: string) => samples[name] ?? name)

const all = addresses.filter(isSample).map(fillPath)
const ofInsureds = all.filter((address) => /^\/policyholder\/(?!generate|new|authenticate|cancel$)/.test(address))
const ofAgents = all.filter((address) => !ofInsureds.includes(address))

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
    await visitPages(page, ofAgents)
    await visitPages(page, ['/mailbox'])
    expect(ofAgents.length).toBeGreaterThan(20)
    expect(reason.filter((one) => !isExpectedError(one))).toEqual([])
  })

  test('shows no errors on policyholder pages', async ({ page, book }) => {
    const reason = collectConsoleErrors(page)
    const { policyNo, ...insured } = await book.aPolicy()
    await openLink(page, await book.createPolicyLink(policyNo), insured)
    await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
    await visitPages(
      page,
      ofInsureds.map((path) => path.replace('RFL3000102', policyNo)),
    )
    expect(ofInsureds.length).toBeGreaterThan(8)
    expect(reason.filter((one) => !isExpectedError(one))).toEqual([])
  })

  test('shows no errors on back-office pages, including forms for new records', async ({ page }) => {
    const reason = collectConsoleErrors(page)
    await signInToBackOffice(page, 'admin')
    const links = page.getByRole('menu').filter({ hasText: 'Profile' }).getByRole('menuitem')
    const lists = await links.evaluateAll((items) => items.map((item) => item.getAttribute('href') ?? ''))
    expect(lists.length).toBeGreaterThan(16)
    const creatable = ['overrides', 'moratoriums', 'cardFees', 'agencies', 'accounts', 'apiKeys', 'webhookEndpoints']
    await visitPages(page, [
      ...lists,
      ...creatable.map((name) => `/admin/${name}/create`),
      ...['overdue', 'disputes', 'stripe'].map((name) => `/admin/billing/payments/${name}`),
      '/admin/policies/RFL3000102',
      '/admin/billing/policies/RFL3000132',
      '/admin/overrides/100100',
      '/admin/agencies/100100',
      '/admin/agencies/100100/show',
      '/admin/settings/flags',
      '/admin/settings/brand',
    ])
    expect(reason).toEqual([])
  })
})
