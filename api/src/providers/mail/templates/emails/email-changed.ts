import { createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  changedAt: string
}

export const emailChangedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Your email address on file was changed',
  preview: 'Emails about policy {{policyNo}} have been sent to a different address since {{changedAt|moment}}.',
  blocks: [
    createHeading('Your email address was changed'),
    createParagraph(
      'Hello {{firstName}}, the address on file of your policy {{policyNo}} was changed on {{changedAt|moment}}. Codes to sign go to the new address after 72 hours, unless we confirm it by phone first.',
    ),
    createNote('If you did not request this change, email {{supportEmail}} right away.'),
  ],
  sample: { firstName: 'Marina', policyNo: samplePolicy.policyNo, changedAt: sampleTime },
})
