import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  /** Comma-separated names of the documents to sign. */
  documents: string
  effectiveDate: string
  reason: string
  /** Return premium that is refunded. */
  refundCents: number
  /** Return premium that reduces the unpaid balance. */
  balanceReductionCents: number
  /** Sentences about the refund and its payees, amounts on hold, the balance and processing payments. */
  moneyWords: string
  /** Sentence that says whether the other party must also sign. */
  otherSigner: string
  link: string
  expiresAt: string
}

export const cancellationRequestEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 6,
  subject: 'Sign your request to cancel policy {{policyNo}}',
  preview: 'Your signature is needed to cancel policy {{policyNo}} effective {{effectiveDate|day}}.',
  blocks: [
    createHeading('Please sign the cancellation request'),
    createParagraph(
      'Hello {{firstName}}, a request was made to cancel the policy below. It needs your signature. Once everything is signed, coverage ends on the effective date.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Effective date', '{{effectiveDate|day}}'],
      ['Reason', '{{reason}}'],
      ['Refund', '{{refundCents|money}}'],
      ['Balance reduced by', '{{balanceReductionCents|moneyUnlessZero}}'],
      ['To sign', '{{documents}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createParagraph('{{otherSigner}}'),
    createButton('Review and sign', '{{link}}'),
    createNote(
      'The link is valid until {{expiresAt|moment}}. You can request paper copies instead of signing electronically.',
    ),
    createNote('If you do not want to cancel, do not sign. Call your agent.'),
  ],
  sample: {
    ...samplePolicy,
    documents: 'Cancellation Request',
    expiresAt: sampleTime,
    effectiveDate: '2026-12-15',
    reason: 'Property sold',
    refundCents: 50000,
    balanceReductionCents: 5000,
    moneyWords: '$500.00 will be refunded when the cancellation takes effect: $500.00 to Marina Sample.',
    otherSigner: 'Your agent also signs this request.',
  },
})
