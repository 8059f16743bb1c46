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

export const amountDueEmail = defineEmail<AmountDueValues>({
  audience: 'policyholder',
  version: 2,
  subject: '{{amountCents|money}} is due for policy {{policyNo}}',
  preview: 'Please pay by {{dueDate|day}}.',
  blocks: [
    createHeading('A payment is due'),
    createParagraph('Hello {{firstName}}, please pay the amount below by {{dueDate|day}}.'),
    createAmountDueFacts(),
    createButton('Pay now', '{{link}}'),
    createPayLinkNote(),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, amountCents: 131775, dueDate: '2026-12-20' },
})
