import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  receiptNo: string
  amountCents: number
  feeCents: number
  totalCents: number
  method: string
  paidAt: string
  link: string
}

export const receiptEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Receipt {{receiptNo}} for policy {{policyNo}}',
  preview: 'Receipt for {{totalCents|money}}.',
  blocks: [
    createHeading('Receipt'),
    createParagraph('Thank you for your payment, {{firstName}}. Please keep this receipt for your records.'),
    createFactList(
      ['Receipt', '{{receiptNo}}'],
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Date', '{{paidAt|moment}}'],
      ['Paid with', '{{method}}'],
      ['Applied to the policy', '{{amountCents|money}}'],
      ['Card fee', '{{feeCents|money}}'],
      ['Total', '{{totalCents|money}}'],
    ),
    createButton('Open the receipt', '{{link}}'),
  ],
  sample: {
    ...samplePolicy,
    ...samplePayment,
    receiptNo: 'R-1',
    feeCents: 3852,
    totalCents: 135627,
    paidAt: sampleTime,
  },
})
