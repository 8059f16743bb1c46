import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'

interface Values {
  company: string
  /** Month in the format `10/2026`. */
  month: string
  amountCents: number
  paidOn: string
  paymentReference: string
  link: string
}

export const commissionPayoutEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Commission for {{month}} paid: {{amountCents|money}}',
  preview: 'We paid {{amountCents|money}} to the bank account of {{company}}.',
  blocks: [
    createHeading('Commission paid'),
    createParagraph('We paid the commission of {{company}} for {{month}} to your bank account.'),
    createFactList(
      ['Amount', '{{amountCents|money}}'],
      ['Payout date', '{{paidOn|day}}'],
      ['Reference', '{{paymentReference}}'],
    ),
    createButton('View statement', '{{link}}'),
    createNote('It can take two business days to reach your account. Questions? Email {{supportEmail}}.'),
  ],
  sample: {
    company: 'Harborview Insurance Group',
    month: '10/2026',
    amountCents: 183_450,
    paidOn: '2026-11-23',
    paymentReference: 'PAYOUT-2026-1123',
    link: 'https://tideline.example.com/statements/00000020-0000-4000-8001-000000000001',
  },
})
