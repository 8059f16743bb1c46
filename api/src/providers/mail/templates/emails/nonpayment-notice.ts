import {
  createButton,
  createFactList,
  createHeading,
  createNote,
  createParagraph,
  createPayLinkNote,
} from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  amountCents: number
  effectiveDate: string
}

export const nonpaymentNoticeEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: 'Policy {{policyNo}} will be cancelled for nonpayment',
  preview: 'Pay {{amountCents|money}} to keep your coverage.',
  blocks: [
    createHeading('Your policy will be cancelled for nonpayment'),
    createParagraph(
      'Hello {{firstName}}, your policy will be cancelled unless we receive the amount below before coverage ends. We are also mailing you this notice.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Amount due', '{{amountCents|money}}'],
      ['Coverage ends', '{{effectiveDate|day}}, 12:01 a.m. at the insured property'],
    ),
    createButton('Pay now', '{{link}}'),
    createPayLinkNote(),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, amountCents: 131775, effectiveDate: '2027-01-20' },
})
