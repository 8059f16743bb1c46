import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
}

export const noticeRescindedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Policy {{policyNo}} stays in force',
  preview: 'The notice of cancellation is rescinded.',
  blocks: [
    createHeading('Your policy stays in force'),
    createParagraph(
      'Hello {{firstName}}, the past-due amount is paid. The notice of cancellation for nonpayment is rescinded, and your coverage continues without a lapse.',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}']),
    createButton('View my policy', '{{link}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy },
})
