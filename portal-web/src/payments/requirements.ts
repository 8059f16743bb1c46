import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { parseTransactionMeta, sortByPostDate } from '../base/transaction-meta.ts'
import { PaymentError } from './payment-error.ts'

/** Returns the Stripe key. Throws PaymentProblem with the documented message if it is missing. */
export function requireStripeKey({ stripeKey }: Partial<Pick<PolicyConfirmation, 'stripeKey'>>): string {
  if (!stripeKey) throw new PaymentError('no stripeKey in confirmation')
  return stripeKey
}

export function requirePaymentMethodId(id: string | null | undefined): string {
  if (!id) throw new PaymentError('no payment method found')
  return id
}

/**
 * Returns the number of the quote that was bound, from the meta of any transaction, newest first. Throws PaymentProblem
 * if none has it.
 */
export function requireQuoteNumber(transactions: readonly PolicyTransaction[]): string {
  const found = sortByPostDate(transactions)
    .reverse()
    .map((transaction) => parseTransactionMeta(transaction).quoteNumber)
    .find(Boolean)
  if (!found) throw new PaymentError('quoteNumber required')
  return found
}

/** Returns the newest transaction with the insured address, if there is one. */
export const findTransactionWithAddress = (transactions: readonly PolicyTransaction[]) =>
  sortByPostDate(transactions)
    .reverse()
    .find((transaction) => {
      const { addressID, addressDataVersion } = parseTransactionMeta(transaction)
      return addressID !== undefined && addressDataVersion !== undefined
    })

/**
 * Returns the transaction with the insured address for the card flow, which needs it as the billing address (PAY-19).
 * Throws PaymentProblem if there is none.
 */
export function requireTransactionWithAddress(transactions: readonly PolicyTransaction[]): PolicyTransaction {
  const found = findTransactionWithAddress(transactions)
  if (!found) throw new PaymentError('Address id and/or version missing')
  return found
}
