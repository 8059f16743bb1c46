import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  company: string
  agencyNo: string
  previous: string
  effectiveDate: string
}

export const agentOfRecordEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Policy {{policyNo}} has a new agent of record',
  preview: 'The agent of record is now {{company}}.',
  blocks: [
    createHeading('A new agent of record'),
    createParagraph('Hello {{firstName}}, your policy is now serviced by {{company}}.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Agent of record', '{{company}} ({{agencyNo}})'],
      ['Before', '{{previous}}'],
      ['From', '{{effectiveDate|day}}'],
    ),
    createNote('Your coverage does not change. If you did not agree to this, email us.'),
  ],
  sample: {
    ...samplePolicy,
    company: 'Lighthouse Coverage',
    agencyNo: '100110',
    previous: 'Harbor Demo Insurance',
    effectiveDate: '2026-12-15',
  },
})
