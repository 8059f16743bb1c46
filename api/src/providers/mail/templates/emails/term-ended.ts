import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  expirationDate: string
}

export const termEndedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'The coverage of policy {{policyNo}} has ended',
  preview: 'Its term ended on {{expirationDate|day}}.',
  blocks: [
    createHeading('Your coverage has ended'),
    createParagraph('Hello {{firstName}}, the term of the policy below has ended and was not renewed.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Coverage ended', '{{expirationDate|day}}'],
    ),
    createNote('Losses on or after that date aren’t covered. Contact your agent if you need coverage.'),
  ],
  sample: { ...samplePolicy, expirationDate: '2026-12-15' },
})
