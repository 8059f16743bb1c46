import type { PolicyInvoice } from '@tideline/sdk'

/** Returns the payer of an invoice: the agent if an agent made the first payment, otherwise the insured (BIL-11). */
export const getInvoicePayer = ({ invoicePayments }: Pick<PolicyInvoice, 'invoicePayments'>): 'Agent' | 'Insured' =>
  invoicePayments[0]?.createdAtUserType === 1 ? 'Agent' : 'Insured'

/** Returns the column totals in dollars. Adds the amounts in cents to avoid rounding errors. */
export function calculateInvoiceTotals(invoices: readonly Pick<PolicyInvoice, 'grossPremium' | 'totalPremium'>[]) {
  const sum = (key: 'grossPremium' | 'totalPremium') =>
    invoices.reduce((cents, invoice) => cents + Math.round(invoice[key] * 100), 0) / 100
  return { premium: sum('grossPremium'), total: sum('totalPremium') }
}

/**
 * Returns the label and amount to display: "Amount Due", or "Refund Amount" if `due` is negative. The returned amount
 * is never negative.
 */
export const getOpenAmount = (due: number) =>
  due < 0 ? { label: 'Refund Amount', amount: -due } : { label: 'Amount Due', amount: due }

/**
 * Returns the last eight characters of an invoice id. If another invoice ends the same way, as in the demo data,
 * returns a longer ending.
 */
export function shortenInvoiceId(invoiceId: string, all: readonly string[]) {
  const end = invoiceId.slice(-8)
  const isUnique = all.filter((id) => id.endsWith(end)).length <= 1
  return (isUnique ? end : invoiceId.split('-').slice(-2).join('-')).toUpperCase()
}
