import { createButton, createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  /** Comma-separated names of the documents to sign. */
  documents: string
  link: string
  expiresAt: string
}

export const signatureRequestEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Please sign the documents of policy {{policyNo}}',
  preview: 'Your signature is needed: {{documents}}.',
  blocks: [
    createHeading('Your signature is needed'),
    createParagraph(
      'Hello {{firstName}}, the documents of your policy are ready to be signed. It takes a few minutes.',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}'], ['To sign', '{{documents}}']),
    createButton('Review and sign', '{{link}}'),
    createNote(
      'The link is valid until {{expiresAt|moment}}. You can request paper copies instead of signing electronically.',
    ),
  ],
  sample: { ...samplePolicy, documents: 'Policy Agreement, SL Notice', expiresAt: sampleTime },
})
