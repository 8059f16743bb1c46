import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleLink } from '../sample-values.ts'

interface Values {
  name: string
  address: string
  email: string
  phone: string
  widgetName: string
  link: string
}

export const agencyLeadEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: '{{name}} requests a quote',
  preview: 'Quote for {{address}}.',
  blocks: [
    createHeading('{{name}} requests a quote'),
    createParagraph('The request came from your website ({{widgetName}}). The visitor expects to hear from you.'),
    createFactList(['Property', '{{address}}'], ['Email', '{{email}}'], ['Phone', '{{phone}}']),
    createButton('View leads', '{{link}}'),
  ],
  sample: {
    name: 'Marina Sample',
    address: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
    email: 'marina.sample@example.com',
    phone: '813-555-0142',
    widgetName: 'Harborview home page',
    link: sampleLink,
  },
})
