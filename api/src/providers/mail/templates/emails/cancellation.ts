import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  effectiveDate: string
  reason: string
  /** Verb phrase for the status: `has been cancelled`, or `will be cancelled` for a future effective date. */
  standing: string
  /** Refund that is paid immediately or on the cancellation effective date. */
  refundCents: number
  dueCents: number
  /** Sentences about the refund's recipients and dates, amounts on hold with the reason, and the balance due. */
  moneyWords: string
}

export const cancellationEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: 'Policy {{policyNo}} {{standing}}',
  preview: 'Coverage ends on {{effectiveDate|day}}.',
  blocks: [
    createHeading('Your policy {{standing}}'),
    createParagraph('Hello {{firstName}}, as requested or required, the policy below {{standing}}.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Coverage ends', '{{effectiveDate|day}}'],
      ['Reason', '{{reason}}'],
      ['Refund', '{{refundCents|money}}'],
      ['Balance', '{{dueCents|money}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createNote('Losses on or after the date coverage ends aren’t covered.'),
  ],
  sample: {
    ...samplePolicy,
    effectiveDate: '2026-12-15',
    reason: 'Property sold',
    standing: 'has been cancelled',
    refundCents: 50000,
    dueCents: 0,
    moneyWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
  },
})
