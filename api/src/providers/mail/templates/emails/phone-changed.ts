import { createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  phone: string
  changedAt: string
  link: string
}

export const phoneChangedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'You changed your phone number: policy {{policyNo}}',
  preview: 'The new phone number is {{phone}}.',
  blocks: [
    createHeading('Your phone number was changed'),
    createParagraph(
      'Hello {{firstName}}, the phone number of your policy {{policyNo}} was changed online to {{phone}} on {{changedAt|moment}}. Enter the new number the next time you open a link to your policy.',
    ),
    createNote('If you did not change it, email {{supportEmail}} right away.'),
  ],
  sample: { ...samplePolicy, phone: '813-555-0188', changedAt: sampleTime },
})
