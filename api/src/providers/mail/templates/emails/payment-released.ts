import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  amountCents: number
  reason: string
  link: string
}

export const paymentReleasedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: 'Your card was not charged for policy {{policyNo}}',
  preview: 'Your bank has released its hold of {{amountCents|money}}.',
  blocks: [
    createHeading('Your card was not charged'),
    createParagraph(
      'Hello {{firstName}}, your bank held the amount below for a payment that was not completed. The hold has been released; some banks take a few days to show this.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Held', '{{amountCents|money}}'],
      ['Charged', '$0.00'],
      ['Why', '{{reason}}'],
      ...dueRows,
    ),
    createButton('View my policy', '{{link}}'),
  ],
  sample: {
    ...samplePolicy,
    amountCents: 135627,
    reason: 'The policy has since been paid by another method.',
    ...sampleDue,
  },
})
