import { createButton, createHeading, createIgnoreNote, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleLink, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  link: string
  expiresAt: string
}

export const passwordResetEmail = defineEmail<Values>({
  audience: 'account',
  version: 1,
  subject: 'Reset your password',
  preview: 'Choose a new password with this link.',
  blocks: [
    createHeading('Choose a new password'),
    createParagraph('Hello {{firstName}}, someone requested a new password for your account.'),
    createButton('Choose a new password', '{{link}}'),
    createNote('The link works once and until {{expiresAt|moment}}.'),
    createIgnoreNote(),
  ],
  sample: { firstName: 'Marina', link: sampleLink, expiresAt: sampleTime },
})
