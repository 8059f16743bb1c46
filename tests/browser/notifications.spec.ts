import { expect } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import { at, expectAccessible, signIn } from '../support/people.ts'

test('an agent reads what was written to the insured', async ({ page, book }) => {
  const { policyNo, email } = await book.aPolicy()
  await signIn(page, 'agent@example.com')
  await page.goto(at(`/policy/embed/${policyNo}`))
  await page.getByRole('button', { name: 'View Notifications' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog.getByText('No notifications yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Resend Email Link' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(`Email successfully sent to ${email}!`, { exact: true })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await page.getByRole('button', { name: 'View Notifications' }).click()
    await expect(dialog.getByRole('row', { name: new RegExp(email) })).toContainText('Sent', { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^View/ }).first().click()
  await expect(dialog.getByText('version 1')).toBeVisible()
  await expect(page.frameLocator('.notification-mail').getByText(policyNo).first()).toBeVisible()
})
