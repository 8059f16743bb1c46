import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  amountCents: number
  method: string
  paidAt: string
  /** Sentences about the amounts that are refunded or on hold, with their recipients. */
  moneyWords: string
  link: string
}

export const latePaymentEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Your payment for policy {{policyNo}} arrived after cancellation',
  preview: '{{moneyWords}}',
  blocks: [
    createHeading('Your payment arrived after cancellation'),
    createParagraph(
      'Hello {{firstName}}, your payment arrived after the policy was cancelled. It does not restore coverage.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Paid with', '{{method}}'],
      ['Received', '{{paidAt|moment}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View my policy', '{{link}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: {
    ...samplePolicy,
    ...samplePayment,
    paidAt: sampleTime,
    moneyWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
  },
})
