import { createButton, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleLink, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  company: string
  link: string
  expiresAt: string
}

export const agencyRegistrationEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Register {{company}} with {{brand}}',
  preview: 'Tell us about your agency and sign its agreements.',
  blocks: [
    createHeading('Welcome, {{firstName}}'),
    createParagraph(
      'To write policies with us, {{company}} must complete its profile and sign its agreements. It takes about ten minutes. You can stop after any page and continue later.',
    ),
    createButton('Complete the registration', '{{link}}'),
    createNote(
      'The link logs you in once, until {{expiresAt|moment}}. To continue later, log in with this email address. Use Forgot password to choose a password.',
    ),
  ],
  sample: { firstName: 'Bay', company: 'Breakwater Agency', link: sampleLink, expiresAt: sampleTime },
})
