import type { Review } from '@tideline/sdk'
import { getPolicyTransactions, listReviews, payByCheck, transferPayment } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForPaint,
} from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy, buildPayment } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PaymentsCard } from './Payments.card.tsx'

afterEach(() => {
  vi.useRealTimers()
})

type Seen = Parameters<typeof buildConfirmationPolicy>[0]

const render = (seen: Seen = {}) =>
  renderScreen(
    <PaymentsCard policy={buildConfirmationPolicy({ by: 'internal', payments: [buildPayment()], ...seen })} />,
  )
const open = async (seen: Seen = {}) => {
  const screen = await render(seen)
  if (screen.getByRole('button', { name: 'Payments', expanded: false }).elements().length > 0)
    await expandSections('Payments')
  return screen
}
type Screen = Awaited<ReturnType<typeof open>>

const getHeaders = (screen: Screen) =>
  screen
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent)
const transferButtons = (screen: Screen) => screen.getByRole('button', { name: /^Transfer payment/ })

describe('PaymentsCard', () => {
  it('lists payments in a grid, with a check number for check payments [D083] [D084]', async () => {
    const screen = await open({
      payments: [buildPayment(), buildPayment({ policyPaymentId: 'second', checkNo: '0042' })],
    })
    await expect.element(screen.getByRole('table', { name: 'Payments' })).toBeVisible()
    expect(getHeaders(screen)).toEqual([
      ...['Transfer', 'Receipt', 'Check Number', 'Payment ID', 'Created', 'Type', 'Status', 'Amount', 'Description'],
    ])
    await expect.element(screen.getByRole('cell', { name: '0042' })).toBeVisible()
  })

  it('hides the check number column if no payment is by check [D084]', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('table', { name: 'Payments' })).toBeVisible()
    expect(getHeaders(screen)).not.toContain('Check Number')
  })

  it('shows a readable payment type and why a payment failed', async () => {
    const failureReason = 'The bank account has insufficient funds.'
    const screen = await open({
      payments: [buildPayment({ paymentStatus: 'failed', failureReason, description: 'Payment for RFL3000101' })],
    })
    await expect.element(screen.getByRole('cell', { name: 'Bank account', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'Failed', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: `Payment for RFL3000101 ${failureReason}` })).toBeVisible()
  })

  it('shows ten payments per page', async () => {
    const payments = Array.from({ length: 203 }, (_, index) =>
      buildPayment({ policyPaymentId: `payment-${index}`, paymentId: `PAY-${index + 1}` }),
    )
    const screen = await open({ payments })
    await expect.element(screen.getByText('PAY-10', { exact: true })).toBeVisible()
    expect(screen.getByText('PAY-11', { exact: true }).elements()).toEqual([])
    await screen.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect.element(screen.getByText('PAY-11', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Showing 11 to 20 of 203 results')).toBeVisible()
  })

  it('shows the newest payment while it is collapsed (UI-27)', async () => {
    const [failed, paid] = [buildPayment({ paymentStatus: 'failed', amount: 1_234_567.89 }), buildPayment()]
    const screen = await render({ payments: [failed, { ...paid, policyPaymentId: 'second' }] })
    await expect.element(screen.getByText('Failed', { exact: true }).first()).toBeVisible()
    await expect.element(screen.getByText(/^\$1,234,567\.89 · \d\d\/\d\d\/\d{4}$/)).toBeVisible()
    await expect.element(screen.getByRole('table', { name: 'Payments' })).not.toBeInTheDocument()
  })

  it('is expanded if the policy is cancelled (UI-27)', async () => {
    const screen = await render({ isPolicyCancelled: true })
    await expect.element(screen.getByRole('table', { name: 'Payments' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Payments' }).elements()).toEqual([])
  })

  it('shows a message when there are no payments [D085]', async () => {
    const screen = await open({ payments: [] })
    await expect.element(screen.getByText('No payments have been made for this policy', { exact: true })).toBeVisible()
  })

  it('links each payment to its receipt, except transfers (type 12) [C170] [D292]', async () => {
    const screen = await open({
      payments: [buildPayment(), buildPayment({ policyPaymentId: 'moved', paymentId: 'PAY-2', paymentTypeId: 12 })],
    })
    await expect.element(screen.getByRole('link', { name: 'Receipt of PAY-3000101-1' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Receipt of PAY-2' })).not.toBeInTheDocument()
  })
})

describe('refund on hold after a cancellation', () => {
  const held: Review = {
    reviewId: '5d1a8f4e-7e4e-4f0a-9c39-0a3000101009',
    kind: 'refund',
    state: 'open',
    title: 'Large refund needs review',
    detail: null,
    waitingFor: ['staff'],
    availableDecisions: [],
    amount: 51_000,
    reasonCode: '33',
    dueAt: null,
    createdAt: '2026-11-20T15:04:05Z',
    decidedAt: null,
    decidedByUserName: null,
  }
  const words = '$51,000.00 is held back until somebody has looked at it a second time, as we do with large refunds.'

  it('is explained to the policyholder without a review link', async () => {
    respondWith(listReviews, { statusCode: 200, message: '', payload: [{ ...held, detail: words }] })
    const screen = await open({ by: 'insured', isPolicyCancelled: true })
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: /Decide|Look/ })).not.toBeInTheDocument()
  })

  it('links staff to the refund review', async () => {
    const review: Review = { ...held, detail: 'The refund is above the limit.', availableDecisions: ['approve'] }
    respondWith(listReviews, { statusCode: 200, message: '', payload: [review] })
    const screen = await open({ by: 'internal', isPolicyCancelled: true })
    await expect
      .element(screen.getByRole('link', { name: 'Review refund' }))
      .toHaveAttribute('href', `/admin/reviews/${held.reviewId}/show`)
  })

  it('is not loaded while the policy is in force', async () => {
    const screen = await open({ by: 'insured' })
    await expect.element(screen.getByRole('table', { name: 'Payments' })).toBeVisible()
    expect(getRequests(listReviews)).toHaveLength(0)
  })
})

describe('transfer button', () => {
  it('is shown to internal staff [C163] [D291]', async () => {
    await expect.element(transferButtons(await open())).toBeVisible()
  })

  it.each([
    ['agents', { by: 'agent' }],
    ['insureds', { by: 'insured' }],
    ['read-only staff', { by: 'internal', isReadonly: true }],
  ] as const)('is hidden together with its column for %s [C163] [D006] [D291]', async (_, seen) => {
    const screen = await open(seen)
    await expect.element(screen.getByRole('table', { name: 'Payments' })).toBeVisible()
    expect(getHeaders(screen)).not.toContain('Transfer')
    expect(screen.getByRole('button', { name: /transfer/i }).elements()).toEqual([])
  })

  it('lets staff transfer an incoming transfer again', async () => {
    const incoming = { paymentTypeId: 12, canTransfer: false, canTransferAgain: true, maximumTransfer: 250 } as const
    const screen = await open({ payments: [buildPayment(incoming)] })
    await expect.element(transferButtons(screen)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: /^Transfer again/ }).click()
    const form = screen.getByRole('dialog', { name: 'Transfer Payment' })
    await expect.element(form.getByText('$250.00', { exact: true })).toBeVisible()
  })

  const notTransferable = { canTransfer: false }
  it.each([
    ['Payment failed', 'failed [C234] [D394] [D185]', { ...notTransferable, paymentStatus: 'failed' }],
    [
      'Payment has been cancelled',
      'was cancelled [C236] [D394] [D185]',
      { ...notTransferable, paymentStatus: 'cancelled' },
    ],
    ['Payment has already been transferred', 'is negative [C235] [D394]', { ...notTransferable, amount: -5 }],
    [
      'Payment has not been applied',
      'is not applied [C238] [D394] [D187]',
      { ...notTransferable, isAppliedToPolicy: false },
    ],
    ['Payment has already been transferred', 'was transferred in full [D291] [D186]', notTransferable],
  ] as const)('is replaced by the label "%s" for a payment that %s', async (title, _, change) => {
    const screen = await open({ payments: [buildPayment(change)] })
    await expect.element(screen.getByTitle(title, { exact: true })).toBeVisible()
    await expect.element(transferButtons(screen)).not.toBeInTheDocument()
  })

  it('has the title "Transfer payment" for staff and "Internal use only" for other users [C237] [D394]', async () => {
    const staff = await open()
    await expect.element(staff.getByTitle('Transfer payment', { exact: true })).toBeVisible()
    await staff.unmount()
    const agent = await open({ by: 'agent' })
    await expect.element(agent.getByTitle('Internal use only', { exact: true })).toBeVisible()
  })
})

describe('Transfer Payment dialog', () => {
  const [place] = getExample(getPolicyTransactions).payload
  const openForm = async () => {
    const screen = await open({ address: '9 Source Demo Way, Tampa' })
    await transferButtons(screen).click()
    const form = screen.getByRole('dialog', { name: 'Transfer Payment' })
    return {
      screen,
      form,
      amount: form.getByLabelText('Amount', { exact: true }),
      recipient: form.getByLabelText('Recipient policy number'),
      transfer: form.getByRole('button', { name: 'Transfer', exact: true }),
      address: form.getByText(`${place?.addr1}, ${place?.city}, ${place?.state} ${place?.zip}`),
    }
  }

  it('shows the source policy, the maximum amount and the recipient address [D096] [D261] [P113]', async () => {
    const { form, amount, recipient, transfer, address } = await openForm()
    await expect.element(form.getByText('RFL3000101', { exact: true })).toBeVisible()
    await expect.element(form.getByText('9 Source Demo Way, Tampa')).toBeVisible()
    await expect.element(form.getByText('$500.00')).toBeVisible()
    await expect.element(form.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect.element(transfer).toBeVisible()
    await expect.element(amount).toBeVisible()
    await recipient.fill('RFL3000102')
    await expect.element(address).toBeVisible()
    expect(getRequests(getPolicyTransactions)).toHaveLength(1)
  })

  it('looks up the recipient once, 150 ms after the last keystroke [D261] [C147]', async () => {
    const { recipient, address } = await openForm()
    await expect.element(recipient).toBeVisible()
    const input = recipient.element() as HTMLInputElement
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const policyNo of ['RFL3000108', 'RFL3000109', 'RFL3000102']) {
      // Dispatches the event inside the page. An event from the test driver takes real time, during which the fake
      // clock may advance.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, policyNo)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await waitForPaint()
      await vi.advanceTimersByTimeAsync(149)
      await waitForPaint()
      expect(getRequests(getPolicyTransactions), policyNo).toHaveLength(0)
    }
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.element(address).toBeVisible()
    const paths = getRequests(getPolicyTransactions).map(({ url }) => new URL(url).pathname)
    expect(paths).toEqual([expect.stringContaining('/RFL3000102/')])
  })

  it('requires a recipient, and an amount that is positive and at most the maximum [C142] [C143] [C145] [D259]', async () => {
    const { amount, recipient, transfer } = await openForm()
    await amount.fill('5')
    await expect.element(transfer).toHaveAttribute('aria-disabled', 'true')
    await recipient.fill('RFL3000102')
    await expect.element(transfer).not.toHaveAttribute('aria-disabled', 'true')
    for (const [given, isDisabled] of [
      ['0', true],
      ['500.01', true],
      ['500', false],
    ] as const) {
      await amount.fill(given)
      if (isDisabled) await expect.element(transfer).toHaveAttribute('aria-disabled', 'true')
      else await expect.element(transfer).not.toHaveAttribute('aria-disabled', 'true')
    }
  })

  it('rounds the amount to cents on blur, and is submitted only once [C144] [C146] [D259] [D260]', async () => {
    keepRequestsPending(transferPayment)
    const { form, amount, recipient, transfer } = await openForm()
    await amount.fill('5')
    await recipient.fill('RFL3000102')
    await expect.element(amount).toHaveValue('5.00')
    await transfer.click()
    const busy = form.getByRole('button', { name: 'Transferring…' })
    await expect.element(busy).toHaveAttribute('aria-disabled', 'true')
    await busy.click({ force: true })
    expect(getRequests(transferPayment)).toHaveLength(1)
  })

  it('shows a confirmation after the transfer, and is empty when opened again [C116] [C225] [D191] [D378]', async () => {
    const { screen, form, amount, recipient, transfer, address } = await openForm()
    await amount.fill('5')
    await recipient.fill('RFL3000102')
    await expect.element(address).toBeVisible()
    await transfer.click()
    await expect.element(screen.getByText('Transfer has been applied successfully!', { exact: true })).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    await transferButtons(screen).click()
    await expect.element(amount).toHaveValue('')
    await expect.element(recipient).toHaveValue('')
    await expect.element(address).not.toBeInTheDocument()
  })

  it('shows an error response or an unexpected message in an Error alert [D188] [D377]', async () => {
    const { form, amount, recipient, transfer } = await openForm()
    await amount.fill('5')
    await recipient.fill('RFL3000102')
    const alert = form.getByRole('alert')
    respondWithError(transferPayment, 422, { message: "You've already transfered this payment." })
    await transfer.click()
    await expect.element(alert).toHaveTextContent("ErrorYou've already transfered this payment.")
    respondWith(transferPayment, { ...getExample(transferPayment), message: 'The other policy is closed.' })
    await transfer.click()
    await expect.element(alert).toHaveTextContent('ErrorThe other policy is closed.')
  })

  it('treats an unknown recipient as not found, without an error [C148] [D379]', async () => {
    const { screen, recipient, address } = await openForm()
    await recipient.fill('RFL3000102')
    await expect.element(address).toBeVisible()
    respondWithError(getPolicyTransactions, 404, { message: 'There is no such policy.' })
    await recipient.fill('RFL3999998')
    await expect.element(address).not.toBeInTheDocument()
    await expect.poll(() => getRequests(getPolicyTransactions).length).toBe(2)
    await expect.element(screen.getByText('The address of the recipient policy appears here.')).toBeVisible()
    expect(screen.getByRole('alert').elements()).toEqual([])
  })
})

describe('Apply Check dialog', () => {
  const openForm = async () => {
    const screen = await open({ may: ['applyCheck'], by: 'agent' })
    await screen.getByRole('button', { name: 'Apply Check' }).click()
    const form = screen.getByRole('dialog', { name: 'Apply Check' })
    for (const [label, value] of [
      ['Check number', '0001042'],
      ['Amount', '1317.75'],
      ['Remitter name', 'Marina Sample'],
      ['Memo', 'Premium'],
      ['Deposit date', '2026-11-19'],
    ] as const)
      await form.getByLabelText(label, { exact: true }).fill(value)
    return { screen, form, apply: form.getByRole('button', { name: 'Apply Check', exact: true }) }
  }

  it('is offered only if the server allows check payments [C158] [D293]', async () => {
    const screen = await open({ may: [], by: 'agent' })
    await expect.element(screen.getByRole('table', { name: 'Payments' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Apply Check' })).not.toBeInTheDocument()
  })

  it('shows a confirmation after the check was applied [C211] [D293] [D373] [D133]', async () => {
    const { screen, apply } = await openForm()
    await apply.click()
    await expect.element(screen.getByText('Check was successfully applied!', { exact: true })).toBeVisible()
    expect(await getRequests(payByCheck)[0]?.json()).toEqual({
      ...{ checkNo: '0001042', payeeName: 'Marina Sample', memo: 'Premium', amount: 1317.75, createdAt: '2026-11-19' },
    })
  })

  it('shows an error on failure, and disables Apply during the request [D245] [D373]', async () => {
    const { form, apply } = await openForm()
    respondWithError(payByCheck, 409, { message: 'The check was applied before.' })
    await apply.click()
    await expect
      .element(form.getByRole('alert'))
      .toHaveTextContent('There was an error applying this check. The check was applied before.')
    keepRequestsPending(payByCheck)
    await apply.click()
    await expect.element(form.getByRole('button', { name: 'Applying…' })).toHaveAttribute('aria-disabled', 'true')
  })
})
