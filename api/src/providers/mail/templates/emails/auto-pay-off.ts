import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  /** Why auto-pay is off. */
  reason: string
  link: string
}

export const autoPayOffEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Auto-pay is off for policy {{policyNo}}',
  preview: '{{reason}} Installments and endorsements are no longer charged automatically.',
  blocks: [
    createHeading('Auto-pay is off'),
    createParagraph(
      'Hello {{firstName}}, installments and endorsements of the policy below are no longer charged automatically. {{reason}}',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}']),
    createParagraph('Please pay them by their due dates so that your policy stays in force.'),
    createButton('View what is due', '{{link}}'),
    createNote('If you did not want this, turn on auto-pay again on the policy page.'),
  ],
  sample: { ...samplePolicy, reason: 'It was turned off.' },
})
