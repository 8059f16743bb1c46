import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  change: string
  dueOn: string
  link: string
}

export const mortgageeChangeRequestedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Mortgagee change requested: policy {{policyNo}}',
  preview: 'We will decide by {{dueOn|day}}. Nothing changes until then.',
  blocks: [
    createHeading('We received your request'),
    createParagraph(
      'Hello {{firstName}}, we received your request to change the mortgagee of your policy. We will review your documents and decide by {{dueOn|day}}. Nothing changes until we approve the request.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Change', '{{change}}'],
      ['Decision by', '{{dueOn|day}}'],
    ),
    createButton('View my policy', '{{link}}'),
    createNote(
      'If you did not send this request, withdraw it on your policy page and email {{supportEmail}} right away.',
    ),
  ],
  sample: {
    ...samplePolicy,
    change: 'Replace Gulf Demo Bank with Bay Sample Bank',
    dueOn: '2026-11-25',
  },
})
