import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  insuredName: string
  link: string
  expirationDate: string
}

export const agencyTermEndedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Coverage ended: policy {{policyNo}}',
  preview: 'The term ended on {{expirationDate|day}} and was not renewed.',
  blocks: [
    createHeading('The term of a policy has ended'),
    createParagraph(
      'Hello {{firstName}}, the term of the policy below has ended and was not renewed. The policyholder and all lienholders have been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Coverage ended', '{{expirationDate|day}}'],
    ),
    createButton('View the policy', '{{link}}'),
    createNote('Losses on or after that date are not covered.'),
  ],
  sample: { ...sampleAgencyPolicy, expirationDate: '2026-12-15' },
})
