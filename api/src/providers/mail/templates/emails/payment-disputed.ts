import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePayment, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  amountCents: number
  method: string
  link: string
}

export const paymentDisputedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'A payment for policy {{policyNo}} was disputed',
  preview: 'Your bank reversed {{amountCents|money}}.',
  blocks: [
    createHeading('A payment was disputed'),
    createParagraph(
      'Hello {{firstName}}, the account holder disputed the payment below, and the bank reversed it. The amount is owed again.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Method', '{{method}}'],
      ...dueRows,
    ),
    createParagraph('If this is a mistake, ask your bank to withdraw the dispute, or pay by another method.'),
    createButton('Pay now', '{{link}}'),
  ],
  sample: { ...samplePolicy, ...samplePayment, ...sampleDue },
})
