import { createButton, createFactList, createHeading, createParagraph, type DueFacts, dueRows } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleAgencyPolicy, sampleDue } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  policyNo: string
  insuredName: string
  address: string
  oldPolicyNo: string
  inceptionDate: string
  movedCents: number
  /** Verb phrase for the end of the old policy, such as `was cancelled as of 11/20/2026`. */
  endWords: string
  /** Sentences about the old policy's amounts (charged, still owed and refunded) and the reissued documents. */
  moneyWords: string
  link: string
}

export const agencyPolicyRewrittenEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Policy {{oldPolicyNo}} was rewritten as {{policyNo}}',
  preview: 'The inception date was moved to {{inceptionDate|day}}.',
  blocks: [
    createHeading('A policy was rewritten'),
    createParagraph(
      'Hello {{firstName}}, policy {{oldPolicyNo}} {{endWords}}, and is replaced by the policy below. The insured was notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Begins', '{{inceptionDate|day}}'],
      ['Already paid', '{{movedCents|money}}'],
      ...dueRows,
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    oldPolicyNo: 'RFL3000100',
    inceptionDate: '2026-12-20',
    movedCents: 131775,
    ...sampleDue,
    endWords: 'was cancelled as of 11/20/2026',
    moneyWords: 'Documents will be reissued with the new effective date and must be signed again.',
  },
})
