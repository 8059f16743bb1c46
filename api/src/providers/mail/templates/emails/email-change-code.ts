import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  code: string
  expiresAt: string
}

export const emailChangeCodeEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Confirm your new email address',
  preview: 'The code is valid for ten minutes.',
  blocks: [
    createHeading('Confirm your new email address'),
    createParagraph('Hello {{firstName}}, enter this code on the page where you changed your email address.'),
    createFactList(['Code', '{{code}}']),
    createNote('The code works once and until {{expiresAt|moment}}.'),
    createNote('If you did not request this change, ignore this email. Nothing changes without the code.'),
  ],
  sample: { firstName: 'Marina', code: '048213', expiresAt: sampleTime },
})
