import { expect } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-fixtures.ts'
import { today } from '../support/today.ts'
import { expectAccessible, openLink, visit } from '../support/user-actions.ts'

const active = { signed: 'both', payment: 'paid', inception: addDays(today, -40) } as const
const lienholder = { name: 'Sample Savings Bank', reference: 'LN-000902' }

test('lets a policyholder request a mortgagee change with proof, which staff approve', { tag: '@nightly' }, async ({
  page,
  openSharedPage,
  book,
}) => {
  const insured = await book.aPolicy({ ...active, lienholder })
  const { policyNo } = insured
  await openLink(page, await book.createPolicyLink(policyNo), insured)
  await visit(page, `/policyholder/policies/${policyNo}`)
  const card = page.getByRole('region', { name: 'Mortgagee Changes' })
  await card.getByRole('link', { name: 'Request a Change' }).click()
  await page.getByLabel('Lender’s name').fill('Bay Sample Bank')
  await page.getByRole('textbox', { name: 'Loan number' }).fill('LN-552010')
  await page.getByLabel('Files to upload').setInputFiles({
    ...{ name: 'lender-letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nletter\n%%EOF\n') },
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(card.getByText('In review: Replace Sample Savings Bank with Bay Sample Bank')).toBeVisible()

  const office = await openSharedPage('internal@example.com')
  await visit(office, '/admin/mortgagee-changes')
  await office.getByRole('textbox', { name: 'Policy' }).fill(policyNo)
  // Waits until the list is filtered. Until then, its rows are replaced and a click would be lost.
  await expect(office.locator('tbody').getByRole('row')).toHaveCount(1)
  await office.getByRole('row', { name: new RegExp(policyNo) }).click()
  const [download] = await Promise.all([
    office.waitForEvent('download'),
    office.getByRole('button', { name: 'Download proof_1.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${policyNo}_proof_1.pdf`)
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Approve change' }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog.getByText('Policyholder, Agency')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve change' }).click()
  await expect(office.getByText('Mortgagee change approved')).toBeVisible()

  await page.reload()
  await expect(card.getByText(/^Approved: Replace Sample Savings Bank/)).toBeVisible()
  await page.getByRole('button', { name: 'Lienholder Info' }).click()
  await expect(page.getByRole('region', { name: 'Lienholder Info' }).getByText('Bay Sample Bank')).toBeVisible()
})
