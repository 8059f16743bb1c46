import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  method: string
  /** Month and year, `MM/YYYY`. */
  expiration: string
  link: string
}

export const cardExpiringEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Your card for policy {{policyNo}} expires in {{expiration}}',
  preview: 'Update your payment method to keep automatic payments going.',
  blocks: [
    createHeading('Your card expires soon'),
    createParagraph(
      'Hello {{firstName}}, the card below pays your policy automatically and expires soon. Please choose another payment method so that your next payment goes through.',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Card', '{{method}}'], ['Expires', '{{expiration}}']),
    createButton('Update the payment method', '{{link}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: { ...samplePolicy, method: samplePayment.method, expiration: '12/2026' },
})
