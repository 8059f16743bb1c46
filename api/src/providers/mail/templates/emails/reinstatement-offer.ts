import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  coverageEndedOn: string
  amountCents: number
  neededCents: number
  expiresOn: string
  /** Sentences about the lapse in coverage that a reinstatement would have. */
  lapseWords: string
  /** Sentence about the use of the payment if the policy is not reinstated. */
  otherwiseWords: string
}

export const reinstatementOfferEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 3,
  subject: 'Your payment for policy {{policyNo}} arrived after cancellation',
  preview: 'It does not restore coverage. We can reinstate your policy until {{expiresOn|day}}.',
  blocks: [
    createHeading('Your payment arrived after cancellation'),
    createParagraph(
      'Hello {{firstName}}, your payment arrived after your policy was cancelled for nonpayment. It does not restore coverage, but we can reinstate your policy.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Coverage ended', '{{coverageEndedOn|day}}'],
      ['Payment received', '{{amountCents|money}}'],
      ['Needed to reinstate', '{{neededCents|money}}'],
      ['Reinstatement possible until', '{{expiresOn|day}}'],
    ),
    createParagraph(
      'What to do: sign a no-loss statement and send it to {{supportEmail}} or your agent by {{expiresOn|day}}. In it, you confirm that no loss has happened since your coverage ended. We then decide whether to reinstate your policy, and we notify you.',
    ),
    createParagraph('{{lapseWords}}'),
    createParagraph('If your policy is not reinstated by this date, it stays cancelled. {{otherwiseWords}}'),
    createButton('View my policy', '{{link}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: {
    ...samplePolicy,
    ...{ coverageEndedOn: '2026-11-20', amountCents: 112500, neededCents: 112500, expiresOn: '2026-12-20' },
    lapseWords: 'If we reinstate it, there is no lapse in coverage.',
    otherwiseWords: 'We then refund $829.63 to the payer.',
  },
})
