import { type ComposedPdf, money, Sheet } from './sheet.ts'

export interface ReceiptFacts {
  receiptNo: string
  policyNo: string
  insuredName: string
  propertyAddress: string
  payerName: string
  /** "Visa ending in 4242", "Check 1001", "Bank account ending in 6789". */
  method: string
  /** Formatted as on the screens: "11/20/2026, 12:30 PM". */
  paidAt: string
  /** The amount applied to the policy. */
  amountCents: number
  feeCents: number
  /** The policy's balance after the payment. */
  balanceCents: number
  issuedAt: Date
}

/** Renders the receipt of a payment. */
export function receipt(facts: ReceiptFacts): Promise<ComposedPdf> {
  const sheet = new Sheet({ title: 'Receipt', reference: `Receipt ${facts.receiptNo}`, issuedAt: facts.issuedAt })
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
      [`Payment applied to policy ${facts.policyNo}`, money(facts.amountCents)],
      ...(facts.feeCents ? [['Transaction fee', money(facts.feeCents)]] : []),
    ],
    ['Total paid', money(facts.amountCents + facts.feeCents)],
  )
  sheet.facts([['Balance due after this payment', money(facts.balanceCents)]])
  sheet.closing('Thank you. Please keep this receipt for your records.')
  return sheet.finish()
}
