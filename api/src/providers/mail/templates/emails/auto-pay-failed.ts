import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  amountCents: number
  method: string
  reason: string
  /** Sentences that say whether and when the charge is retried, and how to pay instead. */
  nextStep: string
  dueCents: number
  link: string
}

export const autoPayFailedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Your automatic payment for policy {{policyNo}} did not go through',
  preview: '{{nextStep}}',
  blocks: [
    createHeading('Your automatic payment did not go through'),
    createParagraph('Hello {{firstName}}, we could not collect the automatic payment below. You were not charged.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Method', '{{method}}'],
      ['Reason', '{{reason}}'],
      ['Balance', '{{dueCents|money}}'],
    ),
    createParagraph('{{nextStep}}'),
    createButton('Pay now', '{{link}}'),
  ],
  sample: {
    ...{ ...samplePolicy, ...samplePayment, amountCents: 10_981, dueCents: 120_791 },
    reason: 'Your card has insufficient funds.',
    nextStep: 'We will try again on 12/18/2026. To avoid that, pay before that date.',
  },
})
