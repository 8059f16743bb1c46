import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  address: string
  changes: string
  effectiveDate: string
  changeCents: number
  totalCents: number
  /** Sentences about the due date, or about the refund's recipients and amounts on hold. */
  moneyWords: string
  link: string
}

export const endorsementEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 3,
  subject: 'Policy {{policyNo}} has been changed',
  preview: 'Changed: {{changes}}.',
  blocks: [
    createHeading('Your policy has been changed'),
    createParagraph('Hello {{firstName}}, an endorsement to the policy below was bound.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Changed', '{{changes}}'],
      ['Effective date', '{{effectiveDate|day}}'],
      ['Pro rata premium change', '{{changeCents|money}}'],
      ['Total premium', '{{totalCents|money}}'],
      ...dueRows,
    ),
    createParagraph('{{moneyWords}}'),
    createParagraph('Your new declarations page is in the policy documents.'),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...samplePolicy,
    changes: 'lienholders, coverage A',
    effectiveDate: '2026-12-15',
    changeCents: -2500,
    totalCents: 129275,
    ...sampleDue,
    moneyWords: 'Refunded to the original payment method: $25.00 to Marina Sample.',
  },
})
