import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  amountCents: number
  dueDate: string
}

export const pastDue = defineEmail<Values>({
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
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Amount due', '{{amountCents|money}}'],
      ['Due date', '{{dueDate|day}}'],
    ),
    createButton('Pay now', '{{link}}'),
    createNote(
      'The link is only for you and works once. You will be asked for your phone number and ZIP code. The payment page shows what is due when you open it.',
    ),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, amountCents: 131775, dueDate: '2026-12-20' },
})
