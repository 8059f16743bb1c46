import { expect } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import { expectAccessible, getUrl, openLink, placeSignatures, signWithText } from '../support/user-actions.ts'

test('lets a policyholder request a cancellation and sign the request [P009] [P086] [P087] [P175] [P176] [P177]', async ({
  page,
  book,
}) => {
  const insured = await book.aPolicy({ signed: 'agent' })
  await page.goto(getUrl('/policyholder/cancel-confirm'))
  await expect(page).toHaveURL(getUrl('/policyholder/generate'))
  const link = (await book.createPolicyLink(insured.policyNo)).replace('/authenticate/', '/cancel/')
  await openLink(page, link, insured)
  await expect(page).toHaveURL(getUrl('/policyholder/cancel-confirm'))
  await expect(page.getByText('You are currently signing as the Insured')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel Policy' })
  await expect(cancel).toHaveCount(0)
  await signWithText(page)
  await expect(cancel).toBeVisible()
  await expectAccessible(page)
  await cancel.click()
  await page.getByRole('dialog', { name: 'Policy Cancellation' }).getByRole('button', { name: 'Cancel Policy' }).click()
  await expect(page.getByText('This policy is currently pending cancellation.')).toBeVisible()
  // The policyholder's earlier consent applies on every device.
  await page.getByLabel('Use a text signature').check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await placeSignatures(page)
  await expect(page.getByText('Your agent still has to sign the cancellation.')).toBeVisible()
})

test('opens the policy from a cancel link if already signed and paid [P086]', async ({ page, book }) => {
  const insured = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await openLink(page, (await book.createPolicyLink(insured.policyNo)).replace('/authenticate/', '/cancel/'), insured)
  await expect(page).toHaveURL(getUrl(`/policyholder/policies/${insured.policyNo}`))
  await expect(page.getByRole('button', { name: 'Cancel Policy' })).toBeVisible()
})
