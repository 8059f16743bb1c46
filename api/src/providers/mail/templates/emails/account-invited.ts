import { createButton, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleLink, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  company: string
  link: string
  expiresAt: string
}

export const accountInvitedEmail = defineEmail<Values>({
  audience: 'account',
  version: 1,
  subject: 'Your account is ready',
  preview: 'Choose a password and log in.',
  blocks: [
    createHeading('Choose your password'),
    createParagraph(
      'Hello {{firstName}}, {{company}} created an account for you. Choose a password to log in with this email address.',
    ),
    createButton('Choose a password', '{{link}}'),
    createNote(
      'The link works once and until {{expiresAt|moment}}. After that, request a new one with Forgot password.',
    ),
  ],
  sample: { firstName: 'Avery', company: 'Harborview Insurance Group', link: sampleLink, expiresAt: sampleTime },
})
