import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  coverageEndedOn: string
  /** Sentence that states why the policy is not reinstated. */
  reasonWords: string
  /** Sentences about the amounts that are refunded or on hold, with their recipients. */
  moneyWords: string
  balanceCents: number
  /** Refund on hold, in cents. */
  heldCents: number
}

export const reinstatementOfferClosedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 3,
  subject: 'Policy {{policyNo}} was not reinstated',
  preview: '{{moneyWords}}',
  blocks: [
    createHeading('Your policy was not reinstated'),
    createParagraph('Hello {{firstName}}, your policy stays cancelled. {{reasonWords}}'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Coverage ended', '{{coverageEndedOn|day}}'],
      ['Balance', '{{balanceCents|money}}'],
      ['Credit on hold', '{{heldCents|moneyUnlessZero}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View my policy', '{{link}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: {
    ...samplePolicy,
    ...{ coverageEndedOn: '2026-11-20', balanceCents: 0, heldCents: 12500 },
    reasonWords: 'The last date to reinstate it has passed.',
    moneyWords: 'Refunded to the original payment method: $829.63 to Marina Sample.',
  },
})
