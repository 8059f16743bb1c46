import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  insuredName: string
  amountCents: number
  method: string
  reason: string
  dueCents: number
  link: string
}

export const agencyAutoPayFailedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Automatic payment failed: policy {{policyNo}}',
  preview: '{{amountCents|money}} could not be collected and is not retried.',
  blocks: [
    createHeading('An automatic payment failed'),
    createParagraph(
      'Hello {{firstName}}, the automatic payment below could not be collected and is not retried. The policyholder has been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Method', '{{method}}'],
      ['Reason', '{{reason}}'],
      ['Balance', '{{dueCents|money}}'],
    ),
    createButton('View the policy', '{{link}}'),
    createNote('If the amount remains unpaid, we will send a past-due notice.'),
  ],
  sample: {
    ...{ ...samplePolicy, ...samplePayment, amountCents: 10_981, dueCents: 120_791, insuredName: 'Marina Sample' },
    reason: 'Your card was declined.',
  },
})
