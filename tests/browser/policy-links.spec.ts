import { expect } from '@playwright/test'
import { test } from '../support/browser-fixtures.ts'
import {
  consent,
  expectAccessible,
  getCodeFromMailbox,
  getUrl,
  openLink,
  placeSignatures,
  visit,
} from '../support/user-actions.ts'

test('reports an expired link in a dialog that offers only a new link [P358] [P359] [P360]', async ({ page, book }) => {
  const { policyNo } = await book.aPolicy()
  await page.goto(await book.createPolicyLink(policyNo, { expired: true }))
  const errorDialog = page.getByRole('dialog', { name: 'ERROR' })
  await expect(errorDialog).toContainText('The link has expired. Please click here to generate a new one.')
  await expectAccessible(page)
  await expect(errorDialog.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(errorDialog).toBeVisible()
  await errorDialog.getByRole('link', { name: 'here' }).click()
  await expect(page).toHaveURL(getUrl('/policyholder/generate'))
})

test('opens a policy link only with the correct phone and ZIP code [P008]', async ({ page, book }) => {
  const insured = await book.aPolicy()
  const link = await book.createPolicyLink(insured.policyNo)
  await openLink(page, link, { ...insured, zip: '33607' })
  await expect(page.getByRole('alert').filter({ hasText: 'ERROR' })).toBeVisible()
  await expect(page.getByText('Bayshore')).toHaveCount(0)
  await expect(page.getByText(insured.policyNo)).toHaveCount(0)
  await openLink(page, link, { ...insured, phone: '813-555-0199' })
  await expect(page.getByRole('alert').filter({ hasText: 'ERROR' })).toBeVisible()
  await expect(page.getByText('Bayshore')).toHaveCount(0)
  await openLink(page, link, insured)
  await expect(page).toHaveURL(getUrl('/policyholder/welcome'))
})

test('validates the link request before sending it [P209] [P211]', async ({ page }) => {
  await page.goto(getUrl('/policyholder/generate'))
  const identity = page.getByLabel('Email or policy number')
  await identity.fill('RFL300010')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please use a valid email or policy number')).toBeVisible()
  await identity.fill('marina.sample@example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please use a valid email or policy number')).toBeVisible()
  await identity.fill('marina.sample@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  const phone = page.getByLabel('Phone')
  await phone.pressSequentially('8135550142')
  await expect(phone).toHaveValue('813-555-0142')
  await expectAccessible(page)
})

test('opens the link request for a used link and explains that links work once', async ({ page, book }) => {
  const insured = await book.aPolicy()
  const link = await book.createPolicyLink(insured.policyNo)
  await openLink(page, link, insured)
  await expect(page).toHaveURL(getUrl('/policyholder/welcome'))
  await page.goto(link)
  await expect(page).toHaveURL(getUrl('/policyholder/generate?residential=1&used=1'))
  await expect(page.getByText('For your security, each link works once. Request a new one here.')).toBeVisible()
  await expect(page.getByLabel('Email or policy number')).toBeVisible()
  await expectAccessible(page)
})

test('requires an emailed code to sign with a policy link that others may have seen', { tag: '@nightly' }, async ({
  page,
  book,
}) => {
  const insured = await book.aPolicy()
  await openLink(page, await book.createPolicyLink(insured.policyNo, { seen: true }), insured)
  await page.getByRole('link', { name: 'Continue to signing' }).click()
  await consent(page)
  const step = page.getByRole('form', { name: 'Confirm it’s you' })
  await expectAccessible(page)
  await step.getByRole('button', { name: 'Email me a code' }).click()
  const field = step.getByLabel('Code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(step.getByText('Six digits, sent to m•••@example.com.')).toBeVisible()
  await expect(step.getByRole('button', { name: 'Send another code' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  const code = await getCodeFromMailbox(page, insured.email, insured.policyNo)
  await field.fill('12')
  await step.getByRole('button', { name: 'Confirm' }).click()
  await expect(step.getByText('Please enter the six digits from our email.')).toBeVisible()
  await field.fill(code === '000000' ? '111111' : '000000')
  await step.getByRole('button', { name: 'Confirm' }).click()
  await expect(step.getByText('This code is incorrect; 4 tries are left.')).toBeVisible()
  await field.fill(code)
  await step.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('Use a text signature').check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await placeSignatures(page)
  await expect(page.getByText('Please choose your method of payment.')).toBeVisible()
  expect(await book.countSignedFields(insured.policyNo, 2)).toBeGreaterThan(0)
})

test('requires an emailed code to cancel with a policy link that others may have seen', async ({ page, book }) => {
  const insured = await book.aPolicy({ signed: 'both' })
  await openLink(page, await book.createPolicyLink(insured.policyNo, { seen: true, purpose: 'cancel' }), insured)
  await page.getByRole('button', { name: 'Cancel Policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Policy Cancellation' })
  await dialog.getByRole('button', { name: 'Cancel Policy' }).click()
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await expect(dialog.getByLabel('Code')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Code').fill(await getCodeFromMailbox(page, insured.email, insured.policyNo))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This policy is currently pending cancellation.')).toBeVisible()
})

test('lets a lender view the proof of insurance until the policyholder revokes the link', async ({
  browser,
  page,
  book,
}) => {
  const insured = await book.aPolicy()
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await visit(page, `/policyholder/policies/${insured.policyNo}`)
  await page.getByRole('button', { name: 'Proof of Insurance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proof of insurance' })
  await expect(dialog.getByText('No links yet')).toBeVisible()
  await dialog.getByLabel('Recipient').fill('Gulf Sample Bank')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('New link').inputValue()

  // The lender has no account.
  const lender = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const response = await lender.goto(link)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await expect(lender.getByText(insured.policyNo)).toBeVisible()
  await expect(lender.getByText('Marina Traveler')).toBeVisible()
  for (const hidden of [insured.email, insured.phone]) await expect(lender.getByText(hidden)).toHaveCount(0)
  await expectAccessible(lender)

  await page.reload()
  await page.getByRole('button', { name: 'Proof of Insurance' }).click()
  await expect(dialog.getByText('Opened 1 time')).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke link for Gulf Sample Bank' }).click()
  await page.getByRole('button', { name: 'Revoke link', exact: true }).click()
  await expect(page.getByText('Link revoked.').first()).toBeVisible()
  await lender.reload()
  await expect(lender.getByText('This link no longer works')).toBeVisible()
  await lender.context().close()
})

test('lets a policyholder change their email with the code from the new address', async ({ page, book }) => {
  const insured = await book.aPolicy()
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await visit(page, `/policyholder/policies/${insured.policyNo}`)
  await page.getByRole('button', { name: 'Insured Contact Information' }).click()
  const button = page.getByRole('button', { name: 'Change email' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Change your email' })
  const email = `moved-${insured.policyNo.toLowerCase()}@example.com`
  await dialog.getByLabel('New email').fill(email)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByLabel('Code')).toBeVisible()
  await expectAccessible(page)
  const { policyNo } = insured
  await dialog
    .getByLabel('Code')
    .fill(await getCodeFromMailbox(page, email, policyNo, 'Confirm your new email address'))
  await dialog.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Email address changed.').first()).toBeVisible()
  await expect(page.getByText(email).first()).toBeVisible()
})
