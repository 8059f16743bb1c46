import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expandSection, getUrl, visit } from '../support/user-actions.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Opens a dialog on the policy page, checks that it is visible, and closes it without changes. */
async function openAndCloseDialog(page: Page, button: string | RegExp, name: string | RegExp) {
  await page.getByRole('button', { name: button }).first().click()
  await expect(dialog(page, name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, name)).toHaveCount(0)
}

test('shows staff all sections of a policy and the dialogs of its actions [D001]', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const earthquake = await book.aPolicy({ productId: 4 })
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  for (const part of [
    ...['Overview', 'Current Status', 'Policy History', 'Invoices', 'Payments', 'Policy Documents', 'Claims'],
    ...['Coverages', 'Transactions'],
  ])
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible()
  await openAndCloseDialog(page, 'Cancel Policy', /Cancel/)
  await expandSection(page, 'Overview')
  await openAndCloseDialog(page, 'Change the inception date', /Inception Date/)
  await openAndCloseDialog(page, 'Report a Claim', /Claim/)
  await openAndCloseDialog(page, 'Add Document', /document/i)
  await expandSection(page, 'Payments')
  await openAndCloseDialog(page, /^Transfer payment/, /Transfer/)
  await openAndCloseDialog(page, 'View Timeline', /Timeline/)
  await openAndCloseDialog(page, 'Internal Endorse', /Endorse/)
  // The page shows only this policy.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByText(policyNo).first()).toBeVisible()
  await expect(page.getByText(earthquake.policyNo)).toHaveCount(0)
  await visit(page, `/policy/embed/${earthquake.policyNo}`)
  await openAndCloseDialog(page, 'Non-Renew', 'Confirm Non-Renewal')
  // Uses an active policy, because the agency can be changed only on active policies.
  await visit(page, '/policy/embed/RFL3000136')
  await openAndCloseDialog(page, 'Change the agency', 'Change Agency')
})

const publicParts = [
  ['/splash', /^Flood and earthquake cover/],
  ['/policyholder/generate', /link/i],
  ['/login', 'Log in'],
  ['/widgets', 'Log in'],
] as const

test('provides all portal areas, from policyholder pages to billing [P003]', async ({ page, openSharedPage }) => {
  await page.goto(getUrl('/splash'))
  for (const [path, heading] of publicParts) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
  await page.goto(getUrl('/agent/policylogin/not-a-token'))
  await page.waitForURL(/\/(login|unauthorized|error)/)
  const agent = await openSharedPage('agent@example.com')
  for (const [path, heading] of [
    ['/dashboard', /^Welcome/],
    ['/policies', /polic/i],
    ['/profile/agents/100100', 'Harborview Insurance Group'],
    ['/widgets', 'Quote widgets'],
    ['/policy/embed/RFL3000136', /Demo/],
  ] as const) {
    await visit(agent, path)
    await expect(agent.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
  await expect(agent.getByRole('region', { name: 'Claims', exact: true })).toBeVisible()
})

test('provides all back-office areas, from administration to moratoriums [P003]', async ({ openSharedPage }) => {
  const page = await openSharedPage('admin')
  for (const area of [
    'Policies',
    'Commissions',
    'Commission Overrides',
    'Moratoriums',
    'Billing: Payments',
    'Agencies',
  ]) {
    await page.getByRole('menuitem', { name: area, exact: true }).click()
    await expect(page.getByRole('table').first()).toBeVisible()
  }
})

test("lets an agent sign, pay, upload and report claims only for the agency's policies [P005]", async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy()
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await openAndCloseDialog(page, 'Add Document', /document/i)
  await openAndCloseDialog(page, 'Report a Claim', /Claim/)
  await expect(page.getByRole('button', { name: 'Document Signing' })).toBeEnabled()
  await page.getByRole('button', { name: 'Payment', exact: true }).click()
  await expect(page).toHaveURL(/#paymentModalOpen$/)
  await visit(page, '/widgets')
  await expect(page.getByRole('button', { name: 'New registration' })).toBeEnabled()
  // The agent cannot see a policy of another agency.
  await visit(page, '/policy/embed/RCB3001290')
  await expect(page.getByText('We can’t find that policy.')).toBeVisible()
})
