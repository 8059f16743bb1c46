import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-fixtures.ts'
import { today } from '../support/today.ts'
import { expandSection, expectAccessible, getUrl, openLink, restoreSignIn, visit } from '../support/user-actions.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const headers = (page: Page, name: string) => section(page, name).locator('thead th').first().locator('xpath=..')

test('lists invoices with totals, the payer, and a link to pay [D057] [D058] [D059] [D114]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  const invoices = await expandSection(page, 'Invoices')
  await expect(headers(page, 'Invoices')).toHaveText('IDDatePremiumTotalActions')
  await expect(invoices.locator('tfoot')).toContainText('Total')
  await expect(invoices.locator('tfoot')).toContainText('$1,180.00')
  await expect(invoices.locator('tfoot')).toContainText('$1,319.76')
  await expect(invoices.getByText('Amount Due')).toBeVisible()
  await invoices.getByRole('button', { name: 'Pay' }).click()
  await expect(page).toHaveURL(/#paymentModalOpen$/)

  const paid = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await visit(page, `/policy/embed/${paid.policyNo}`)
  await expandSection(page, 'Invoices')
  await expect(invoices.getByText(/Paid by (Agent|Insured)/)).toBeVisible()
  await expect(invoices.getByRole('button', { name: 'Pay' })).toHaveCount(0)
})

test("lists the property's policy history in pages with links to each policy [D076] [D077] [D079] [D080] [D122] [D146]", async ({
  page,
  book,
}) => {
  const person = {
    ...{ first: 'Marina', last: 'Longtime', phone: '813-555-0142' },
    email: `longtime-${Date.now()}@example.com`,
  }
  const terms = []
  for (let year = 0; year < 12; year++)
    terms.push(
      await book.aPolicy({
        ...{ person, addr1: '77 Longtime Way', signed: 'both', payment: 'paid' },
        // Creates a future term, an active term, and earlier terms every half year, because Florida's tax rates start
        // in 2020.
        inception: addDays(today, year < 3 ? 20 - 365 * year : -350 - 180 * year),
      }),
    )
  const [newest, second] = terms
  if (!newest || !second) throw new Error('The terms were not made.')
  await openLink(page, await book.createPolicyLink(newest.policyNo), newest)
  await page.waitForURL(/policyholder\/(select|policies|payments)/)
  await visit(page, `/policyholder/policies/${newest.policyNo}`)
  const history = section(page, 'Policy History')
  await expect(history.getByText('12 policies')).toBeVisible()
  await expandSection(page, 'Policy History')
  await expect(headers(page, 'Policy History')).toHaveText('Policy TypePolicy NumberInception DatePremiumStatus')
  await expect(history.getByText('This property has 12 policy terms.')).toBeVisible()
  await expect(history.getByRole('status')).toHaveText('Showing 1 to 10 of 12 results')
  const first = history.locator('tbody tr').first()
  await expect(first).toContainText(newest.policyNo)
  await expect(first).toContainText('Future')
  await expect(history.locator('tbody tr').nth(1)).toContainText('Active')
  await expect(history.locator('tbody tr').nth(2)).toContainText('Expired')
  await expectAccessible(page)
  await history.getByRole('button', { name: 'Page 2' }).click()
  await expect(history.getByRole('status')).toHaveText('Showing 11 to 12 of 12 results')
  await expect(history.locator('tbody tr')).toHaveCount(2)
  await history.getByRole('button', { name: 'Page 1' }).click()
  await history.getByRole('link', { name: second.policyNo }).click()
  await expect(page).toHaveURL(getUrl(`/policyholder/policies/${second.policyNo}`))
})

test('shows the changes of single and grouped endorsements [D067] [D068] [D069] [D070] [D117] [D419]', async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('internal@example.com')
  // Opens the demo policy that has two endorsements bound together.
  await visit(page, '/policy/embed/RFL3000125')
  const transactions = await expandSection(page, 'Transactions')
  await expect(headers(page, 'Transactions')).toHaveText(
    'Post DateEffective DateDescriptionTotal PremiumUser DescriptionUser NameView',
  )
  await expect(page.locator('.transactions-grid')).toHaveCSS('max-height', '400px')
  await expect(transactions.getByRole('row', { name: /New Business/ })).toBeVisible()
  const grouped = transactions.getByRole('row', { name: /Grouped Endorsement/ })
  await grouped.getByRole('button', { name: 'View' }).click()
  const group = page.getByRole('dialog', { name: 'Grouped Endorsements for RFL3000125' })
  await expect(group.locator('thead tr')).toHaveText(
    'ViewPost DateEffective DateDescriptionTotal PremiumUser DescriptionUser Name',
  )
  await expect(group.locator('tbody tr')).toHaveCount(2)
  await expectAccessible(page)
  await group.getByRole('button', { name: 'View' }).last().click()
  const detail = page.getByRole('dialog', { name: 'Endorsement for RFL3000125', exact: true })
  await expect(detail.getByText('Effective Date')).toBeVisible()
  await expectAccessible(page)
  await detail.getByRole('button', { name: 'Back to group' }).click()
  await expect(group).toBeVisible()
})

test('shows an alert in the embedded policy viewer only in outdated browsers [P061]', async ({ page }) => {
  await restoreSignIn(page, 'agent@example.com')
  await page.goto(getUrl('/policy/embed/RFL3000102'))
  await expect(page.getByRole('heading', { name: 'RFL3000102' })).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'Please switch to a current browser' })
  await expect(alert).toHaveCount(0)
  // Simulates a browser without module support, which runs only the `nomodule` script and not the portal.
  await page.route('**/policy/embed/*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace(' nomodule', '')
      .replaceAll(/<script type="module"[^>]*><\/script>/g, '')
    await route.fulfill({ response, body })
  })
  await page.goto(getUrl('/policy/embed/RFL3000102'))
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toHaveCount(0)
})

test('prints the policy with its collapsed sections and documents, in dark text and without buttons (UI-44)', async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('agent@example.com')
  await visit(page, '/policy/embed/RFL3000102')
  await expect(page.getByRole('button', { name: 'Endorse', exact: true })).toBeVisible()
  await page.setViewportSize({ width: 816, height: 1056 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const name of ['Endorse', 'View Timeline', 'Proof of Insurance', 'Copy the policy number'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Sections of the policy' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'View' })).toHaveCount(0)
  await expect(page.getByText('Open classic view')).toBeHidden()
  await expect(section(page, 'Map').locator('.map svg').first()).toBeVisible()
  await expect(section(page, 'Map').getByRole('button', { name: /zoom/i })).toHaveCount(0)
  await expect(section(page, 'Policy Documents').getByText('Declarations page')).toBeVisible()
  await expect(section(page, 'Coverages').getByText('Deductible').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'RFL3000102' })).toHaveCSS('color', 'rgb(20, 33, 46)')
  const cutOff = await page
    .getByRole('table')
    .evaluateAll(
      (tables) =>
        tables.filter(({ clientWidth, parentElement }) => clientWidth > (parentElement?.clientWidth ?? 0)).length,
    )
  expect(cutOff).toBe(0)
})
