import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  code: string
  expiresAt: string
}

export const signingCodeEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Your code to sign for policy {{policyNo}}',
  preview: 'The code is valid for ten minutes.',
  blocks: [
    createHeading('Your code, {{firstName}}'),
    createParagraph('Enter this code on the page that asked for it to confirm your identity.'),
    createFactList(['Policy', '{{policyNo}}'], ['Code', '{{code}}']),
    createNote(
      'The code works once and until {{expiresAt|moment}}. Do not share it: anyone who has it can sign as you.',
    ),
    createNote('If you did not request this code, ignore this message and let us know at {{supportEmail}}.'),
  ],
  sample: { firstName: 'Marina', policyNo: samplePolicy.policyNo, code: '048213', expiresAt: sampleTime },
})
