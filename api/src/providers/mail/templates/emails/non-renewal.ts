import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  expirationDate: string
}

export const nonRenewalEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Policy {{policyNo}} will not be renewed',
  preview: 'Coverage ends with the term, on {{expirationDate|day}}.',
  blocks: [
    createHeading('Your policy will not be renewed'),
    createParagraph(
      'Hello {{firstName}}, the policy below stays in force until the end of its term and will not be renewed.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Coverage ends', '{{expirationDate|day}}'],
    ),
    createNote('Contact your agent before then if you need other coverage.'),
  ],
  sample: { ...samplePolicy, expirationDate: '2026-12-15' },
})
