import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePayment, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  amountCents: number
  method: string
  reason: string
  link: string
}

export const paymentFailedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: 'Your payment for policy {{policyNo}} did not go through',
  preview: '{{amountCents|money}} could not be collected: {{reason}}',
  blocks: [
    createHeading('Your payment did not go through'),
    createParagraph('Hello {{firstName}}, we could not collect the payment below.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Method', '{{method}}'],
      ['Reason', '{{reason}}'],
      ...dueRows,
    ),
    createParagraph('Please pay again, with the same or another method, so that your policy stays in force.'),
    createButton('Pay now', '{{link}}'),
  ],
  sample: { ...samplePolicy, ...samplePayment, reason: 'insufficient funds', ...sampleDue },
})
