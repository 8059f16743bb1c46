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

export const agencyNonRenewalEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Nonrenewal: policy {{policyNo}}',
  preview: 'Coverage ends with the term, on {{expirationDate|day}}.',
  blocks: [
    createHeading('A policy will not be renewed'),
    createParagraph(
      'Hello {{firstName}}, the policy below stays in force until the end of its term and will not be renewed. The policyholder and all lienholders have been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Coverage ends', '{{expirationDate|day}}'],
    ),
    createButton('View the policy', '{{link}}'),
    createNote('Contact the policyholder before then if other coverage is needed.'),
  ],
  sample: { ...sampleAgencyPolicy, expirationDate: '2026-12-15' },
})
