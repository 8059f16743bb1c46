import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  /** Sentences about the balance that is still due. */
  balanceWords: string
}

export const noticeRescindedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: 'Policy {{policyNo}} stays in force',
  preview: 'The notice of cancellation is rescinded.',
  blocks: [
    createHeading('Your policy stays in force'),
    createParagraph(
      'Hello {{firstName}}, the notice of cancellation for nonpayment is rescinded, and your coverage continues without a lapse.',
    ),
    createParagraph('{{balanceWords}}'),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}']),
    createButton('View my policy', '{{link}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, balanceWords: 'The amount in the notice has been settled.' },
})
