import { expect, test } from '@playwright/test'
import { expectAccessible, fillCard, getUrl, signIn, signWithText } from '../support/user-actions.ts'

test('lets an agent type a signature and pay by card after accepting the fee [C007] [C037] [C040] [C042] [C043] [C103]', async ({
  page,
}) => {
  await signIn(page, 'agent@example.com')
  await expectAccessible(page)
  await page.goto(getUrl('/policy/embed/RFL3000101'))
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await expect(page.getByText('You are currently signing as the Agent')).toBeVisible()
  await expect(page.getByText('Please sign the following to complete your application.')).toBeVisible()
  await expectAccessible(page)
  await signWithText(page)

  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  await page.getByRole('radio', { name: /Credit card/ }).check()
  await fillCard(page)
  await expectAccessible(page)
  await page.getByText('Please choose your method of payment.').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Review card fee' }).click()
  const fee = page.getByLabel(/I understand the .* card fee/)
  await expect(fee).toBeVisible()
  await fee.check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('All your tasks are complete!')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Thank you for doing business with us!')).toBeVisible()
  await expect(
    page
      .getByRole('button', { name: 'View Policy' })
      .or(page.getByRole('link', { name: 'View Policy' }))
      .last(),
  ).toBeVisible()
})
