import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  /** Sentences about the balance that is still due. */
  balanceWords: string
  insuredName: string
}

export const agencyNoticeRescindedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 2,
  subject: 'Notice of cancellation rescinded: policy {{policyNo}}',
  preview: 'Coverage continues without a lapse.',
  blocks: [
    createHeading('A policy stays in force'),
    createParagraph(
      'Hello {{firstName}}, the notice of cancellation for nonpayment is rescinded, and coverage continues without a lapse.',
    ),
    createParagraph('{{balanceWords}}'),
    createFactList(['Policy', '{{policyNo}}'], ['Insured', '{{insuredName}}'], ['Property', '{{address}}']),
    createButton('View the policy', '{{link}}'),
    createNote('No action is needed.'),
  ],
  sample: { ...sampleAgencyPolicy, balanceWords: 'The amount in the notice has been settled.' },
})
