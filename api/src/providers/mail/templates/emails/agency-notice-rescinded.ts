import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  insuredName: string
}

export const agencyNoticeRescindedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Notice of cancellation rescinded: policy {{policyNo}}',
  preview: 'The past-due amount is paid.',
  blocks: [
    createHeading('A policy stays in force'),
    createParagraph(
      'Hello {{firstName}}, the past-due amount is paid. The notice of cancellation for nonpayment is rescinded, and coverage continues without a lapse.',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Insured', '{{insuredName}}'], ['Property', '{{address}}']),
    createButton('View the policy', '{{link}}'),
    createNote('No action is needed.'),
  ],
  sample: { ...sampleAgencyPolicy },
})
