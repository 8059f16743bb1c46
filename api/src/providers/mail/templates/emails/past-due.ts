import {
  type AmountDueValues,
  createAmountDueFacts,
  createButton,
  createHeading,
  createNote,
  createParagraph,
  createPayLinkNote,
} from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

export const pastDueEmail = defineEmail<AmountDueValues>({
  audience: 'policyholder',
  version: 2,
  subject: 'Your payment for policy {{policyNo}} is past due',
  preview: '{{amountCents|money}} was due on {{dueDate|day}}.',
  blocks: [
    createHeading('Your payment is past due'),
    createParagraph(
      'Hello {{firstName}}, the payment below was due on {{dueDate|day}}. Pay now to keep your coverage.',
    ),
    createParagraph('If the amount remains unpaid, we will send a notice of cancellation.'),
    createAmountDueFacts(),
    createButton('Pay now', '{{link}}'),
    createPayLinkNote(),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, amountCents: 131775, dueDate: '2026-12-20' },
})
