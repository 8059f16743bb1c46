import type { SetupIntent, Stripe, StripeCardNumberElement, StripeError } from '@stripe/stripe-js'
import type { PolicyTransaction } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { confirmBankSetup } from './bank-setup.ts'
import { confirmCardSetup, createCardPaymentMethod } from './card-setup.ts'

const transaction = { addr1: '1200 Bayshore', city: 'Tampa', state: 'FL', zip: '33606' } as PolicyTransaction
const account = {
  payerName: 'Marina Sample',
  email: 'marina.sample@example.com',
  routingNumber: '110000000',
  accountNumber: '000123456789',
  accountType: 'checking',
} as const
const card = { id: 'pm_1', brand: 'visa', country: 'US', isSaved: false }

const mockStripe = (response: { setupIntent?: Partial<SetupIntent>; error?: Partial<StripeError> }) =>
  ({
    confirmUsBankAccountSetup: async () => response,
    confirmCardSetup: async () => response,
    createPaymentMethod: async () => response,
  }) as unknown as Stripe

describe('bank account setup', () => {
  it('returns the payment method of an accepted account [C101]', async () => {
    const stripe = mockStripe({ setupIntent: { status: 'succeeded', payment_method: 'pm_bank' } })
    expect(await confirmBankSetup(stripe, 'seti_secret', account, transaction)).toBe('pm_bank')
  })
  it('throws the specified message when validation fails [C214]', async () => {
    const stripe = mockStripe({ setupIntent: { status: 'requires_payment_method', payment_method: null } })
    await expect(confirmBankSetup(stripe, 'seti_secret', account, transaction)).rejects.toThrow(
      'This payment method has failed validation, please check the account and routing number provided.',
    )
  })
  it("throws Stripe's message when Stripe rejects the account [P387]", async () => {
    const stripe = mockStripe({ error: { message: 'You must provide a valid account number.' } })
    await expect(confirmBankSetup(stripe, 'seti_secret', account, transaction)).rejects.toThrow(
      'You must provide a valid account number.',
    )
  })
  it('fails without a client secret [C216]', async () => {
    await expect(confirmBankSetup(mockStripe({}), undefined, account, transaction)).rejects.toThrow(
      'We are unable to collect payment at this time. If this issue persists please contact support.',
    )
  })
  it('fails without a payment method [C135]', async () => {
    const stripe = mockStripe({ setupIntent: { status: 'succeeded', payment_method: null } })
    await expect(confirmBankSetup(stripe, 'seti_secret', account, transaction)).rejects.toThrow(
      'no payment method found',
    )
  })
})

describe('card setup', () => {
  it("throws Stripe's message when Stripe rejects the card [C217] [P387]", async () => {
    const stripe = mockStripe({ error: { message: 'Your card was declined.' } })
    await expect(confirmCardSetup(stripe, 'seti_secret', card)).rejects.toThrow('Your card was declined.')
    await expect(
      createCardPaymentMethod(
        stripe,
        {} as StripeCardNumberElement,
        { name: 'M', email: 'm@example.com' },
        transaction,
      ),
    ).rejects.toThrow('Your card was declined.')
  })
  it('throws the specified message when Stripe returns no message [C217]', async () => {
    await expect(confirmCardSetup(mockStripe({ error: {} }), 'seti_secret', card)).rejects.toThrow(
      'An unexpected error occured',
    )
  })
  it('fails without a client secret [C216]', async () => {
    await expect(confirmCardSetup(mockStripe({}), undefined, card)).rejects.toThrow('We are unable to collect payment')
  })
})
