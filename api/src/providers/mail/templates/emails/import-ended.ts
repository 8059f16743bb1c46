import { createButton, createFactList, createHeading, createNote } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleLink } from '../sample-values.ts'

interface Values {
  fileName: string
  /** Rest of the subject `Your upload … `: for example, `was cancelled` or a row count. */
  outcome: string
  total: number
  succeeded: number
  failed: number
  link: string
}

export const importEndedEmail = defineEmail<Values>({
  audience: 'staff',
  version: 1,
  subject: 'Your upload {{fileName}} {{outcome}}',
  preview: '{{succeeded}} of {{total}} rows were imported, {{failed}} were rejected.',
  blocks: [
    createHeading('Your upload {{outcome}}'),
    createFactList(
      ['File', '{{fileName}}'],
      ['Rows', '{{total}}'],
      ['Imported', '{{succeeded}}'],
      ['Rejected', '{{failed}}'],
    ),
    createButton('View the rows', '{{link}}'),
    createNote('You can download the rejected rows, correct them and upload them again.'),
  ],
  sample: { fileName: 'book.csv', outcome: 'has been imported', total: 3, succeeded: 2, failed: 1, link: sampleLink },
})
