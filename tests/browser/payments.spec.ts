import { expect, type Page } from '@playwright/test'
import { addDays } from '@tideline/api/calendar/days.ts'
import { type Book, test } from '../support/browser-fixtures.ts'
import { getCalls, getSentBodies, recordCalls } from '../support/record-requests.ts'
import { today } from '../support/today.ts'
import {
  acknowledgeFeeAndPay,
  expandSection,
  expectDone,
  fillBank,
  fillCard,
  getUrl,
  openLink,
  restoreSignIn,
  visit,
} from '../support/user-actions.ts'

const agent = 'agent@example.com'

const method = (page: Page, name: RegExp) => page.getByRole('radio', { name })

/** Opens the payment step of a policy as its agent. */
async function openPayment(page: Page, policyNo: string) {
  await visit(page, `/policy/embed/${policyNo}#paymentModalOpen`)
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible()
}

/** Returns only the requests to Tideline. Excludes requests to Stripe, whose simulator has the same origin. */
const callsToTideline = async (page: Page) =>
  (await getCalls(page)).filter(({ url }) => new URL(url).pathname.startsWith('/api/'))

test('shows why a card was declined, and charges the next card once [C217]', async ({ openSharedPage, book }) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  await method(page, /Credit card/).check()
  await fillCard(page, '4000000000000002')
  await acknowledgeFeeAndPay(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await fillCard(page)
  await acknowledgeFeeAndPay(page)
  await expectDone(page)
  expect((await book.getPayments(policyNo)).filter(({ status }) => status === 'paid')).toHaveLength(1)
})

test('lets the user correct a bank account that failed validation, and charges once [C102] [C214]', async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage(agent)
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
  expect(await book.getPayments(policyNo)).toHaveLength(1)
})

test('charges a bank payment once after two quick clicks, with a client secret for the quote number [C099]', async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  await recordCalls(page)
  await fillBank(page)
  await page.getByRole('button', { name: /^Pay \$/ }).dblclick()
  await expectDone(page)
  const payments = await book.getPayments(policyNo)
  expect(payments.map(({ cents }) => cents)).toEqual([131_976])
  expect(await getSentBodies(page, '/getClientSecretFromQuoteNumber')).toEqual([
    { QuoteNumber: `Q${policyNo.slice(3)}` },
  ])
  expect(JSON.stringify(await callsToTideline(page))).not.toContain('000123456789')
})

test('offers no payment for a paid policy [C041]', async ({ openSharedPage, book }) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({ signed: 'both', payment: 'paid' })
  await openPayment(page, policyNo)
  await expect(page.getByText('You have already paid for this policy')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

test('sends the requests of a card payment in the documented order, without the card number [C100] [C204] [P318]', async ({
  page,
  book,
}) => {
  await restoreSignIn(page, agent)
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await recordCalls(page)
  await openPayment(page, policyNo)
  await expect(page.getByRole('group', { name: 'Method of payment' })).toBeVisible()
  await method(page, /Credit card/).check()
  await fillCard(page)
  await acknowledgeFeeAndPay(page)
  await expectDone(page)
  const order = [
    `/paymentmethods/${policyNo}`,
    '/stripe-simulator/v3/stripe.js',
    '/gettransactionfee',
    '/createSetupIntentWithKey',
    '/ProcessPayment',
  ].map((part) => requestedPaths.findIndex((path) => path.endsWith(part)))
  expect(order).not.toContain(-1)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(JSON.stringify(await callsToTideline(page))).not.toContain('4242424242424242')
  expect(await getSentBodies(page, '/ProcessPayment')).toHaveLength(1)
})

test.describe('payment with the real Stripe.js', () => {
  // Bypasses the content security policy, which blocks js.stripe.com when the simulator is used.
  test.use({ bypassCSP: true })

  test('loads Stripe.js with the key from getConfirmation [C098]', async ({ page, book }) => {
    await restoreSignIn(page, agent)
    const { policyNo } = await book.aPolicy({ signed: 'both' })
    await page.route('**/getConfirmation', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, payload: { ...body.payload, stripeKey: 'pk_test_ours' } } })
    })
    await page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `globalThis.Stripe = (key) => { document.title = 'started with ' + key; throw new Error('enough') }`,
      }),
    )
    await openPayment(page, policyNo)
    await method(page, /Credit card/).check()
    await expect(page).toHaveTitle('started with pk_test_ours')
  })
})

test('charges a card that requires 3-D Secure only after authentication', async ({ openSharedPage, book }) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  await method(page, /Credit card/).check()
  for (const [end, says, count] of [
    [
      'Fail authentication',
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      0,
    ],
    ['Complete authentication', 'All your tasks are complete!', 1],
  ] as const) {
    await fillCard(page, '4000000000003220')
    await acknowledgeFeeAndPay(page)
    const bank = page.getByRole('dialog', { name: '3D Secure authentication' })
    await bank.getByRole('button', { name: end }).click()
    await expect(page.getByText(says)).toBeVisible({ timeout: 30_000 })
    expect((await book.getPayments(policyNo)).filter(({ status }) => status === 'paid')).toHaveLength(count)
  }
})

test('charges the first month of a monthly earthquake policy to a card', { tag: '@nightly' }, async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({ productId: 4, monthly: true, signed: 'both' })
  await openPayment(page, policyNo)
  await fillCard(page)
  await acknowledgeFeeAndPay(page)
  await expectDone(page)
  expect((await book.getPayments(policyNo)).map(({ cents, status }) => [cents, status])).toEqual([[10_998, 'paid']])
})

test('applies a received check once and requires all fields of the check form [C104] [C126] [C132]', async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  await method(page, /Apply check/).check()
  const apply = page.getByRole('button', { name: 'Apply check' })
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  const number = page.getByLabel('Check number')
  await number.pressSequentially('1a0-2e4')
  await expect(number).toHaveValue('1024')
  await page.getByLabel('Amount').fill('1319.76')
  await page.getByLabel('Remitter name').fill('Marina Traveler')
  await page.getByLabel('Memo').fill('Full term')
  await page.getByLabel('Deposit date').fill(addDays(today, -1))
  const held = Promise.withResolvers<void>()
  await page.route(`**/payments/check/${policyNo}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await apply.click()
  const busy = page.getByRole('button', { name: 'Applying…' })
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  await busy.click({ force: true })
  held.resolve()
  await expectDone(page)
  expect((await book.getPayments(policyNo)).map(({ cents, status }) => [cents, status])).toEqual([[131_976, 'paid']])
})

test('shows where to mail a check, and bills the lienholder without a charge [C104]', async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({
    signed: 'both',
    lienholder: { name: 'Sample Savings Bank', reference: 'LN-000901' },
  })
  await openPayment(page, policyNo)
  await method(page, /Check by mail/).check()
  await expect(page.getByRole('heading', { name: 'By mail' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'By courier' })).toBeVisible()
  await expect(page.getByText('Make the check payable to')).toContainText(policyNo)
  // Only this panel is printed, although the bank fields were opened before.
  await page.emulateMedia({ media: 'print' })
  await expect(method(page, /Bank account/)).toBeHidden()
  await expect(page.getByText('Make the check payable to')).toBeVisible()
  await page.emulateMedia({ media: null })
  await method(page, /Mortgage lienholder/).check()
  await page.getByRole('button', { name: /^Bill the lienholder/ }).click()
  const sure = page.getByRole('dialog', { name: 'Bill Sample Savings Bank?' })
  await expect(sure.getByText('for loan LN-000901')).toBeVisible()
  await sure.getByRole('button', { name: 'Send the bill' }).click()
  await expectDone(page)
  await expect(
    page.getByText('Sample Savings Bank will be billed. The policy isn’t paid until the lender pays.'),
  ).toBeVisible()
  expect((await book.getPayments(policyNo)).filter(({ status }) => status === 'paid')).toEqual([])
})

test('shows in a second tab that the policy has been paid [C041]', { tag: '@nightly' }, async ({
  page,
  context,
  book,
}) => {
  await restoreSignIn(page, agent)
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  const other = await context.newPage()
  await openPayment(other, policyNo)
  // Brings the tab to the front before paying, because browsers render a background tab only once per second.
  for (const tab of [other, page]) {
    await tab.bringToFront()
    await method(tab, /Credit card/).check()
    await fillCard(tab)
  }
  await acknowledgeFeeAndPay(page)
  await expectDone(page)
  await other.bringToFront()
  await acknowledgeFeeAndPay(other)
  await expect(other.getByText(/already paid|nothing (is )?due/i).first()).toBeVisible({ timeout: 30_000 })
  expect((await book.getPayments(policyNo)).filter(({ status }) => status === 'paid')).toHaveLength(1)
})

test.describe('payment error handling', () => {
  const payByBank = async (page: Page) => {
    await fillBank(page)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
  }
  const failures = [
    // There is no client secret.
    [
      '**/getClientSecretFromQuoteNumber',
      { status: 200, json: { client_secret: '' } },
      'We are unable to collect payment at this time. If this issue persists please contact support.',
    ],
    // The failure has no message of its own.
    [
      '**/ProcessPayment',
      { status: 422, json: { statusCode: 422, message: '', errors: [], requestId: 'r1' } },
      'There was an issue processing your payment. Please contact support',
    ],
    // Any other failure.
    [
      '**/getClientSecretFromQuoteNumber',
      { status: 200, contentType: 'application/json', body: '{' },
      'An unexpected error has occurred',
    ],
  ] as const

  test('shows the specified message for each payment failure, and charges nothing [C215] [C216] [C218]', async ({
    openSharedPage,
    book,
  }) => {
    const page = await openSharedPage(agent)
    const { policyNo } = await book.aPolicy({ signed: 'both' })
    await openPayment(page, policyNo)
    for (const [address, body, says] of failures) {
      await page.route(address, (route) => route.fulfill(body))
      await payByBank(page)
      await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible({ timeout: 20_000 })
      await expect(page.getByLabel('Routing number')).toHaveValue('110000000')
      expect(await book.getPayments(policyNo)).toEqual([])
      await page.unroute(address)
    }
  })

  test('reopens the balance when the bank returns the payment days later', { tag: '@nightly' }, async ({
    openSharedPage,
    book,
  }) => {
    const page = await openSharedPage(agent)
    const { policyNo } = await book.aPolicy({ signed: 'both' })
    await openPayment(page, policyNo)
    await fillBank(page, { account: '000222222227' })
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect
      .poll(async () => (await book.getPayments(policyNo)).map(({ status }) => status), { timeout: 30_000 })
      .toEqual(['failed'])
    await page.goto(getUrl(`/policy/embed/${policyNo}`))
    await expandSection(page, 'Payments')
    await expect(
      page.getByRole('table', { name: 'Payments', exact: true }).getByRole('row', { name: /Failed/ }),
    ).toContainText(/insufficient funds/i)
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  })
})

test.describe('policyholder payment on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  /** Opens the payment step of a policy that is already signed. */
  async function openPaymentStep(page: Page, book: Book, input: Parameters<Book['aPolicy']>[0] = {}) {
    const insured = await book.aPolicy({ signed: 'both', ...input })
    await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
    await page.getByRole('link', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('group', { name: 'Method of payment' })).toBeVisible()
    return insured.policyNo
  }
  const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
  const paidOf = async (book: Book, policyNo: string) =>
    (await book.getPayments(policyNo)).filter(({ status }) => status === 'paid' || status === 'processing')

  test('shows a card error next to the field, and the reason for a declined card at any scroll position', {
    tag: '@nightly',
  }, async ({ page, book }) => {
    const policyNo = await openPaymentStep(page, book)
    await method(page, /Credit card/).check()
    await page.getByRole('button', { name: 'Review card fee' }).click()
    await expect(page.getByText('Your card number is incomplete.', { exact: true }).and(page.locator('p'))).toHaveCount(
      1,
    )
    await expect(page.getByRole('textbox', { name: 'Card number' })).toBeFocused()
    await page.getByLabel('Name on the card').fill('')
    await page.getByRole('button', { name: 'Review card fee' }).click()
    await expect(page.getByLabel('Name on the card')).toBeFocused()

    await page.getByLabel('Name on the card').fill('Marina Traveler')
    await fillCard(page, '4000000000009995')
    await page.getByRole('button', { name: 'Review card fee' }).click()
    await page.getByLabel(/I understand the .* card fee/).check()
    await page.locator('html').evaluate((html) => html.scrollTo(0, 0))
    await pay(page).click()
    const problem = page.getByRole('alert').filter({ hasText: 'Your card has insufficient funds.' })
    await expect(problem).toBeInViewport({ ratio: 1 })
    const bar = await pay(page)
      .or(page.getByRole('button', { name: 'Review card fee' }))
      .boundingBox()
    const box = await problem.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await expect(page.getByLabel('Name on the card')).toHaveValue('Marina Traveler')
    expect(await paidOf(book, policyNo)).toEqual([])
  })

  test('explains while offline that nothing was charged, then charges once', { tag: '@nightly' }, async ({
    page,
    context,
    book,
  }) => {
    const policyNo = await openPaymentStep(page, book)
    await fillBank(page)
    await context.setOffline(true)
    await pay(page).click()
    await expect(page.getByText(/We could not reach the server.* Nothing was charged\./)).toBeInViewport()
    await context.setOffline(false)
    await expect(page.getByLabel('Account number')).toHaveValue('000123456789')
    // Drops the connection during the payment request, so that the outcome is unknown.
    await page.route(
      '**/ProcessPayment',
      async (route) => {
        await route.fetch()
        await context.setOffline(true)
        await route.abort('internetdisconnected')
      },
      { times: 1 },
    )
    await pay(page).click()
    await expect(page.getByText('We haven’t received a response about your payment.')).toBeVisible({ timeout: 30_000 })
    await context.setOffline(false)
    await expectDone(page)
    expect(await paidOf(book, policyNo)).toHaveLength(1)
    await page.goto(getUrl('/policyholder/payments'))
    await expect(page.getByRole('button', { name: 'View my policy' })).toBeVisible()
    // The screen must not offer another payment, regardless of whether the first one is processing or paid.
    await expect(pay(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'View my policy' }).click()
    await expect(page).toHaveURL(getUrl(`/policyholder/policies/${policyNo}`))
  })

  test('lets the policyholder pay again after a failed 3-D Secure check, and charges once', {
    tag: '@nightly',
  }, async ({ page, book }) => {
    const policyNo = await openPaymentStep(page, book)
    const bank = page.getByRole('dialog', { name: '3D Secure authentication' })
    const payUntilAuthentication = async () => {
      await fillCard(page, '4000002760003184')
      await acknowledgeFeeAndPay(page)
      // One authentication is for the setup, and one for the charge.
      await bank.getByRole('button', { name: 'Complete authentication' }).click()
      await expect.poll(async () => (await book.getPayments(policyNo)).at(-1)?.status).toBe('processing')
      await expect(bank).toBeVisible()
    }
    await method(page, /Credit card/).check()
    await payUntilAuthentication()
    await bank.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(page.getByText('We are unable to authenticate your payment method.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Review card fee' })).toBeEnabled({ timeout: 30_000 })
    await expect(page.getByLabel('Name on the card')).toBeVisible()
    await payUntilAuthentication()
    await page.reload()
    await expect(page.getByText('Checking whether your card payment went through.')).toBeVisible()
    await expect(page.getByText('Your last card payment was not completed.')).toBeVisible({ timeout: 30_000 })
    await method(page, /Credit card/).check()
    await method(page, /Another card/).check()
    await fillCard(page)
    await acknowledgeFeeAndPay(page)
    await expectDone(page)
    expect((await book.getPayments(policyNo)).map(({ status }) => status)).toEqual(['failed', 'failed', 'paid'])
    await expect(page.getByText(/^\$1,319\.76 for the policy and a card fee of \$38\.57\. Receipt RCP-/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Open the receipt' })).toBeVisible()
    await page.goBack()
    await expectDone(page)
  })

  test('never covers the focused field with the Pay bar', async ({ page, book }) => {
    await openPaymentStep(page, book)
    await page.setViewportSize({ width: 844, height: 390 })
    await page.getByLabel('Name on the account').focus()
    for (const field of ['Email', 'Routing number', 'Account number', 'Account type', /^Pay renewals/] as const) {
      await page.keyboard.press('Tab')
      const focused = page.getByLabel(field)
      await expect(focused).toBeFocused()
      await expect
        .poll(async () => {
          const [box, bar] = await Promise.all([focused.boundingBox(), pay(page).boundingBox()])
          return (box?.y ?? 0) + (box?.height ?? 0) <= (bar?.y ?? 0)
        })
        .toBe(true)
    }
  })
})

test('keeps the Pay bar at the bottom of a payment dialog opened over the policy page', async ({
  openSharedPage,
  book,
}) => {
  const page = await openSharedPage(agent)
  const { policyNo } = await book.aPolicy({ signed: 'both' })
  await openPayment(page, policyNo)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const pay = page.getByRole('button', { name: /^Pay \$/ })
    await expect(pay).toBeInViewport()
    const gap = await page.getByRole('dialog').evaluate((dialog) => {
      const edge = dialog.getBoundingClientRect().bottom
      return edge - (dialog.querySelector('.action-bar')?.getBoundingClientRect().bottom ?? 0)
    })
    expect(Math.abs(gap), `at ${width}`).toBeLessThanOrEqual(1)
  }
})
