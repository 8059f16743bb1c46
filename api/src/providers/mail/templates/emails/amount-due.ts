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

export const amountDue = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: '{{amountCents|money}} is due for policy {{policyNo}}',
  preview: 'Please pay by {{dueDate|day}}.',
  blocks: [
    createHeading('A payment is due'),
    createParagraph('Hello {{firstName}}, please pay the amount below by {{dueDate|day}}.'),
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
