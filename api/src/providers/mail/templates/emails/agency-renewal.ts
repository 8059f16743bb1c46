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
  totalCents: number
  /** Sentences about the payer, the due date and amounts paid in advance. */
  moneyWords: string
  link: string
}

export const agencyRenewalEmail = defineEmail<Values>({
  audience: 'agency',
  version: 1,
  subject: 'Policy {{oldPolicyNo}} is renewed as {{policyNo}}',
  preview: 'Coverage continues from {{inceptionDate|day}}.',
  blocks: [
    createHeading('A policy is renewed'),
    createParagraph(
      'Hello {{firstName}}, the term of policy {{oldPolicyNo}} ends on {{inceptionDate|day}}, and the policy below renews it without a lapse in coverage. The insured was notified.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Insured', '{{insuredName}}'],
      ['Property', '{{address}}'],
      ['Begins', '{{inceptionDate|day}}'],
      ['Total premium', '{{totalCents|money}}'],
      ...dueRows,
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View the policy', '{{link}}'),
  ],
  sample: {
    ...sampleAgencyPolicy,
    oldPolicyNo: 'RFL3000100',
    inceptionDate: '2026-12-20',
    totalCents: 131775,
    ...sampleDue,
    moneyWords: 'Payment is due by 12/20/2026.',
  },
})
