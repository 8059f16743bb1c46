import { createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  changedAt: string
}

export const ownEmailChangedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'You changed your email address',
  preview: 'Emails about policy {{policyNo}} go to your new address.',
  blocks: [
    createHeading('Your email address was changed'),
    createParagraph(
      'Hello {{firstName}}, the address on file of your policy {{policyNo}} was changed online on {{changedAt|moment}}. Emails about all your policies now go to the new address.',
    ),
    createNote('If you did not change it, email {{supportEmail}} right away.'),
  ],
  sample: { firstName: 'Marina', policyNo: samplePolicy.policyNo, changedAt: sampleTime },
})
