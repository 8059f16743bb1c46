import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  claimNumber: string
  dateOfLoss: string
  cause: string
  contactPhone: string
  link: string
}

export const claimReportedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Claim {{claimNumber}} received: policy {{policyNo}}',
  preview: 'We will call you at {{contactPhone}}.',
  blocks: [
    createHeading('We received your claim'),
    createParagraph(
      'Hello {{firstName}}, we received your claim for the loss below. An adjuster will call you at {{contactPhone}}.',
    ),
    createFactList(
      ['Claim', '{{claimNumber}}'],
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Date of loss', '{{dateOfLoss|day}}'],
      ['Cause of loss', '{{cause}}'],
    ),
    createParagraph('You can add photos of the damage to your claim at any time while it is open.'),
    createButton('Add photos', '{{link}}'),
    createNote('If you did not report this claim, email {{supportEmail}} right away.'),
  ],
  sample: {
    ...samplePolicy,
    claimNumber: 'CLM-2026-1011',
    dateOfLoss: '2026-11-18',
    cause: 'Flood',
    contactPhone: '813-555-0142',
  },
})
