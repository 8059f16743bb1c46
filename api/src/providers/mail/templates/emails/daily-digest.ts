import { createButton, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'

interface Values {
  firstName: string
  /** Date in the reader's time zone. */
  day: string
  /** Pending items, one line per type: a label with the count, a tab, and the list's URL. */
  waiting: string
  link: string
  /** Unsubscribe link: a label, a tab and the URL. */
  off: string
}

export const dailyDigestEmail = defineEmail<Values>({
  audience: 'staff',
  version: 1,
  subject: 'Pending items for {{day|day}}',
  preview: 'Your pending items at {{brand}} today.',
  blocks: [
    createHeading('Your pending items, {{firstName}}'),
    createParagraph('{{waiting|links}}'),
    createButton('View all pending items', '{{link}}'),
    createNote('You get this email on days when you have pending items. {{off|links}}'),
  ],
  sample: {
    firstName: 'Avery',
    day: '2026-11-23',
    waiting: [
      'Policies awaiting signature: 12\thttps://tideline.example.com/policies?waitsFor=signature',
      'Policies awaiting payment: 3\thttps://tideline.example.com/policies?waitsFor=payment',
    ].join('\n'),
    link: 'https://tideline.example.com/actions',
    off: 'Turn off this email\thttps://tideline.example.com/profile',
  },
})
