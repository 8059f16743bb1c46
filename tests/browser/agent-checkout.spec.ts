import { expect } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expandSection, expectAccessible, expectDone, fillCard, signIn, signWithText } from '../support/user-actions.ts'

test('lets an agent log in, find a policy, type a signature and pay by card with a fee [C003] [C040] [C042] [C043] [C103]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ lienholder: { name: 'Sample Savings Bank', reference: 'LN-1' } })
  await signIn(page, 'agent@example.com')
  await page.getByLabel('Policy, name or address').fill(policyNo)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: policyNo })).toBeVisible()
  const lienholders = await expandSection(page, 'Lienholder Info')
  await expect(lienholders.getByText('Sample Savings Bank')).toBeVisible()
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await expect(page.getByText('You are currently signing as the Agent')).toBeVisible()
  await expect(page.getByText('Please sign the following to complete your application.')).toBeVisible()
  await signWithText(page)

  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  for (const name of [/Bank account/, /Credit card/, /Mortgage lienholder/, /Check by mail/, /Apply check/])
    await expect(page.getByRole('radio', { name })).toBeVisible()
  await page.getByRole('radio', { name: /Credit card/ }).check()
  await fillCard(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Review card fee' }).click()
  const fee = page.getByLabel(/I understand the .* card fee/)
  await expect(fee).toBeVisible()
  await fee.check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expectDone(page)
  await expect(page.getByText('Thank you for doing business with us!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'View Policy' }).last()).toBeVisible()
})
