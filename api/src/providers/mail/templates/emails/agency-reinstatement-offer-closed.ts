import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  insuredName: string
  coverageEndedOn: string
  /** Sentence that states why the policy is not reinstated. */
  reasonWords: string
  /** Sentences about the amounts that are refunded or on hold, with their recipients. */
  moneyWords: string
  balanceCents: number
  /** Refund on hold, in cents. */
  heldCents: number
}

export const agencyReinstatementOfferClosedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 3,
  subject: 'Not reinstated: policy {{policyNo}}',
  preview: '{{moneyWords}}',
  blocks: [
    createHeading('A policy was not reinstated'),
    createParagraph(
      'Hello {{firstName}}, the policy below stays cancelled. {{reasonWords}} The policyholder has been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Coverage ended', '{{coverageEndedOn|day}}'],
      ['Balance', '{{balanceCents|money}}'],
      ['Credit on hold', '{{heldCents|moneyUnlessZero}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View the policy', '{{link}}'),
    createNote('No action is needed.'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    ...{ coverageEndedOn: '2026-11-20', balanceCents: 0, heldCents: 12500 },
    reasonWords: 'The last date to reinstate it has passed.',
    moneyWords: 'Refunded to the original payment method: $829.63 to Marina Sample.',
  },
})
