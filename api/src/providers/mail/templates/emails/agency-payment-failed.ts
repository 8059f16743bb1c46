import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy, sampleDue, samplePayment } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  insuredName: string
  address: string
  amountCents: number
  method: string
  reason: string
  link: string
}

export const agencyPaymentFailedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'A payment for policy {{policyNo}} failed',
  preview: '{{amountCents|money}} could not be collected: {{reason}}',
  blocks: [
    createHeading('A payment failed'),
    createParagraph('Hello {{firstName}}, the payment below failed, and the amount is owed again.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Method', '{{method}}'],
      ['Reason', '{{reason}}'],
      ...dueRows,
    ),
    createParagraph('The insured was notified. You can also pay by another method.'),
    createButton('View the policy', '{{link}}'),
  ],
  sample: { ...sampleAgencyPolicy, ...samplePayment, reason: 'insufficient funds', ...sampleDue },
})
