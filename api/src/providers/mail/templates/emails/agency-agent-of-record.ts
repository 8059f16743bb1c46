import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  insuredName: string
  address: string
  company: string
  agencyNo: string
  previous: string
  effectiveDate: string
}

export const agencyAgentOfRecordEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Agent of record change: policy {{policyNo}}',
  preview: 'The agent of record is now {{company}}.',
  blocks: [
    createHeading('The agent of record has changed'),
    createParagraph('Hello {{firstName}}, the policy below is now serviced by {{company}}. The insured was notified.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Agent of record', '{{company}} ({{agencyNo}})'],
      ['Previous agent of record', '{{previous}}'],
      ['Effective date', '{{effectiveDate|day}}'],
    ),
    createNote('Questions? Email {{supportEmail}}.'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    company: 'Lighthouse Coverage',
    agencyNo: '100110',
    previous: 'Harbor Demo Insurance',
    effectiveDate: '2026-12-15',
  },
})
