import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  address: string
  effectiveDate: string
  /** Refund on hold, in cents. */
  heldCents: number
  /** Sentences about the lapse in coverage and the refund of its premium, or that there is no lapse. */
  lapseWords: string
  link: string
}

export const reinstatementEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 5,
  subject: 'Policy {{policyNo}} has been reinstated',
  preview: 'Your policy has been reinstated as of {{effectiveDate|day}}.',
  blocks: [
    createHeading('Your policy has been reinstated'),
    createParagraph('Good news, {{firstName}}: your cancellation was reversed and your policy is reinstated.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Reinstated as of', '{{effectiveDate|day}}'],
      ...dueRows,
      ['Credit on hold', '{{heldCents|moneyUnlessZero}}'],
    ),
    createParagraph('{{lapseWords}}'),
    createButton('View my policy', '{{link}}'),
  ],
  sample: {
    ...samplePolicy,
    effectiveDate: '2026-12-15',
    heldCents: 12500,
    lapseWords: 'There is no lapse in coverage.',
    ...sampleDue,
  },
})
