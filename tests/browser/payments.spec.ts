import { expect, type Page } from '@playwright/test'
import { test } from '../support/browser-book.ts'
import { acknowledgeFeeAndPay, at, expectDone, fillBank, fillCard, signIn } from '../support/people.ts'

const big = { grossCents: 512_300, tax: { premiumCents: 25_678, stampingCents: 312, emergencyCents: 200 } }

const method = (page: Page, name: RegExp) => page.getByRole('radio', { name })

/** The agent's payment step of a policy. */
async function openPayment(page: Page, policyNo: string) {
  await page.goto(at(`/policy/embed/${policyNo}#paymentModalOpen`))
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible()
}

test.beforeEach(async ({ page }) => signIn(page, 'agent@example.com'))

test('a declined card says why, and another card pays once [C217]', async ({ page, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  await method(page, /Credit card/).check()
  await fillCard(page, '4000000000000002')
  await acknowledgeFeeAndPay(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await fillCard(page)
  await acknowledgeFeeAndPay(page)
  await expectDone(page)
  expect((await book.paymentsOf(policyNo)).filter(({ status }) => status === 'paid')).toHaveLength(1)
})

test('a bank account that fails validation can be corrected, and is charged once [C102] [C214]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  await fillBank(page, { account: '000666666661' })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(
    page.getByText('This payment method has failed validation, please check the account and routing number provided.'),
  ).toBeVisible()
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expectDone(page)
  expect(await book.paymentsOf(policyNo)).toHaveLength(1)
})

test('two quick clicks on Pay charge once', async ({ page, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).dblclick()
  await expectDone(page)
  const payments = await book.paymentsOf(policyNo)
  expect(payments.map(({ cents }) => cents)).toEqual([131_775])
})

test('residential flood above $5,000 is not paid by card, but by every other method [C213] [C239] [C240]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', ...big })
  await openPayment(page, policyNo)
  await method(page, /Credit card/).check()
  await expect(
    page.getByText(
      'We no longer support credit card payments on total charges over $5,000. Please consider another option of payment such as check or ACH payment.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveCount(0)
  for (const other of [/Bank account/, /Mortgage lienholder/, /Check by mail/])
    await expect(method(page, other)).toBeEnabled()

  const commercial = await book.aPolicy({ productId: 2, signed: 'both', ...big })
  await openPayment(page, commercial.policyNo)
  await method(page, /Credit card/).check()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
})

test('the payment step opens with the method that fits the policy [C095] [C096] [C097]', async ({ page, book }) => {
  const earthquake = await book.aPolicy({ productId: 4, monthly: true, signed: 'both' })
  await openPayment(page, earthquake.policyNo)
  await expect(method(page, /Credit card/)).toBeChecked()
  const mortgaged = await book.aPolicy({
    signed: 'both',
    billInitially: 'Mortgage lienholder',
    lienholder: { name: 'Sample Savings Bank', reference: 'LN-000900' },
  })
  await openPayment(page, mortgaged.policyNo)
  await expect(method(page, /Mortgage lienholder/)).toBeChecked()
  const other = await book.aPolicy({ signed: 'both' })
  await openPayment(page, other.policyNo)
  await expect(method(page, /Bank account/)).toBeChecked()
})

test('a paid policy offers no way to pay again [C041]', async ({ page, book }) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await openPayment(page, policyNo)
  await expect(page.getByText('You have already paid for this policy')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})
