import {
  createButton,
  createFactList,
  createHeading,
  createNote,
  createParagraph,
  type DueFacts,
  dueRows,
} from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePayment, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  amountCents: number
  method: string
  link: string
}

export const paymentTransferredEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'We transferred a payment from policy {{policyNo}}',
  preview: '{{amountCents|money}} was transferred to another policy.',
  blocks: [
    createHeading('We transferred a payment'),
    createParagraph('Hello {{firstName}}, we transferred the amount below from your policy to another policy.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Paid with', '{{method}}'],
      ...dueRows,
    ),
    createButton('View my policy', '{{link}}'),
    createNote('If you do not expect this, contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, ...samplePayment, ...sampleDue },
})
