import {
  type AmountDueValues,
  createAmountDueFacts,
  createButton,
  createHeading,
  createNote,
  createParagraph,
} from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

export const lenderHasNotPaidEmail = defineEmail<AmountDueValues>({
  audience: 'policyholder',
  version: 1,
  subject: 'Your lender has not paid the premium for policy {{policyNo}}',
  preview: 'Please ask your lender to pay by {{dueDate|day}}.',
  blocks: [
    createHeading('Your lender has not paid yet'),
    createParagraph(
      'Hello {{firstName}}, we sent your lender the invoice below and have not received the payment. We have sent a second notice.',
    ),
    createParagraph('Please ask your lender to pay by {{dueDate|day}}, or pay the amount yourself.'),
    createAmountDueFacts(),
    createButton('View policy', '{{link}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, amountCents: 131775, dueDate: '2026-12-20' },
})
