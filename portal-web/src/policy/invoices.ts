import type { PolicyInvoice } from '@tideline/sdk'

/** Returns who paid an invoice: the agent if an agent made its first payment, otherwise the insured (BIL-11). */
export const getInvoicePayer = ({ invoicePayments }: Pick<PolicyInvoice, 'invoicePayments'>): 'Agent' | 'Insured' =>
  invoicePayments[0]?.createdAtUserType === 1 ? 'Agent' : 'Insured'

/** Returns the column totals in dollars. Adds cents to avoid rounding errors. */
export function getTotals(invoices: readonly Pick<PolicyInvoice, 'grossPremium' | 'totalPremium'>[]) {
  const sum = (key: 'grossPremium' | 'totalPremium') =>
    invoices.reduce((cents, invoice) => cents + Math.round(invoice[key] * 100), 0) / 100
  return { premium: sum('grossPremium'), total: sum('totalPremium') }
}

/** Returns the open amount: an amount due, or a refund as a positive number if it is negative. */
export const getOpenAmount = (due: number) =>
  due < 0 ? { label: 'Refund Amount', amount: -due } : { label: 'Amount Due', amount: due }

/**
 * Returns the last eight characters of an invoice id. They are random, while the first ones depend on the time and look
 * alike.
 */
export const shortenInvoiceId = (invoiceId: string) => invoiceId.replaceAll('-', '').slice(-8).toUpperCase()
