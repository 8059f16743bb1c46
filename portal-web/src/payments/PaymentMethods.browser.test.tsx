import type { PaymentMethod } from '@tideline/sdk'
import {
  getTransactionFee,
  listPaymentMethods,
  removePaymentMethod,
  updatePaymentMethod,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { getRequests, respondWith, respondWithError, waitForResponses } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { PaymentMethodsCard } from './PaymentMethods.card.tsx'

/** Mocks Stripe's script, which loads from another host. Saved methods do not need it. */
vi.mock('./stripe.ts', () => ({
  loadStripeForKey: async () => ({
    elements: () => ({ create: vi.fn(), getElement: () => null, on: vi.fn() }),
    createToken: vi.fn(),
    createPaymentMethod: vi.fn(),
    confirmCardPayment: vi.fn(),
  }),
}))

const card = (changes: Partial<PaymentMethod> = {}, stripe: Partial<PaymentMethod['stripePaymentMethod']> = {}) =>
  ({
    id: '9a6f3d0e-51c2-4f5b-8a77-0a3000102002',
    stripePaymentMethodId: 'pm_1Card',
    stripePaymentMethod: {
      ...{
        paymentType: 'card',
        cardBrand: 'visa',
        cardCountry: 'US',
        lastFourDigits: '4242',
        expiration: '08/2029',
        bankName: null,
      },
      ...stripe,
    },
    default: true,
    optInAutoPayRenewal: true,
    createdAt: '2026-11-02T09:05:40Z',
    ...changes,
  }) as PaymentMethod
const other = card({ id: '9a6f3d0e-51c2-4f5b-8a77-0a3000102003', stripePaymentMethodId: 'pm_1Other', default: false })

const may = ['updatePaymentMethod', 'removePaymentMethod'] as const

async function open(
  methods: PaymentMethod[] = [card(), other],
  seen: Parameters<typeof buildConfirmationPolicy>[0] = {},
) {
  respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: methods })
  const screen = await renderScreen(<PaymentMethodsCard policy={buildConfirmationPolicy({ may, ...seen })} />)
  return { screen, grid: screen.getByRole('table', { name: 'Payment methods' }) }
}

describe('PaymentMethodsCard', () => {
  it('lists the payment methods in a grid [C258] [D086] [D087]', async () => {
    const { screen, grid } = await open([card(), card({ id: 'bank' }, { expiration: null, lastFourDigits: '6789' })])
    await expandSections('Payment Methods')
    await expect.element(grid).toBeVisible()
    const headers = screen.getByRole('columnheader').elements()
    expect(headers.map((header) => header.textContent).slice(0, 5)).toEqual([
      ...['Brand', 'Last Four', 'Expiration', 'Default', 'Created'],
    ])
    const [first, second] = grid.getByRole('row').elements().slice(1)
    expect(first?.textContent).toMatch(/Visa.*Ending in 4242.*Expires 08\/2029/)
    expect(second?.textContent).toMatch(/Ending in 6789--/)
  })

  it('shows a separate mark for each known brand and a generic mark for others [C258] [D135]', async () => {
    const brands = ['visa', 'mastercard', 'jcb', 'discover', 'amex', 'diners', 'bank', 'other'] as const
    const { grid } = await open(brands.map((cardBrand) => card({ id: cardBrand }, { cardBrand })))
    await expandSections('Payment Methods')
    await expect.element(grid).toBeVisible()
    const marks = [...grid.element().querySelectorAll('svg text')].map((mark) => mark.textContent)
    expect(new Set(marks).size).toBe(brands.length)
    expect(marks.at(-1)).toBe('CARD')
  })

  it('shows a message when no payment method is the default [D088]', async () => {
    const { screen } = await open([other])
    await expandSections('Payment Methods')
    await expect
      .element(screen.getByText('No default payment method set on this policy', { exact: true }))
      .toBeVisible()
  })

  it.each([
    ['a flood policy with auto-pay for the renewal', 1, [card()], true],
    ['a flood policy without auto-pay for the renewal', 1, [card({ optInAutoPayRenewal: false })], false],
    ['an earthquake policy with a payment method', 4, [card({ optInAutoPayRenewal: false })], true],
    ['a policy without a payment method', 4, [], false],
  ] as const)(
    'is shown or hidden by product and renewal setting: %s [C171] [D089]',
    async (_, productId, methods, isShown) => {
      const { screen } = await open([...methods], { productId })
      await waitForResponses(listPaymentMethods)
      expect(getRequests(listPaymentMethods)).toHaveLength(1)
      const heading = screen.getByRole('heading', { name: 'Payment Methods' })
      expect(heading.elements()).toHaveLength(isShown ? 1 : 0)
    },
  )
})

describe('Update Payment Method dialog', () => {
  const openForm = async (seen: Parameters<typeof buildConfirmationPolicy>[0] = {}) => {
    respondWith(getTransactionFee, { statusCode: 200, message: '', payload: fee })
    const { screen } = await open(undefined, seen)
    await screen.getByRole('button', { name: 'Update Payment Method' }).click()
    const form = screen.getByRole('dialog', { name: 'Update Payment Method' })
    return { screen, form, update: form.getByRole('button', { name: 'Update', exact: true }) }
  }
  const sent = () => getRequests(updatePaymentMethod)[0]?.json()
  const fee = { feeYear: 3.46, feeMonthly: 0.56, amountYear: 112.46, amountMonthly: 9.64 }
  const agreeToTheFee = async (form: Locator) => {
    await form.getByRole('button', { name: 'Review card fee' }).click()
    await form.getByRole('checkbox', { name: /I understand the .* card fee/ }).click()
    await form.getByRole('button', { name: 'Update and pay $113.44' }).click()
  }

  it('makes another saved method the default and shows a confirmation [C117] [C220] [D090] [D374]', async () => {
    const { screen, update } = await openForm()
    await update.click()
    await expect.element(screen.getByText('Payment method was successfully updated!', { exact: true })).toBeVisible()
    expect(await sent()).toMatchObject({
      PaymentMethodId: 'pm_1Other',
      Default: true,
      ChargeAfterUpdate: false,
      EmailReceipt: false,
    })
  })

  it.each([
    [
      'earthquake, monthly, unpaid',
      { productId: 4, paymentInterval: 'Monthly', currentlyDue: 109.98, payableAmount: 109.98 },
      true,
    ],
    [
      'flood, monthly, unpaid',
      { productId: 1, paymentInterval: 'Monthly', currentlyDue: 109.98, payableAmount: 109.98 },
      false,
    ],
    [
      'earthquake, yearly, unpaid',
      { productId: 4, paymentInterval: 'Annual', currentlyDue: 1319.76, payableAmount: 1319.76 },
      false,
    ],
    ['earthquake, monthly, paid', { productId: 5, paymentInterval: 'Monthly', currentlyDue: 0, isPaid: true }, false],
  ] as const)('charges the new default immediately only if required: %s [C193]', async (_, policy, isCharged) => {
    const { form, update } = await openForm(policy)
    if (isCharged) await agreeToTheFee(form)
    else await update.click()
    await expect.poll(() => getRequests(updatePaymentMethod).length).toBe(1)
    expect(await sent()).toMatchObject({ ChargeAfterUpdate: isCharged })
  })

  const monthly = { productId: 4, paymentInterval: 'Monthly', currentlyDue: 109.98, payableAmount: 109.98 } as const

  it('shows the card fee and charges the accepted amount', async () => {
    const { form } = await openForm(monthly)
    await expect.element(form.getByText(/We will charge the \$109\.98 due now/)).toBeVisible()
    await form.getByRole('button', { name: 'Review card fee' }).click()
    const facts = form.getByRole('definition')
    await expect.element(facts.first()).toBeVisible()
    expect(facts.elements().map(({ textContent }) => textContent)).toEqual(['$109.98', '$3.46', '$113.44'])
    const [question] = getRequests(getTransactionFee)
    expect(new URL(question?.url ?? '').search).toBe('?amount=109&card=visa&country=US')
    const pay = form.getByRole('button', { name: 'Update and pay $113.44' })
    await expect.element(pay).toHaveAttribute('aria-disabled', 'true')
    expect(getRequests(updatePaymentMethod)).toHaveLength(0)
    await form.getByRole('checkbox', { name: /I understand the \$3\.46 card fee is nonrefundable/ }).click()
    await pay.click()
    await expect.poll(() => getRequests(updatePaymentMethod).length).toBe(1)
    expect(await sent()).toMatchObject({ PaymentMethodId: 'pm_1Other', ChargeAfterUpdate: true, Amount: 113.44 })
  })

  it('requires acceptance of the new fee when the amount has changed', async () => {
    const { form } = await openForm(monthly)
    respondWithError(updatePaymentMethod, 409, {
      code: 'amount_changed',
      message: 'Amount: the amount due is now $115.00.',
    })
    await agreeToTheFee(form)
    await expect
      .element(form.getByRole('alert'))
      .toHaveTextContent('There was an error updating the payment method.Amount: the amount due is now $115.00.')
    await form.getByRole('button', { name: 'Review card fee' }).click()
    await expect.element(form.getByRole('checkbox', { name: /I understand the .* card fee/ })).not.toBeChecked()
    expect(getRequests(getTransactionFee)).toHaveLength(2)
  })

  it('charges a bank account without a fee', async () => {
    const account = { paymentType: 'us_bank_account', cardBrand: 'bank', bankName: 'Bayside Demo Bank' } as const
    const { screen } = await open(
      [card(), card({ id: 'bank', stripePaymentMethodId: 'pm_1Bank', default: false }, account)],
      monthly,
    )
    await screen.getByRole('button', { name: 'Update Payment Method' }).click()
    await screen.getByRole('button', { name: 'Update and pay $109.98' }).click()
    await expect.poll(() => getRequests(updatePaymentMethod).length).toBe(1)
    expect(await sent()).toMatchObject({ PaymentMethodId: 'pm_1Bank', Amount: 109.98 })
    expect(getRequests(getTransactionFee)).toHaveLength(0)
  })

  it('shows an error when the update fails [C219] [D374]', async () => {
    respondWithError(updatePaymentMethod, 422, { message: 'The card has expired.' })
    const { form, update } = await openForm()
    await update.click()
    await expect
      .element(form.getByRole('alert'))
      .toHaveTextContent('There was an error updating the payment method.The card has expired.')
  })
})

describe('Remove Payment Method dialog', () => {
  const openForm = async () => {
    const { screen } = await open()
    await expandSections('Payment Methods')
    await screen
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    const form = screen.getByRole('dialog', { name: 'Remove Payment Method' })
    await expect
      .element(form.getByText('Are you sure you want to remove your payment method?', { exact: true }))
      .toBeVisible()
    return { screen, form, remove: form.getByRole('button', { name: 'Remove' }) }
  }

  it('keeps the payment method when the viewer cancels [C221] [D090] [D375]', async () => {
    const { form } = await openForm()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(getRequests(removePaymentMethod)).toHaveLength(0)
  })

  it('removes the default method and shows a confirmation [C118] [C223] [D376]', async () => {
    const { screen, remove } = await openForm()
    await remove.click()
    await expect.element(screen.getByText('Payment method was successfully removed!', { exact: true })).toBeVisible()
    expect(getRequests(removePaymentMethod)[0]?.url).toMatch(/\/pm_1Card$/)
  })

  it('shows an error when the removal fails [C222] [D376]', async () => {
    respondWithError(removePaymentMethod, 409, { message: 'A payment by it is processing.' })
    const { form, remove } = await openForm()
    await remove.click()
    await expect
      .element(form.getByRole('alert'))
      .toHaveTextContent('There was an error removing the payment method.A payment by it is processing.')
  })

  it('is offered only if the server allows the removal', async () => {
    const { screen, grid } = await open(undefined, { may: [] })
    await expandSections('Payment Methods')
    await expect.element(grid).toBeVisible()
    expect(screen.getByRole('button', { name: /Remove|Update/ }).elements()).toEqual([])
  })
})
