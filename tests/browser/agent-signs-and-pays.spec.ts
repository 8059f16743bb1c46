import { expect, type Page, test } from '@playwright/test'
import { at, expectAccessible, signIn, signWithText } from '../support/people.ts'

test('an agent signs by typed signature and pays by card with the fee acknowledged [C007] [C037] [C040] [C042] [C043] [C103]', async ({
  page,
}) => {
  await signIn(page, 'agent@example.com')
  await expectAccessible(page)
  await page.goto(at('/policy/embed/RFL3000101'))
  await page.getByRole('button', { name: 'Sign & Pay' }).click()
  await expect(page.getByText('You are currently signing as the Agent')).toBeVisible()
  await expect(page.getByText('Please sign the following to complete your application.')).toBeVisible()
  await expectAccessible(page)
  await signWithText(page)

  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  await page.getByRole('radio', { name: /Credit card/ }).check()
  await fillCard(page, '4242424242424242')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue to the fee' }).click()
  const fee = page.getByLabel(/I understand that paying by card costs a fee/)
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

async function fillCard(page: Page, number: string) {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: /expir/i }).fill('12/34')
  await page.getByRole('textbox', { name: /security code|cvc/i }).fill('123')
}
