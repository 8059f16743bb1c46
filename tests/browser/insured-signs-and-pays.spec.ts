import { expect, test } from '@playwright/test'
import { comeInAsInsured, expectAccessible, fillBank, signWithText } from '../support/people.ts'

test('an insured asks for a link, signs, pays by bank account and is done [C007] [C037] [C101] [P007]', async ({
  page,
}) => {
  await comeInAsInsured(page, {
    policyNo: 'RXS3000105',
    email: 'marina.sample@example.com',
    phone: '813-555-0142',
    zip: '33606',
  })
  await page.waitForURL('**/policyholder/welcome')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await expect(page.getByText('You are currently signing as the Insured')).toBeVisible()
  await signWithText(page)
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  await expectAccessible(page)
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('All your tasks are complete!')).toBeVisible({ timeout: 30_000 })
})
