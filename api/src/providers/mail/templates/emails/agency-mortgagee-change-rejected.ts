import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  insuredName: string
  change: string
  reason: string
  link: string
}

export const agencyMortgageeChangeRejectedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Mortgagee change not approved: policy {{policyNo}}',
  preview: '{{reason}}',
  blocks: [
    createHeading('A mortgagee change was not approved'),
    createParagraph(
      'Hello {{firstName}}, we did not approve the change below that the policyholder requested. The lienholders have not changed. The policyholder was notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Change', '{{change}}'],
      ['Reason', '{{reason}}'],
    ),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    change: 'Replace Gulf Demo Bank with Bay Sample Bank',
    reason: 'The closing disclosure does not name the lender.',
  },
})
