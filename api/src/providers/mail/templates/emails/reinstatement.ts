import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  effectiveDate: string
  dueCents: number
  link: string
}

export const reinstatement = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Policy {{policyNo}} has been reinstated',
  preview: 'Your policy has been reinstated as of {{effectiveDate|day}}.',
  blocks: [
    createHeading('Your policy has been reinstated'),
    createParagraph('Good news, {{firstName}}: your cancellation was reversed and your policy is reinstated.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Reinstated as of', '{{effectiveDate|day}}'],
      ['Amount due', '{{dueCents|money}}'],
    ),
    createButton('View my policy', '{{link}}'),
  ],
  sample: { ...samplePolicy, effectiveDate: '2026-12-15', dueCents: 0 },
})
