import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  insuredName: string
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
  /** Sentence that says whether the insured must also sign. */
  otherSigner: string
  expiresAt: string
  link: string
}

export const agencyCancellationRequestEmail = defineEmail<Values>({
  audience: 'agency',
  version: 3,
  subject: 'Sign the request to cancel policy {{policyNo}}',
  preview: 'The agent’s signature is needed to cancel policy {{policyNo}} effective {{effectiveDate|day}}.',
  blocks: [
    createHeading('Please sign the cancellation request'),
    createParagraph(
      'Hello {{firstName}}, a request was made to cancel the policy below. It needs the agent’s signature. Once everything is signed, coverage ends on the effective date.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Effective date', '{{effectiveDate|day}}'],
      ['Reason', '{{reason}}'],
      ['Refund', '{{refundCents|money}}'],
      ['Balance reduced by', '{{balanceReductionCents|moneyUnlessZero}}'],
      ['To sign', '{{documents}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createParagraph('{{otherSigner}}'),
    createButton('Log in and sign', '{{link}}'),
    createNote('The link is valid until {{expiresAt|moment}}.'),
    createNote('If the policy should not be cancelled, do not sign. Contact the insured.'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    documents: 'Cancellation Request',
    expiresAt: sampleTime,
    effectiveDate: '2026-12-15',
    reason: 'Property sold',
    refundCents: 50000,
    balanceReductionCents: 5000,
    moneyWords: '$500.00 will be refunded when the cancellation takes effect: $500.00 to Marina Sample.',
    otherSigner: 'The insured also signs this request.',
  },
})
