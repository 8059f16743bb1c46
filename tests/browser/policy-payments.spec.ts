import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-fixtures.ts'
import { getCalls, getSentBodies, recordCalls } from '../support/record-requests.ts'
import { today } from '../support/today.ts'
import { expandSection, expectAccessible, fillBank, fillCard, restoreSignIn, visit } from '../support/user-actions.ts'

const payments = (page: Page) => page.getByRole('table', { name: 'Payments', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Transfer Payment' })

async function openPolicy(page: Page, policyNo: string) {
  await visit(page, `/policy/embed/${policyNo}`)
  await expect(page.getByRole('heading', { name: policyNo })).toBeVisible()
  await expandSection(page, 'Payments')
}

/** Opens the transfer dialog for the policy's only payment. */
const openTransfer = (page: Page) =>
  payments(page)
    .getByRole('button', { name: /^Transfer payment/ })
    .click()

test('lets staff transfer a payment once after recipient and amount checks [C115] [C147] [D190]', async ({
  openSharedPage,
  book,
}) => {
  const from = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const to = await book.aPolicy({ addr1: '7 Recipient Demo Way' })
  const page = await openSharedPage('internal@example.com')
  await recordCalls(page)
  await openPolicy(page, from.policyNo)
  await openTransfer(page)
  const form = dialog(page)
  await expect(form.getByText(from.policyNo)).toBeVisible()
  await expect(form.getByText('$1,319.76')).toBeVisible()
  await expectAccessible(page)
  const transfer = form.getByRole('button', { name: 'Transfer', exact: true })
  const amount = form.getByLabel('Amount', { exact: true })
  const recipient = form.getByLabel('Recipient policy number')
  await expect(transfer).toHaveAttribute('aria-disabled', 'true')
  await amount.fill('5')
  await expect(transfer).toHaveAttribute('aria-disabled', 'true')
  await recipient.pressSequentially(to.policyNo, { delay: 20 })
  await expect(amount).toHaveValue('5.00')
  await expect(form.getByText('7 Recipient Demo Way, Tampa, FL 33606')).toBeVisible()
  const lookups = (await getCalls(page)).filter(({ url }) => url.includes(`/${to.policyNo}/policytransactions`))
  expect(lookups).toHaveLength(1)
  await amount.fill('0')
  await expect(transfer).toHaveAttribute('aria-disabled', 'true')
  await amount.fill('1319.77')
  await expect(transfer).toHaveAttribute('aria-disabled', 'true')
  await amount.fill('300')
  await expect(transfer).not.toHaveAttribute('aria-disabled', 'true')
  const held = Promise.withResolvers<void>()
  await page.route('**/moveto/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await transfer.click()
  await expect(form.getByRole('button', { name: 'Transferring…' })).toHaveAttribute('aria-disabled', 'true')
  await form.getByRole('button', { name: 'Transferring…' }).click({ force: true })
  held.resolve()
  await expect(page.getByText('Transfer has been applied successfully!', { exact: true })).toBeVisible()
  await expect(payments(page).getByRole('row', { name: /-\$300\.00/ })).toBeVisible()
  expect((await book.getPayments(to.policyNo)).map(({ cents }) => cents)).toEqual([30_000])
  await openTransfer(page)
  await expect(dialog(page).getByLabel('Amount', { exact: true })).toHaveValue('')
  await expect(dialog(page).getByLabel('Recipient policy number')).toHaveValue('')
  await expect(dialog(page).getByText('7 Recipient Demo Way')).toHaveCount(0)
  await expect(dialog(page).getByText('$1,019.76')).toBeVisible()
})

test('shows a transferred payment in the timelines of both policies [C200] [C201] [D335] [D336]', async ({
  openSharedPage,
  book,
}) => {
  const from = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const to = await book.aPolicy()
  const page = await openSharedPage('internal@example.com')
  await openPolicy(page, from.policyNo)
  await openTransfer(page)
  await dialog(page).getByLabel('Amount', { exact: true }).fill('300')
  await dialog(page).getByLabel('Recipient policy number').fill(to.policyNo)
  await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByText('Transfer has been applied successfully!', { exact: true })).toBeVisible()
  for (const [policy, sentence] of [
    [from, `Payment has been transferred to ${to.policyNo}`],
    [to, `Payment has been transferred from ${from.policyNo}`],
  ] as const) {
    await openPolicy(page, policy.policyNo)
    await page.getByRole('button', { name: 'View Timeline' }).click()
    await expect(page.getByRole('dialog').getByText(sentence, { exact: true })).toBeVisible()
  }
})

test('shows an error for a payment that was already transferred [C112] [C224] [C226]', async ({
  page,
  context,
  book,
}) => {
  const from = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const to = await book.aPolicy()
  await restoreSignIn(page, 'internal@example.com')
  await openPolicy(page, from.policyNo)
  const other = await context.newPage()
  await openPolicy(other, from.policyNo)
  for (const tab of [other, page]) {
    await tab.bringToFront()
    await openTransfer(tab)
    await dialog(tab).getByLabel('Amount', { exact: true }).fill('1319.76')
    await dialog(tab).getByLabel('Recipient policy number').fill(to.policyNo)
  }
  await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByText('Transfer has been applied successfully!', { exact: true })).toBeVisible()
  await other.bringToFront()
  await dialog(other).getByRole('button', { name: 'Transfer', exact: true }).click()
  const alert = dialog(other).getByRole('alert')
  await expect(alert).toContainText('Error')
  await expect(alert).toContainText("You've already transfered this payment.")
  await expect(other.getByText("You've already transfered this payment.")).toHaveCount(1)
  expect(await book.getPayments(to.policyNo)).toHaveLength(1)
  await other.reload()
  await expandSection(other, 'Payments')
  await expect(
    payments(other)
      .getByRole('row', { name: /-\$1,319\.76/ })
      .getByTitle('Payment has already been transferred'),
  ).toBeVisible()
  await expect(payments(other).getByRole('button', { name: /^Transfer payment/ })).toHaveCount(0)
})

const agentEmail = 'agent@example.com'

test('saves the card used for a payment, and lets the user remove it [C193] [C220] [C223]', {
  tag: '@nightly',
}, async ({ openSharedPage, book }) => {
  const { policyNo } = await book.aPolicy({ productId: 4, monthly: true, signed: 'both' })
  const page = await openSharedPage(agentEmail)
  await recordCalls(page)
  await openPolicy(page, policyNo)
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment Methods' })).toHaveCount(0)
  // Stubs a saved payment method, because the form for a different method requires one.
  const list = `**/payments/paymentmethods/${policyNo}`
  const kept = {
    ...{
      id: '00000000-0000-4000-8000-000000000010',
      stripePaymentMethodId: 'pm_Shown',
      createdAt: '2026-11-02T09:05:40Z',
    },
    stripePaymentMethod: {
      ...{
        paymentType: 'card',
        cardBrand: 'jcb',
        cardCountry: 'US',
        lastFourDigits: '0001',
        expiration: '08/2029',
        bankName: null,
      },
    },
    ...{ default: true, optInAutoPayRenewal: false },
  }
  await page.route(list, (route) => route.fulfill({ json: { statusCode: 200, message: '', payload: [kept] } }))
  await page.reload()
  const methods = await expandSection(page, 'Payment Methods')
  const grid = methods.getByRole('table', { name: 'Payment methods' })
  await expect(grid).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Update Payment Method' }).click()
  const update = page.getByRole('dialog', { name: 'Update Payment Method' })
  await update.getByRole('radio', { name: 'Another card' }).check()
  await fillCard(page)
  await page.unroute(list)
  await update.getByRole('button', { name: 'Review card fee' }).click()
  await update.getByRole('checkbox', { name: /the \$3\.46 card fee/ }).check()
  await expectAccessible(page)
  await update.getByRole('button', { name: 'Update and pay $113.44' }).click()
  await expect(page.getByText('Payment method was successfully updated!', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  expect((await getSentBodies(page, '/updatePaymentMethod')).at(-1)).toMatchObject({
    Amount: 113.44,
    PolicyNo: policyNo,
    Default: true,
    ChargeAfterUpdate: true,
    EmailReceipt: false,
  })
  expect((await book.getPayments(policyNo)).map(({ cents }) => cents)).toEqual([10_998])

  const set = grid.getByRole('row', { name: /Ending in 4242/ })
  await expect(set).toContainText('Visa')
  await set.getByRole('button', { name: /^Remove/ }).click()
  const confirmation = page.getByRole('dialog', { name: 'Remove Payment Method' })
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Payment method was successfully removed!', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByRole('heading', { name: 'Payment Methods' })).toHaveCount(0)
})

test('saves a bank account for flood renewals, and updates it without a charge [C193]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  const page = await openSharedPage(agentEmail)
  await visit(page, `/policy/embed/${policyNo}#paymentModalOpen`)
  await page.getByLabel('Pay renewals automatically with this method').check()
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('All your tasks are complete!')).toBeVisible({ timeout: 30_000 })
  await recordCalls(page)
  await openPolicy(page, policyNo)
  await page.getByRole('button', { name: 'Update Payment Method' }).click()
  const update = page.getByRole('dialog', { name: 'Update Payment Method' })
  await update.getByRole('radio', { name: 'Another bank account' }).check()
  await fillBank(page)
  await update.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Payment method was successfully updated!', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  expect((await getSentBodies(page, '/updatePaymentMethod')).at(-1)).toMatchObject({ ChargeAfterUpdate: false })
  expect(await book.getPayments(policyNo)).toHaveLength(1)
})

test('applies a check from the policy page and then reloads the page [C211] [C202] [C051]', async ({
  openSharedPage,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  const page = await openSharedPage(agentEmail)
  await openPolicy(page, policyNo)
  const coverages = await expandSection(page, 'Coverages')
  await expect(coverages.getByRole('columnheader')).toHaveText(['Coverage', 'Limit', 'Premium'])
  await expect(coverages.getByRole('row', { name: /A Building Property/ })).toContainText('$250,000')
  await expect(coverages.getByRole('row').last()).toContainText('Deductible')
  await page.getByRole('button', { name: 'Apply Check' }).click()
  await page.getByLabel('Check number').fill('2048')
  await page.getByLabel('Amount').fill('1319.76')
  await page.getByLabel('Remitter name').fill('Marina Traveler')
  await page.getByLabel('Memo').fill('Full term')
  await page.getByLabel('Deposit date').fill(addDays(today, -1))
  await recordCalls(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Apply Check' }).click()
  await expect(page.getByText('Check was successfully applied!', { exact: true })).toBeVisible()
  await expect(payments(page).getByRole('row', { name: /2048/ })).toContainText('$1,319.76')
  const reloads = (await getCalls(page)).map(({ url }) => new URL(url).pathname)
  expect(reloads.some((path) => path.endsWith(`/${policyNo}/getConfirmation`))).toBe(true)
  expect(reloads.some((path) => path.endsWith(`/${policyNo}/policytransactions`))).toBe(true)
})
