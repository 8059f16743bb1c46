import { expect, type Page } from '@playwright/test'
import { plusDays } from '@tideline/api/calendar/days.ts'
import { test } from '../support/browser-book.ts'
import { recordCalls, sentTo } from '../support/calls.ts'
import { at, expectAccessible, fillBank, fillCard, openLink, signIn } from '../support/people.ts'
import { today } from '../support/today.ts'

const payments = (page: Page) => page.getByRole('table', { name: 'Payments', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Transfer Payment' })

async function openPolicy(page: Page, policyNo: string) {
  await page.goto(at(`/policy/embed/${policyNo}`))
  await expect(page.getByRole('heading', { name: policyNo })).toBeVisible()
}

/** The confirmation as the server sent it, with changes. */
async function changeConfirmation(page: Page, change: (payload: Record<string, unknown>) => object) {
  await page.route('**/getConfirmation', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, payload: { ...answer.payload, ...change(answer.payload) } } })
  })
}

test('staff move a payment: recipient looked up, amount checked, once, then both forms and page are fresh [C115] [C116] [C142] [C143] [C144] [C146] [C147] [C225] [C237]', async ({
  page,
  book,
}) => {
  const from = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const to = await book.aPolicy({ addr1: '7 Recipient Demo Way' })
  await signIn(page, 'internal@example.com')
  await recordCalls(page)
  await openPolicy(page, from.policyNo)
  await payments(page)
    .getByRole('button', { name: /^Transfer payment/ })
    .click()
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
  const lookups: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/${to.policyNo}/policytransactions`)) lookups.push(request.url())
  })
  await recipient.pressSequentially(to.policyNo, { delay: 20 })
  await expect(amount).toHaveValue('5.00')
  await expect(form.getByText('7 Recipient Demo Way, Tampa, FL 33606')).toBeVisible()
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
  expect((await book.paymentsOf(to.policyNo)).map(({ cents }) => cents)).toEqual([30_000])
  await payments(page)
    .getByRole('button', { name: /^Transfer payment/ })
    .click()
  await expect(dialog(page).getByLabel('Amount', { exact: true })).toHaveValue('')
  await expect(dialog(page).getByLabel('Recipient policy number')).toHaveValue('')
  await expect(dialog(page).getByText('7 Recipient Demo Way')).toHaveCount(0)
  await expect(dialog(page).getByText('$1,019.76')).toBeVisible()
})

test('a recipient that is not found is no recipient, without a word [C148]', async ({ page, book }) => {
  const from = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await signIn(page, 'internal@example.com')
  await openPolicy(page, from.policyNo)
  await payments(page)
    .getByRole('button', { name: /^Transfer payment/ })
    .click()
  const recipient = dialog(page).getByLabel('Recipient policy number')
  await recipient.fill('RFL3000102')
  const preview = dialog(page).locator('[aria-live]')
  await expect(preview).toHaveText(/, FL \d{5}/)
  const looked = page.waitForResponse('**/RFL3999998/policytransactions')
  await recipient.fill('RFL3999998')
  expect((await looked).status()).toBe(404)
  await expect(preview).not.toHaveText(/FL/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a payment that was moved meanwhile, or an answer with a message, is told as an error [C112] [C224] [C226]', async ({
  page,
  context,
  book,
}) => {
  const from = await book.aPolicy({ signed: 'both', payment: 'paid' })
  const to = await book.aPolicy()
  await signIn(page, 'internal@example.com')
  await openPolicy(page, from.policyNo)
  const other = await context.newPage()
  await openPolicy(other, from.policyNo)
  for (const tab of [page, other]) {
    await payments(tab)
      .getByRole('button', { name: /^Transfer payment/ })
      .click()
    await dialog(tab).getByLabel('Amount', { exact: true }).fill('1319.76')
    await dialog(tab).getByLabel('Recipient policy number').fill(to.policyNo)
  }
  await dialog(page).getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(page.getByText('Transfer has been applied successfully!', { exact: true })).toBeVisible()
  await dialog(other).getByRole('button', { name: 'Transfer', exact: true }).click()
  const told = dialog(other).getByRole('alert')
  await expect(told).toContainText('Error')
  await expect(told).toContainText("You've already transfered this payment.")
  await expect(other.getByText("You've already transfered this payment.")).toHaveCount(1)
  expect(await book.paymentsOf(to.policyNo)).toHaveLength(1)
  await openPolicy(other, from.policyNo)
  await expect(payments(other).getByRole('button', { name: /^Transfer payment/ })).toHaveCount(0)
  await expect(
    payments(other)
      .getByRole('row', { name: /-\$1,319\.76/ })
      .getByTitle('Payment has already been transferred'),
  ).toBeVisible()
})

test('each payment says why it is not moved, and agents that it is internal [C234] [C235] [C236] [C237] [C238] [C170]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await signIn(page, agentEmail)
  const row = (id: string) => payments(page).getByRole('row', { name: new RegExp(id) })
  await changeConfirmation(page, (payload) => {
    const [paid] = payload.payments as Record<string, unknown>[]
    const like = (paymentId: string, change: object) => ({
      ...paid,
      policyPaymentId: `00000000-0000-4000-8000-00000000000${paymentId.slice(-1)}`,
      paymentId,
      canTransfer: false,
      ...change,
    })
    return {
      payments: [
        paid,
        like('PAY-1-2', { paymentStatus: 'failed' }),
        like('PAY-1-3', { paymentStatus: 'cancelled' }),
        like('PAY-1-4', { amount: -5, memo: 'Reversing payment', paymentTypeId: 12 }),
        like('PAY-1-5', { isAppliedToPolicy: false, paymentStatus: 'processing' }),
      ],
    }
  })
  await openPolicy(page, policyNo)
  await expect(page.getByRole('columnheader', { name: 'Transfer' })).toHaveCount(0)
  await expect(payments(page).getByTitle('Internal use only')).toHaveCount(1)
  await expect(row('PAY-1-2').getByTitle('Payment failed')).toBeVisible()
  await expect(row('PAY-1-3').getByTitle('Payment has been cancelled')).toBeVisible()
  await expect(row('PAY-1-4').getByTitle('Payment has already been transferred')).toBeVisible()
  await expect(row('PAY-1-5').getByTitle('Payment has not been applied')).toBeVisible()
  await expect(row('PAY-1-4').getByRole('link', { name: /Receipt/ })).toHaveCount(0)
  await expect(payments(page).getByRole('link', { name: /Receipt/ })).toHaveCount(1)
})

const agentEmail = 'agent@example.com'

test('the methods of a policy are shown, updated with a new card and removed [C171] [C193] [C219] [C220] [C221] [C222] [C223] [C258]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ productId: 4, monthly: true, signed: 'both' })
  await signIn(page, agentEmail)
  await recordCalls(page)
  await openPolicy(page, policyNo)
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment Methods' })).toHaveCount(0)
  const brands = ['visa', 'mastercard', 'jcb', 'discover', 'amex', 'diners', 'bank', 'other']
  const methodOf = (cardBrand: string, index: number) => ({
    id: `00000000-0000-4000-8000-00000000001${index}`,
    stripePaymentMethodId: `pm_Shown${index}`,
    stripePaymentMethod: {
      paymentType: 'card',
      cardBrand,
      cardCountry: 'US',
      lastFourDigits: `000${index}`,
      expiration: index ? '08/2029' : null,
      bankName: null,
    },
    default: index === 1,
    optInAutoPayRenewal: false,
    createdAt: '2026-11-02T09:05:40Z',
  })
  const list = `**/payments/paymentmethods/${policyNo}`
  await page.route(list, (route) =>
    route.fulfill({ json: { statusCode: 200, message: '', payload: brands.map(methodOf) } }),
  )
  await openPolicy(page, policyNo)
  const grid = page.getByRole('table', { name: 'Payment methods' })
  await expect(grid.getByRole('row', { name: /Ending in 0001/ })).toContainText('Default')
  await expect(grid.getByRole('row', { name: /Ending in 0000/ })).toContainText('--')
  await expect(grid.getByRole('row', { name: /Ending in 0001/ })).toContainText('Expires 08/2029')
  const marks = await grid.locator('svg text').allTextContents()
  expect(new Set(marks).size).toBe(brands.length)
  expect(marks.at(-1)).toBe('CARD')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Update Payment Method' }).click()
  const update = page.getByRole('dialog', { name: 'Update Payment Method' })
  await update.getByRole('radio', { name: 'Another card' }).check()
  await fillCard(page)
  await page.route('**/updatePaymentMethod', (route) => route.fulfill({ status: 500, json: {} }))
  await update.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('There was an error updating the payment method.', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/updatePaymentMethod')
  await page.unroute(list)
  await update.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Payment method was successfully updated!', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  expect((await sentTo(page, '/updatePaymentMethod')).at(-1)).toMatchObject({
    PolicyNo: policyNo,
    Default: true,
    ChargeAfterUpdate: true,
    EmailReceipt: false,
  })
  expect((await book.paymentsOf(policyNo)).map(({ cents }) => cents)).toEqual([10_998])

  const kept = grid.getByRole('row', { name: /Ending in 4242/ })
  await expect(kept).toContainText('Visa')
  await kept.getByRole('button', { name: /^Remove/ }).click()
  const asked = page.getByRole('dialog', { name: 'Remove Payment Method' })
  await expect(asked).toContainText('Are you sure you want to remove your payment method?')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(kept).toBeVisible()
  await page.route('**/removePaymentMethod/**', (route) => route.fulfill({ status: 500, json: {} }))
  await kept.getByRole('button', { name: /^Remove/ }).click()
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('There was an error removing the payment method.', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/removePaymentMethod/**')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Payment method was successfully removed!', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByRole('heading', { name: 'Payment Methods' })).toHaveCount(0)
})

test('a flood policy keeps a bank account for renewals and updates it without a charge [C171] [C193]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await signIn(page, agentEmail)
  await page.goto(at(`/policy/embed/${policyNo}#paymentModalOpen`))
  await page.getByLabel('Pay renewals automatically with this method').check()
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('All your tasks are complete!')).toBeVisible({ timeout: 30_000 })
  await recordCalls(page)
  await page.goto(at('/policies'))
  await openPolicy(page, policyNo)
  await page.getByRole('button', { name: 'Update Payment Method' }).click()
  const update = page.getByRole('dialog', { name: 'Update Payment Method' })
  await update.getByRole('radio', { name: 'Another bank account' }).check()
  await fillBank(page)
  await update.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Payment method was successfully updated!', { exact: true })).toBeVisible({
    timeout: 20_000,
  })
  expect((await sentTo(page, '/updatePaymentMethod')).at(-1)).toMatchObject({ ChargeAfterUpdate: false })
  expect(await book.paymentsOf(policyNo)).toHaveLength(1)
})

test('a check is applied from the policy page, and its reload shows it [C211] [C202] [C051]', async ({
  page,
  book,
}) => {
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await signIn(page, agentEmail)
  await openPolicy(page, policyNo)
  const coverages = page.getByRole('table', { name: 'Coverages' })
  await expect(coverages.getByRole('columnheader')).toHaveText(['Coverage', 'Limit', 'Premium'])
  await expect(coverages.getByRole('row', { name: /A Building Property/ })).toContainText('$250,000')
  await expect(coverages.getByRole('row').last()).toContainText('Deductible')
  await page.getByRole('button', { name: 'Apply Check' }).click()
  await page.getByLabel('Check number').fill('2048')
  await page.getByLabel('Amount').fill('1319.76')
  await page.getByLabel('Remitter name').fill('Marina Traveler')
  await page.getByLabel('Memo').fill('Full term')
  await page.getByLabel('Deposit date').fill(plusDays(today, -1))
  const reloads: string[] = []
  page.on('request', (request) => reloads.push(new URL(request.url()).pathname))
  await page.getByRole('dialog').getByRole('button', { name: 'Apply check' }).click()
  await expect(page.getByText('Check was successfully applied!', { exact: true })).toBeVisible()
  await expect(payments(page).getByRole('row', { name: /2048/ })).toContainText('$1,319.76')
  expect(reloads.some((path) => path.endsWith(`/${policyNo}/getConfirmation`))).toBe(true)
  expect(reloads.some((path) => path.endsWith(`/${policyNo}/policytransactions`))).toBe(true)
})

test('who only looks cannot resend, view all policies or move the map [C160] [C161] [C162]', async ({ page, book }) => {
  const insured = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await signIn(page, agentEmail)
  await openPolicy(page, insured.policyNo)
  const resend = page.getByRole('button', { name: 'Resend Email Link' })
  await expect(resend).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  const readonly = async (payload: Record<string, unknown>) => ({
    viewer: { ...(payload.viewer as object), isReadonly: true },
  })
  await page.route('**/getConfirmation', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const changed = await readonly(answer.payload)
    const can = answer.payload.can.map((one: { action: string }) =>
      one.action === 'resendLink' ? { ...one, allowed: false, reason: 'Your role is read-only.' } : one,
    )
    await route.fulfill({ response, json: { ...answer, payload: { ...answer.payload, ...changed, can } } })
  })
  await page.reload()
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
  await page.evaluate(() => localStorage.clear())
  await openLink(page, await book.linkTo(insured.policyNo), insured)
  await page.waitForURL(/\/policyholder\/select/)
  await page.goto(at(`/policyholder/policies/${insured.policyNo}`))
  await expect(page.getByRole('button', { name: 'View All Policies' })).toHaveAttribute('aria-disabled', 'true')
})
