import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  amountCents: number
  expirationDate: string
  insuredName: string
}

export const agencyRenewalOnHoldEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Renewal on hold: policy {{policyNo}}',
  preview: 'Pay {{amountCents|money}} by {{expirationDate|day}}.',
  blocks: [
    createHeading('A renewal is on hold'),
    createParagraph(
      'Hello {{firstName}}, the policy below has a past-due balance. Renewal on hold: pay {{amountCents|money}} by {{expirationDate|day}}. The policyholder has been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Past-due amount', '{{amountCents|money}}'],
      ['Expiration date', '{{expirationDate|day}}, 12:01 a.m. at the insured property'],
    ),
    createButton('View the policy', '{{link}}'),
    createNote(
      'We renew the policy when the past-due amount is paid. Otherwise, coverage ends on the expiration date.',
    ),
  ],
  sample: { ...samplePolicy, amountCents: 41250, expirationDate: '2027-01-04', insuredName: 'Marina Sample' },
})
