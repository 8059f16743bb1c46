import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  insuredName: string
  address: string
  /** Comma-separated names of the documents to sign. */
  documents: string
  expiresAt: string
  link: string
}

export const agencySignatureRequestEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Your signature is needed: policy {{policyNo}}',
  preview: 'To sign as the agent: {{documents}}.',
  blocks: [
    createHeading('Your signature is needed'),
    createParagraph('Hello {{firstName}}, the documents of the policy below are ready for the agent’s signature.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['To sign', '{{documents}}'],
    ),
    createButton('Log in and sign', '{{link}}'),
    createNote('The link is valid until {{expiresAt|moment}}.'),
  ],
  sample: { ...sampleAgencyPolicy, documents: 'Policy Agreement, SL Notice', expiresAt: sampleTime },
})
