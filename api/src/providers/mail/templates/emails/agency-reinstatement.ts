import {
  createButton,
  createFactList,
  createHeading,
  createNote,
  createParagraph,
  type DueFacts,
  dueRows,
} from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy, sampleDue } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  address: string
  link: string
  insuredName: string
  effectiveDate: string
  /** Refund on hold, in cents. */
  heldCents: number
  /** Sentences about the lapse in coverage and the refund of its premium, or that there is no lapse. */
  lapseWords: string
}

export const agencyReinstatementEmail = defineEmail<Values>({
  audience: 'agency',
  version: 4,
  subject: 'Reinstated: policy {{policyNo}}',
  preview: 'The policy has been reinstated as of {{effectiveDate|day}}.',
  blocks: [
    createHeading('A policy has been reinstated'),
    createParagraph(
      'Hello {{firstName}}, the cancellation of the policy below was reversed. The policyholder has been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Reinstated as of', '{{effectiveDate|day}}'],
      ...dueRows,
      ['Credit on hold', '{{heldCents|moneyUnlessZero}}'],
    ),
    createParagraph('{{lapseWords}}'),
    createButton('View the policy', '{{link}}'),
    createNote('Questions? Email {{supportEmail}}.'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    effectiveDate: '2026-12-15',
    heldCents: 12500,
    lapseWords: 'There is no lapse in coverage.',
    ...sampleDue,
  },
})
