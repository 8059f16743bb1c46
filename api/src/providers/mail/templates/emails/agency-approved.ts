import { createButton, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleLink } from '../sample-values.ts'

interface Values {
  firstName: string
  company: string
  agencyNo: string
  link: string
  /** Label of the link's button: `Choose a password` or `Log in`. */
  linkWords: string
}

export const agencyApprovedEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: '{{company}} is approved',
  preview: 'You can now write policies with {{brand}}.',
  blocks: [
    createHeading('Welcome aboard, {{firstName}}'),
    createParagraph('{{company}} is approved. Its agency number is {{agencyNo}}.'),
    createButton('{{linkWords}}', '{{link}}'),
  ],
  sample: {
    firstName: 'Bay',
    company: 'Breakwater Agency',
    agencyNo: '100120',
    link: sampleLink,
    linkWords: 'Choose a password',
  },
})
