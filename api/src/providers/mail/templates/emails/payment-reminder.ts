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

export const paymentReminderEmail = defineEmail<AmountDueValues>({
  audience: 'policyholder',
  version: 2,
  subject: 'Reminder: {{amountCents|money}} is due for policy {{policyNo}}',
  preview: 'Please pay by {{dueDate|day}}.',
  blocks: [
    createHeading('Your payment is due soon'),
    createParagraph('Hello {{firstName}}, we have not received the payment below. It is due on {{dueDate|day}}.'),
    createParagraph('If you have already paid, no action is needed.'),
    createAmountDueFacts(),
    createButton('Pay now', '{{link}}'),
    createPayLinkNote(),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, amountCents: 131775, dueDate: '2026-12-20' },
})
