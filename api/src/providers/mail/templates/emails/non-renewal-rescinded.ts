import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  expirationDate: string
}

export const nonRenewalRescindedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Nonrenewal of policy {{policyNo}} rescinded',
  preview: 'Our notice of nonrenewal is rescinded.',
  blocks: [
    createHeading('Your nonrenewal notice is rescinded'),
    createParagraph(
      'Hello {{firstName}}, we told you that the policy below would not be renewed. That notice no longer applies.',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['Term ends', '{{expirationDate|day}}']),
    createNote('You don’t need to do anything. We’ll email you before the next term begins.'),
  ],
  sample: { ...samplePolicy, expirationDate: '2026-12-15' },
})
