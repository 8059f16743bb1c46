import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  amountCents: number
  dueDate: string
  insuredName: string
}

export const agencyPastDueEmail = defineEmail<Values>({
  audience: 'agency',
  version: 2,
  subject: 'Past due: policy {{policyNo}}',
  preview: '{{amountCents|money}} was due on {{dueDate|day}}.',
  blocks: [
    createHeading('A policy is past due'),
    createParagraph(
      'Hello {{firstName}}, the payment below has not been received. The policyholder has been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Amount due', '{{amountCents|money}}'],
      ['Due date', '{{dueDate|day}}'],
    ),
    createButton('Make a payment', '{{link}}'),
    createNote('If the amount remains unpaid, we will send a notice of cancellation.'),
  ],
  sample: { ...sampleAgencyPolicy, amountCents: 131775, dueDate: '2026-12-20' },
})
