import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'

interface Values {
  company: string
  /** Month in the format `10/2026`. */
  month: string
  commissionCents: number
  adjustmentCents: number
  totalCents: number
  /** One or two sentences that explain the total. */
  meaning: string
  link: string
}

export const commissionStatementEmail = defineEmail<Values>({
  audience: 'agency',
  version: 3,
  subject: 'Your commission statement for {{month}}',
  preview: 'The statement of {{company}} closed at {{totalCents|money}}.',
  blocks: [
    createHeading('Your commission statement'),
    createParagraph('The commission statement of {{company}} for {{month}} is closed and final.'),
    createFactList(
      ['Commission', '{{commissionCents|money}}'],
      ['Adjustments', '{{adjustmentCents|money}}'],
      ['Total', '{{totalCents|money}}'],
    ),
    createParagraph('{{meaning}}'),
    createButton('View statement', '{{link}}'),
    createNote('Later activity appears on the next statement. Questions? Email {{supportEmail}}.'),
  ],
  sample: {
    company: 'Harborview Insurance Group',
    month: '10/2026',
    commissionCents: 186_000,
    adjustmentCents: -2_550,
    totalCents: 183_450,
    meaning: 'The total is paid with the next payout.',
    link: 'https://tideline.example.com/statements/00000020-0000-4000-8001-000000000001',
  },
})
