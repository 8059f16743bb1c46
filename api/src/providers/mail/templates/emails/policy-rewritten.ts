import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  oldPolicyNo: string
  policyNo: string
  address: string
  inceptionDate: string
  movedCents: number
  /** Verb phrase for the end of the old policy, such as `was cancelled as of 11/20/2026`. */
  endWords: string
  /** Sentences about the old policy's amounts (charged, still owed and refunded) and the reissued documents. */
  moneyWords: string
  link: string
}

export const policyRewrittenEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 3,
  subject: 'Policy {{oldPolicyNo}} is now policy {{policyNo}}',
  preview: 'The inception date was moved to {{inceptionDate|day}}.',
  blocks: [
    createHeading('The inception date was moved'),
    createParagraph('Hello {{firstName}}, policy {{oldPolicyNo}} {{endWords}}, and is replaced by the policy below.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Begins', '{{inceptionDate|day}}'],
      ['Already paid', '{{movedCents|money}}'],
      ...dueRows,
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...samplePolicy,
    oldPolicyNo: 'RFL3000100',
    inceptionDate: '2026-12-20',
    movedCents: 131775,
    ...sampleDue,
    endWords: 'was cancelled as of 11/20/2026',
    moneyWords: 'Documents will be reissued with the new effective date and must be signed again.',
  },
})
