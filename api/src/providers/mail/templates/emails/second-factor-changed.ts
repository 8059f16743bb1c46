import { createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  what: string
  changedAt: string
}

export const secondFactorChangedEmail = defineEmail<Values>({
  audience: 'account',
  version: 1,
  subject: 'Two-factor authentication was {{what}}',
  preview: 'Two-factor authentication for your account was {{what}} on {{changedAt|moment}}.',
  blocks: [
    createHeading('Your log-in settings have changed'),
    createParagraph(
      'Hello {{firstName}}, two-factor authentication for your account was {{what}} on {{changedAt|moment}}.',
    ),
    createNote('If this wasn’t you, email {{supportEmail}} immediately.'),
  ],
  sample: { firstName: 'Avery', what: 'set up', changedAt: sampleTime },
})
