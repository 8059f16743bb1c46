import { createButton, createFactList, createHeading, createNote, createParagraph, type DueFacts } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  insuredName: string
  address: string
  effectiveDate: string
  reason: string
  /** Verb phrase for the status: `has been cancelled`, or `will be cancelled` for a future effective date. */
  standing: string
  /** Refund that is paid immediately or on the cancellation effective date. */
  refundCents: number
  /** Sentences about the refund's recipients and dates, amounts on hold with the reason, and the balance due with how it can be paid. */
  moneyWords: string
  link: string
}

export const agencyCancellationEmail = defineEmail<Values>({
  audience: 'agency',
  version: 2,
  subject: 'Policy {{policyNo}} {{standing}}',
  preview: 'Coverage for {{insuredName}} ends on {{effectiveDate|day}}.',
  blocks: [
    createHeading('A policy {{standing}}'),
    createParagraph(
      'Hello {{firstName}}, the policy below {{standing}}. We notify the policyholder and the lienholders.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Coverage ends', '{{effectiveDate|day}}'],
      ['Reason', '{{reason}}'],
      ['Refund', '{{refundCents|money}}'],
      ['{{dueLabel}}', '{{dueCents|moneyUnlessZero}}'],
      ['Balance', '{{balanceCents|money}}'],
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View the policy', '{{link}}'),
    createNote('Losses on or after the date coverage ends aren’t covered.'),
    createNote('Questions? Email {{supportEmail}}.'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    effectiveDate: '2026-12-15',
    reason: 'Property sold',
    standing: 'has been cancelled',
    refundCents: 50000,
    ...{ dueLabel: 'Amount due', dueCents: 0, balanceCents: 0 },
    moneyWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
  },
})
