import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { parseTransactionMeta, sortByPostDate } from '../base/transaction-meta.ts'
import { PaymentError } from './payment-error.ts'

/**
 * Returns the policy's Stripe key.
 * @throws {PaymentError} if the key is missing
 */
export function requireStripeKey({ stripeKey }: Partial<Pick<PolicyConfirmation, 'stripeKey'>>): string {
  if (!stripeKey) throw new PaymentError('no stripeKey in confirmation')
  return stripeKey
}

export function requirePaymentMethodId(id: string | null | undefined): string {
  if (!id) throw new PaymentError('no payment method found')
  return id
}

/**
 * Returns the quote number of the policy, from the newest transaction that has one.
 * @throws {PaymentError} if no transaction has a quote number
 */
export function requireQuoteNumber(transactions: readonly PolicyTransaction[]): string {
  const found = sortByPostDate(transactions)
    .reverse()
    .map((transaction) => parseTransactionMeta(transaction).quoteNumber)
    .find(Boolean)
  if (!found) throw new PaymentError('quoteNumber required')
  return found
}

/** Returns the newest transaction that has the insured's address, if any. */
export const findTransactionWithAddress = (transactions: readonly PolicyTransaction[]) =>
  sortByPostDate(transactions)
    .reverse()
    .find((transaction) => {
      const { addressID, addressDataVersion } = parseTransactionMeta(transaction)
      return addressID !== undefined && addressDataVersion !== undefined
    })

/**
 * Returns the transaction with the insured's address, which is the billing address of a card payment (PAY-19).
 * @throws {PaymentError} if no transaction has an address
 */
export function requireTransactionWithAddress(transactions: readonly PolicyTransaction[]): PolicyTransaction {
  const found = findTransactionWithAddress(transactions)
  if (!found) throw new PaymentError('Address id and/or version missing')
  return found
}
