import { createFactList, createHeading, createNote, createParagraph, type DueFacts } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  address: string
  effectiveDate: string
  reason: string
  /** Verb phrase for the status: `has been cancelled`, or `will be cancelled` for a future effective date. */
  standing: string
  /** Refund that is paid immediately or on the cancellation effective date. */
  refundCents: number
  /** Sentences about the refund's recipients and dates, amounts on hold with the reason, and the balance due with how it can be paid. */
  moneyWords: string
}

export const cancellationEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 3,
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
      ['{{dueLabel}}', '{{dueCents|moneyUnlessZero}}'],
      ['Balance', '{{balanceCents|money}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createNote('Losses on or after the date coverage ends aren’t covered.'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: {
    ...samplePolicy,
    effectiveDate: '2026-12-15',
    reason: 'Property sold',
    standing: 'has been cancelled',
    refundCents: 50000,
    ...{ dueLabel: 'Amount due', dueCents: 0, balanceCents: 0 },
    moneyWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
  },
})
