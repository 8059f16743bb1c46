import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  change: string
  /** Why the request was closed, and what the policyholder can do. */
  ending: string
  link: string
}

export const mortgageeChangeClosedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Mortgagee change request closed: policy {{policyNo}}',
  preview: '{{ending}}',
  blocks: [
    createHeading('Your request was closed'),
    createParagraph(
      'Hello {{firstName}}, we closed your request to change the mortgagee without a decision. {{ending}}',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['Change', '{{change}}']),
    createButton('View my policy', '{{link}}'),
  ],
  sample: {
    ...samplePolicy,
    change: 'Replace Gulf Demo Bank with Bay Sample Bank',
    ending: 'The policy has ended. If you have a new policy or a renewal, you can send a request for it.',
  },
})
