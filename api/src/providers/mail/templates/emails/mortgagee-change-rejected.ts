import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  change: string
  reason: string
  link: string
}

export const mortgageeChangeRejectedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Mortgagee change not approved: policy {{policyNo}}',
  preview: '{{reason}}',
  blocks: [
    createHeading('Your mortgagee change was not approved'),
    createParagraph(
      'Hello {{firstName}}, we could not approve your request. The lienholders of your policy have not changed. You can send a new request with other documents.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Change', '{{change}}'],
      ['Reason', '{{reason}}'],
    ),
    createButton('View my policy', '{{link}}'),
    createNote('If you did not send this request, email {{supportEmail}} right away.'),
  ],
  sample: {
    ...samplePolicy,
    change: 'Replace Gulf Demo Bank with Bay Sample Bank',
    reason: 'The closing disclosure does not name the lender.',
  },
})
