import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  insuredName: string
  change: string
  dueOn: string
  link: string
}

export const agencyMortgageeChangeRequestedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Mortgagee change requested by the policyholder: policy {{policyNo}}',
  preview: 'We will decide by {{dueOn|day}}.',
  blocks: [
    createHeading('A policyholder requested a mortgagee change'),
    createParagraph(
      'Hello {{firstName}}, the policyholder requested the change below online and uploaded proof. We will decide by {{dueOn|day}}. Nothing changes until we approve the request.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Change', '{{change}}'],
      ['Decision by', '{{dueOn|day}}'],
    ),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    change: 'Replace Gulf Demo Bank with Bay Sample Bank',
    dueOn: '2026-11-25',
  },
})
