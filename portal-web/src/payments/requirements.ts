import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { byPostDate, getMeta } from '../base/transaction-meta.ts'
import { PaymentProblem } from './payment-problem.ts'

/** The card and bank flow stops with these words when something it needs is missing. */
export function requireStripeKey({ stripeKey }: Partial<Pick<PolicyConfirmation, 'stripeKey'>>): string {
  if (!stripeKey) throw new PaymentProblem('no stripeKey in confirmation')
  return stripeKey
}

export function requirePaymentMethodId(id: string | null | undefined): string {
  if (!id) throw new PaymentProblem('no payment method found')
  return id
}

/** The quote that the policy was bound from: in the meta of any transaction, the newest first. */
export function requireQuoteNumber(transactions: readonly PolicyTransaction[]): string {
  const found = byPostDate(transactions)
    .reverse()
    .map((transaction) => getMeta(transaction).quoteNumber)
    .find(Boolean)
  if (!found) throw new PaymentProblem('quoteNumber required')
  return found
}

/** The transaction that names the insured address, if there is one. */
export const findAddressed = (transactions: readonly PolicyTransaction[]) =>
  byPostDate(transactions)
    .reverse()
    .find((transaction) => {
      const { addressID, addressDataVersion } = getMeta(transaction)
      return addressID !== undefined && addressDataVersion !== undefined
    })

/** The same for the card flow, which stops without it: the billing address comes from there (PAY-19). */
export function requireAddressed(transactions: readonly PolicyTransaction[]): PolicyTransaction {
  const found = findAddressed(transactions)
  if (!found) throw new PaymentProblem('Address id and/or version missing')
  return found
}
