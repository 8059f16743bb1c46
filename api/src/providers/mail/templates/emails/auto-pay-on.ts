import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  /** Who turned on auto-pay. */
  recorded: string
  method: string
  nextCharge: string
  /** Authorization text that the payer accepted. */
  terms: string
  link: string
}

export const autoPayOnEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Auto-pay is on for policy {{policyNo}}',
  preview: 'Next charge: {{nextCharge}}.',
  blocks: [
    createHeading('Auto-pay is on'),
    createParagraph('Hello {{firstName}}, {{recorded}}'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Payment method', '{{method}}'],
      ['Next charge', '{{nextCharge}}'],
    ),
    createButton('View or turn off auto-pay', '{{link}}'),
    createParagraph('Your authorization:'),
    createParagraph('{{terms|links}}'),
    createNote('Keep this email for your records. Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: {
    ...{ ...samplePolicy, method: samplePayment.method, nextCharge: '$109.81 on 12/15/2026' },
    recorded: 'You turned on auto-pay for the installments and endorsements of the policy below.',
    terms: 'I authorize Tideline to charge this payment method automatically.',
  },
})
