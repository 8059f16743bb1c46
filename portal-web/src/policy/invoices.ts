import type { PolicyInvoice } from '@tideline/sdk'

/** Who paid an invoice: the agent when its first payment was an agent's, else the insured (BIL-11). */
export const paidBy = ({ invoicePayments }: Pick<PolicyInvoice, 'invoicePayments'>): 'Agent' | 'Insured' =>
  invoicePayments[0]?.createdAtUserType === 1 ? 'Agent' : 'Insured'

/** What the columns add up to, in dollars; cents are added, so that nothing is lost in between. */
export function getTotals(invoices: readonly Pick<PolicyInvoice, 'grossPremium' | 'totalPremium'>[]) {
  const sum = (key: 'grossPremium' | 'totalPremium') =>
    invoices.reduce((cents, invoice) => cents + Math.round(invoice[key] * 100), 0) / 100
  return { premium: sum('grossPremium'), total: sum('totalPremium') }
}

/** What is open: an amount due, or below zero a refund as a positive figure. */
export const openAmount = (due: number) =>
  due < 0 ? { label: 'Refund Amount', amount: -due } : { label: 'Amount Due', amount: due }

/** What tells the invoices of a policy apart at a glance: the end of an id is by chance, its beginning by time. */
export const shortId = (invoiceId: string) => invoiceId.replaceAll('-', '').slice(-8).toUpperCase()
