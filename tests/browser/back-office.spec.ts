import { expect, test } from '@playwright/test'
import { at, expectAccessible, picture, signInToBackOffice, tryBackOffice } from '../support/people.ts'

test('a superuser finds a policy by name, opens it and sees its sections', async ({ page }) => {
  await signInToBackOffice(page, 'superuser')
  await expect(page.getByRole('heading', { name: 'Welcome, Superuser Keeper' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Policies' }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await picture(page, 'back-office')
  await page.getByPlaceholder('Policy, insured or address').fill('RFL3000102')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByText('RFL3000102').click()
  await expect(page.getByRole('heading', { name: 'RFL3000102', exact: true })).toBeVisible()
  for (const section of ['Coverages', 'Payments', 'Policy Documents', 'Transactions'])
    await expect(page.getByRole('heading', { name: section })).toBeVisible()
  await expect(page.getByText('PAY-3000102-1')).toBeVisible()
  await expectAccessible(page)
})

test('the list sorts, pages and keeps both in its address', async ({ page }) => {
  await signInToBackOffice(page, 'superuser')
  await page.getByRole('menuitem', { name: 'Policies' }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await page.getByRole('button', { name: 'Sort by policy ascending' }).click()
  await expect(page).toHaveURL(/sort=policyNo/)
  const first = await page.getByRole('row').nth(1).textContent()
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '')
  await page.reload()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('the list is exported as the filters show it', async ({ page }) => {
  await signInToBackOffice(page, 'superuser')
  await page.goto(at('/admin/policies?filter=%7B%22q%22%3A%22RFL300010%22%7D&page=1&perPage=25'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^policies-\d{4}-\d{2}-\d{2}\.csv$/)
})

test('staff without the role see no list, and agents are sent to the portal', async ({ page }) => {
  await signInToBackOffice(page, 'internal')
  await expect(page.getByText('The list of policies is for superusers.')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Policies' })).toHaveCount(0)
  await page.evaluate(() => localStorage.clear())
  await tryBackOffice(page, 'agent')
  await expect(page.getByText('The back office is for staff.')).toBeVisible()
})
