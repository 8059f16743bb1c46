import { expect } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expectAccessible, getUrl, signInToBackOffice } from '../support/user-actions.ts'

test('lets a superuser lower a limit alone, but not restore the default without a second approval', async ({
  page,
}) => {
  await signInToBackOffice(page, 'superuser')
  await page.goto(getUrl('/admin/settings'))
  await page.getByRole('textbox', { name: 'Name or description' }).fill('refund')
  const row = page.getByRole('row', { name: /refunds\.reviewAbove/ })
  await expect(page.getByText('1-1 of 1')).toBeVisible()
  await expect(row).toContainText('25,000')
  await expectAccessible(page)
  await row.click()

  const value = page.getByRole('textbox', { name: 'Value' })
  await expect(value).toHaveValue('25000')
  await expect(page.getByText('Never changed.')).toBeVisible()
  await value.fill('much')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/refunds\.reviewAbove must be an amount in dollars/).first()).toBeVisible()
  await expect(value).toHaveValue('much')
  await value.fill('20,000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /refunds\.reviewAbove/ })).toContainText('20,000')

  await page.getByRole('row', { name: /refunds\.reviewAbove/ }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes).toContainText('25,00020,000')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the default' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/This change requires approval by a second person/).first()).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await signInToBackOffice(page, 'admin')
  await page.goto(getUrl('/admin/approvals'))
  await page.getByRole('row', { name: /refunds\.reviewAbove/ }).click()
  await expect(page.getByRole('region', { name: 'Requested change' })).toContainText('2000025000')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve change' }).click()
  await expect(page.getByText('Change approved and applied')).toBeVisible()
  await page.goto(getUrl('/admin/settings'))
  await page.getByRole('textbox', { name: 'Name or description' }).fill('refund')
  await expect(page.getByRole('row', { name: /refunds\.reviewAbove/ })).toContainText('25,000')
})
