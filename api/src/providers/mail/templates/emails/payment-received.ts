import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  amountCents: number
  method: string
  paidAt: string
  link: string
}

export const paymentReceivedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'We received your payment for policy {{policyNo}}',
  preview: '{{amountCents|money}} was received. Thank you.',
  blocks: [
    createHeading('Thank you, {{firstName}}'),
    createParagraph('Your payment has been received.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Paid with', '{{method}}'],
      ['Received', '{{paidAt|moment}}'],
    ),
    createButton('View my policy', '{{link}}'),
  ],
  sample: { ...samplePolicy, ...samplePayment, paidAt: sampleTime },
})
