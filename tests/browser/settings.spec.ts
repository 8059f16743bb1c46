import { expect } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expectAccessible, visit } from '../support/user-actions.ts'

test('lets a superuser lower a limit alone, but requires approval to restore the default', { tag: '@nightly' }, async ({
  openSharedPage,
}) => {
  const page = await openSharedPage('superuser')
  await visit(page, '/admin/settings')
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
  const changes = page.getByRole('table', { name: 'Changes' })
  await expect(changes).toContainText('25,00020,000')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore default' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/This change requires approval by a second person/).first()).toBeVisible()

  const second = await openSharedPage('admin')
  await visit(second, '/admin/approvals')
  await second.getByRole('row', { name: /review of refunds above/i }).click()
  await expect(second.getByRole('table', { name: 'Requested change' })).toContainText('20,00025,000')
  await expectAccessible(second)
  await second.getByRole('button', { name: 'Approve change' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve change' }).click()
  await expect(second.getByText('Change approved and applied')).toBeVisible()
  await visit(second, '/admin/settings')
  await second.getByRole('textbox', { name: 'Name or description' }).fill('refund')
  await expect(second.getByRole('row', { name: /refunds\.reviewAbove/ })).toContainText('25,000')
})
