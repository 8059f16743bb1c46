import { createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  changedAt: string
}

export const passwordChangedEmail = defineEmail<Values>({
  audience: 'account',
  version: 1,
  subject: 'Your password was changed',
  preview: 'Your password was changed on {{changedAt|moment}}.',
  blocks: [
    createHeading('Your password was changed'),
    createParagraph('Hello {{firstName}}, the password of your account was changed on {{changedAt|moment}}.'),
    createNote(
      'If this wasn’t you, email {{supportEmail}} immediately. You have been logged out on all other devices.',
    ),
  ],
  sample: { firstName: 'Avery', changedAt: sampleTime },
})
