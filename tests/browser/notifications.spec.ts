import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expectAccessible, visit } from '../support/user-actions.ts'

const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('shows an agent the notifications that the policyholder received', { tag: '@nightly' }, async ({
  openSharedPage,
  book,
}) => {
  const { policyNo, email } = await book.aPolicy()
  const page = await openSharedPage('agent@example.com')
  await visit(page, `/policy/embed/${policyNo}`)
  await choose(page, 'View Notifications')
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog.getByText('No notifications yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await choose(page, 'Resend Email Link')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(`Email successfully sent to ${email}!`, { exact: true })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await choose(page, 'View Notifications')
    await expect(dialog.getByRole('row', { name: new RegExp(email) })).toContainText('Sent', { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^View/ }).first().click()
  await expect(dialog.getByText('template policyholder-link, version 3')).toBeVisible()
  await expect(page.frameLocator('.notification-mail').getByText(policyNo).first()).toBeVisible()
})
