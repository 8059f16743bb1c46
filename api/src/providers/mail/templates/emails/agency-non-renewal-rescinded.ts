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

export const agencyNonRenewalRescindedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Nonrenewal rescinded: policy {{policyNo}}',
  preview: 'The policy will be renewed when its term ends on {{expirationDate|day}}.',
  blocks: [
    createHeading('A nonrenewal is rescinded'),
    createParagraph(
      'Hello {{firstName}}, the notice of nonrenewal for the policy below no longer applies. The policyholder and all lienholders have been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Term ends', '{{expirationDate|day}}'],
    ),
    createButton('View the policy', '{{link}}'),
    createNote('No action is needed. We will email you when the renewal is bound.'),
  ],
  sample: { ...sampleAgencyPolicy, expirationDate: '2026-12-15' },
})
