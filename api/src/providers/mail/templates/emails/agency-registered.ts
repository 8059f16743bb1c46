import { createButton, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleLink } from '../sample-values.ts'

interface Values {
  company: string
  agencyNo: string
  signedByName: string
  link: string
}

export const agencyRegisteredEmail = defineEmail<Values>({
  audience: 'staff',
  version: 1,
  subject: '{{company}} has signed its registration',
  preview: 'Agency {{agencyNo}} is ready for approval.',
  blocks: [
    createHeading('{{company}} is ready for approval'),
    createParagraph(
      '{{signedByName}} signed the agreements of agency {{agencyNo}}. Review the registration, then approve it.',
    ),
    createButton('View agency', '{{link}}'),
  ],
  sample: { company: 'Breakwater Agency', agencyNo: '100120', signedByName: 'Bay Water', link: sampleLink },
})
