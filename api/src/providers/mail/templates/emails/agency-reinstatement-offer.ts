import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  insuredName: string
  coverageEndedOn: string
  amountCents: number
  neededCents: number
  expiresOn: string
  /** Sentences about the lapse in coverage that a reinstatement would have. */
  lapseWords: string
  /** Sentence about the use of the payment if the policy is not reinstated. */
  otherwiseWords: string
}

export const agencyReinstatementOfferEmail = defineEmail<Values>({
  audience: 'agency',
  version: 2,
  subject: 'Payment after cancellation: policy {{policyNo}}',
  preview: 'The policy can be reinstated until {{expiresOn|day}}.',
  blocks: [
    createHeading('A payment arrived after cancellation'),
    createParagraph(
      'Hello {{firstName}}, a payment arrived after the policy below was cancelled for nonpayment. It does not restore coverage, but we can reinstate the policy. The policyholder has been notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Coverage ended', '{{coverageEndedOn|day}}'],
      ['Payment received', '{{amountCents|money}}'],
      ['Needed to reinstate', '{{neededCents|money}}'],
      ['Reinstatement possible until', '{{expiresOn|day}}'],
    ),
    createParagraph(
      'We need a no-loss statement that the policyholder signed after coverage ended. Email it to {{supportEmail}} by {{expiresOn|day}}.',
    ),
    createParagraph('{{lapseWords}}'),
    createParagraph('If the policy is not reinstated by this date, it stays cancelled. {{otherwiseWords}}'),
    createButton('View the policy', '{{link}}'),
    createNote('Questions? Email {{supportEmail}}.'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    ...{ coverageEndedOn: '2026-11-20', amountCents: 112500, neededCents: 112500, expiresOn: '2026-12-20' },
    lapseWords: 'If we reinstate it, there is no lapse in coverage.',
    otherwiseWords: 'We then refund $829.63 to the payer.',
  },
})
