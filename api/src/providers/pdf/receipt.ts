import { formatDollars } from './format-amount.ts'
import { type ComposedPdf, SheetWriter } from './sheet.ts'

export interface ReceiptData {
  receiptNo: string
  policyNo: string
  insuredName: string
  propertyAddress: string
  payerName: string
  /** Payment method: "Visa ending in 4242", "Check 1001", "Bank account ending in 6789". */
  method: string
  /** Time of the payment, formatted as on the screens: "11/20/2026, 12:30 PM". */
  paidAt: string
  /** Amount applied to the policy. */
  amountCents: number
  feeCents: number
  /** Policy balance after the payment. */
  balanceCents: number
  issuedAt: Date
}

/** Renders the receipt of a payment. */
export function renderReceipt(facts: ReceiptData): Promise<ComposedPdf> {
  const sheet = new SheetWriter({ title: 'Receipt', reference: `Receipt ${facts.receiptNo}`, issuedAt: facts.issuedAt })
  sheet.facts([
    ['Receipt number', facts.receiptNo],
    ['Date of payment', facts.paidAt],
    ['Received from', facts.payerName],
    ['Paid with', facts.method],
    ['Policy number', facts.policyNo],
    ['Insured', facts.insuredName],
    ['Insured property', facts.propertyAddress],
  ])
  sheet.section('Payment')
  sheet.table(
    ['Description', 'Amount'],
    [
      [`Payment applied to policy ${facts.policyNo}`, formatDollars(facts.amountCents)],
      ...(facts.feeCents ? [['Card fee', formatDollars(facts.feeCents)]] : []),
    ],
    ['Total paid', formatDollars(facts.amountCents + facts.feeCents)],
  )
  sheet.facts([['Balance due after this payment', formatDollars(facts.balanceCents)]])
  sheet.closing('Thank you. Please keep this receipt for your records.')
  return sheet.finish()
}
