import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  change: string
  link: string
}

export const mortgageeChangeApprovedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Mortgagee change approved: policy {{policyNo}}',
  preview: 'The lienholders of your policy were changed.',
  blocks: [
    createHeading('Your mortgagee change was approved'),
    createParagraph(
      'Hello {{firstName}}, we approved your request and changed the lienholders of your policy. Your new declarations page is in your policy documents. Send it to your lender if your lender asks for it.',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['Change', '{{change}}']),
    createButton('View my policy', '{{link}}'),
    createNote('If you did not send this request, email {{supportEmail}} right away.'),
  ],
  sample: {
    ...samplePolicy,
    change: 'Replace Gulf Demo Bank with Bay Sample Bank',
  },
})
