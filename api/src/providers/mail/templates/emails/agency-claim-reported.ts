import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  insuredName: string
  claimNumber: string
  dateOfLoss: string
  cause: string
  contactPhone: string
  contactNote: string
  link: string
}

export const agencyClaimReportedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Claim {{claimNumber}} reported by the policyholder: policy {{policyNo}}',
  preview: '{{insuredName}} reported a loss of {{dateOfLoss|day}}.',
  blocks: [
    createHeading('A policyholder reported a claim'),
    createParagraph(
      'Hello {{firstName}}, the policyholder reported the claim below online. An adjuster will call the policyholder.',
    ),
    createFactList(
      ['Claim', '{{claimNumber}}'],
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Date of loss', '{{dateOfLoss|day}}'],
      ['Cause of loss', '{{cause}}'],
      ['Phone', '{{contactPhone}}'],
      ['Contact note', '{{contactNote}}'],
    ),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    ...{ claimNumber: 'CLM-2026-1011', dateOfLoss: '2026-11-18', cause: 'Flood' },
    ...{ contactPhone: '813-555-0142', contactNote: 'Please call after 5 p.m.' },
  },
})
