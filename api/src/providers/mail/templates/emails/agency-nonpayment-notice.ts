import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  amountCents: number
  effectiveDate: string
  insuredName: string
}

export const agencyNonpaymentNoticeEmail = defineEmail<Values>({
  audience: 'agency',
  version: 2,
  subject: 'Notice of cancellation for nonpayment: policy {{policyNo}}',
  preview: 'Coverage ends on {{effectiveDate|day}} unless {{amountCents|money}} is paid.',
  blocks: [
    createHeading('A policy will be cancelled for nonpayment'),
    createParagraph(
      'Hello {{firstName}}, the policy below will be cancelled unless the amount due is received before coverage ends. The policyholder and all lienholders receive the notice by mail.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Amount due', '{{amountCents|money}}'],
      ['Coverage ends', '{{effectiveDate|day}}, 12:01 a.m. at the insured property'],
    ),
    createButton('Make a payment', '{{link}}'),
    createNote('The policy remains in force until coverage ends, and anyone can pay until then.'),
  ],
  sample: { ...sampleAgencyPolicy, amountCents: 131775, effectiveDate: '2027-01-20' },
})
