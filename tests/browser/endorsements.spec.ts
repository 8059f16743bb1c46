import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-fixtures.ts'
import { today } from '../support/today.ts'
import { expandSection, expectAccessible, getUrl, visit } from '../support/user-actions.ts'

const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const price = (page: Page) => page.getByRole('region', { name: 'Price for the term' })

test('lets staff increase a coverage limit, add a lienholder, see the price, and bind [D184] [D282]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await press(page, 'Endorse')
  await expect(page).toHaveURL(/\/endorsements\/Q\d+$/)
  await expect(page.getByRole('link', { name: policyNo })).toBeVisible()
  const bind = page.getByRole('button', { name: 'Bind', exact: true })
  const save = page.getByRole('button', { name: 'Save and Price' })
  await expect(bind).toHaveCount(0)
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)

  await page.getByLabel('Coverage A').fill('300000')
  await press(page, 'Add a lienholder')
  await save.click()
  await expect(page.getByText('Please fill out the missing fields.').first()).toBeVisible()
  const lender = page.getByRole('group', { name: 'Lienholder 1' })
  // The error summary receives the focus and links to each field.
  const summary = page.getByRole('alert').filter({ hasText: 'Please check what you entered' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Lienholder 1, city: Please fill out the missing fields.' }).click()
  await expect(lender.getByLabel('City')).toBeFocused()
  await lender.getByLabel('Name').fill('Sample Savings Bank')
  await lender.getByLabel('Address', { exact: true }).fill('1 Lender Way')
  await lender.getByLabel('City').fill('Tampa')
  await lender.getByLabel('Zip').fill('33602')
  await lender.getByLabel('Loan number').fill('4471')
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText('The quote was saved and priced.').first()).toBeVisible()
  await expect(price(page)).not.toContainText('$1,319.76')
  // The endorsement cannot be bound until the latest input is saved.
  await page.getByLabel('Deductible').fill('5000')
  await expect(bind).toHaveCount(0)
  await save.click()
  await expect(save).toHaveCount(0)
  await bind.click()
  const sure = page.getByRole('dialog', { name: 'Bind endorsement?' })
  await expect(sure).toContainText(/is due|will be refunded/)
  await expectAccessible(page)
  await sure.getByRole('button', { name: 'Bind' }).click()
  await expect(page.getByText('The endorsement was bound.').first()).toBeVisible()
  await expect(page).toHaveURL(getUrl(`/policy/embed/${policyNo}`))
  const coverages = await expandSection(page, 'Coverages')
  await expect(coverages.getByRole('row', { name: /A Building Property/ })).toContainText('$300,000')
  const lienholders = await expandSection(page, 'Lienholder Info')
  await expect(lienholders.getByText('Sample Savings Bank')).toBeVisible()
  const transactions = await expandSection(page, 'Transactions')
  await expect(transactions.getByRole('row', { name: /Endorsement/ })).toBeVisible()
})

test('does not overwrite a quote saved by another user, and locks a bound quote', { tag: '@nightly' }, async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await press(page, 'Endorse')
  await page.waitForURL(/\/endorsements\//)
  const elsewhere = await page.context().newPage()
  for (const [one, limit] of [
    [page, '300000'],
    [elsewhere, '310000'],
  ] as const) {
    await one.bringToFront()
    await one.goto(page.url())
    await one.getByLabel('Coverage A').fill(limit)
  }
  await press(elsewhere, 'Save and Price')
  await expect(elsewhere.getByText('The quote was saved and priced.').first()).toBeVisible()
  await page.bringToFront()
  await press(page, 'Save and Price')
  await expect(price(page).getByRole('alert')).toBeVisible()
  await elsewhere.bringToFront()
  await press(elsewhere, 'Bind')
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Bind' }).click()
  await expect(elsewhere.getByText('The endorsement was bound.').first()).toBeVisible()
  await page.bringToFront()
  await page.reload()
  await expect(page.getByText('This quote is bound and can no longer be changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save and Price' })).toHaveCount(0)
})

test('lets staff open an internal endorsement of a selected type and date in a new tab [D182] [D256] [D285] [D326]', async ({
  openSharedPage,
  book,
}) => {
  const inception = addDays(today, -40)
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception })
  const page = await openSharedPage('internal@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await press(page, 'Internal Endorse')
  await press(page, 'Out of Sequence Endorsement (EBO)')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`on or after the policy effective date, ${us(inception)}, and earlier than`)
  const date = dialog.getByLabel('Effective date')
  await expect(date).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await press(page, 'Mandatory Endorsement (EBM)')
  await expect(date).toHaveValue(inception)
  await expect(date).toHaveAttribute('min', inception)
  await date.fill('')
  await expect(date).toHaveValue(inception)
  await date.fill(addDays(today, 400))
  await expect(dialog.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await date.fill(addDays(today, -10))
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const tab = await opened
  await tab.waitForURL(/\/endorsements\/Q\d+\?type=ebm$/)
  await expect(tab.getByRole('heading', { name: 'Mandatory Endorsement' })).toBeVisible()
  await expect(tab.getByText(`effective ${us(addDays(today, -10))}`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('fits the endorsement dialog and the quote editor on a phone screen', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('internal@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/policy/embed/${policyNo}`)
  await press(page, 'Internal Endorse')
  const box = await page.getByRole('dialog').boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await press(page, 'Endorse')
  await press(page, 'Add a lienholder')
  const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(over).toBeLessThanOrEqual(0)
})

test('hides the endorsement buttons from read-only users', async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid', inception: addDays(today, -40) })
  const page = await openSharedPage('readonly@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible()
  for (const name of ['Endorse', 'Internal Endorse'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
})
