import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy, sampleDue } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  insuredName: string
  address: string
  changes: string
  effectiveDate: string
  changeCents: number
  totalCents: number
  /** Sentences about the due date, or about the refund's recipients and amounts on hold. */
  moneyWords: string
  link: string
}

export const agencyEndorsementEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Policy {{policyNo}} was endorsed',
  preview: 'Changed: {{changes}}.',
  blocks: [
    createHeading('An endorsement was bound'),
    createParagraph('Hello {{firstName}}, an endorsement to the policy below was bound. The insured was notified.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Changed', '{{changes}}'],
      ['Effective date', '{{effectiveDate|day}}'],
      ['Pro rata premium change', '{{changeCents|money}}'],
      ['Total premium', '{{totalCents|money}}'],
      ...dueRows,
    ),
    createParagraph('{{moneyWords}}'),
    createParagraph('The new declarations page is in the policy documents.'),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    changes: 'lienholders, coverage A',
    effectiveDate: '2026-12-15',
    changeCents: -2500,
    totalCents: 129275,
    ...sampleDue,
    moneyWords: 'Refunded to the original payment method: $25.00 to Marina Sample.',
  },
})
