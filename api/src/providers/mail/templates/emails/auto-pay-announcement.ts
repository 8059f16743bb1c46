import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  method: string
  amountCents: number
  chargeDate: string
  link: string
}

export const autoPayAnnouncementEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'We will debit {{amountCents|money}} on {{chargeDate|day}} for policy {{policyNo}}',
  preview: 'The amount differs from your previous debit.',
  blocks: [
    createHeading('Upcoming bank debit'),
    createParagraph(
      'Hello {{firstName}}, auto-pay will debit the amount below. It differs from your previous debit, so we are letting you know in advance. No action is needed.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Amount', '{{amountCents|money}}'],
      ['Date', '{{chargeDate|day}}'],
      ['From', '{{method}}'],
    ),
    createButton('View the payment schedule', '{{link}}'),
    createNote(
      'To stop this debit, turn off auto-pay on the policy page before {{chargeDate|day}}. Questions? Contact your agent or email {{supportEmail}}.',
    ),
  ],
  sample: { ...samplePolicy, method: 'Bank account ending in 6789', amountCents: 12_481, chargeDate: '2026-12-15' },
})
