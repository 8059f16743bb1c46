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
}

export const renewalOnHoldEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'The renewal of policy {{policyNo}} is on hold',
  preview: 'Pay {{amountCents|money}} by {{expirationDate|day}}.',
  blocks: [
    createHeading('Your renewal is on hold'),
    createParagraph(
      'Hello {{firstName}}, a payment for your policy is past due. Renewal on hold: pay {{amountCents|money}} by {{expirationDate|day}}.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Past-due amount', '{{amountCents|money}}'],
      ['Expiration date', '{{expirationDate|day}}, 12:01 a.m. at the insured property'],
    ),
    createButton('Pay now', '{{link}}'),
    createParagraph('We renew the policy when this amount is paid. Otherwise, coverage ends on the expiration date.'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, amountCents: 41250, expirationDate: '2027-01-04' },
})
