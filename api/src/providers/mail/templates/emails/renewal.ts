import {
  createButton,
  createFactList,
  createHeading,
  createNote,
  createParagraph,
  type DueFacts,
  dueRows,
} from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { sampleDue, samplePolicy } from '../sample-values.ts'

interface Values extends DueFacts {
  firstName: string
  oldPolicyNo: string
  policyNo: string
  address: string
  inceptionDate: string
  totalCents: number
  /** Sentences about the payer, the due date and amounts paid in advance. */
  moneyWords: string
  link: string
}

export const renewalEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: 'Policy {{oldPolicyNo}} is renewed as {{policyNo}}',
  preview: 'Coverage continues from {{inceptionDate|day}}.',
  blocks: [
    createHeading('Your policy is renewed'),
    createParagraph(
      'Hello {{firstName}}, the term of policy {{oldPolicyNo}} ends on {{inceptionDate|day}}, and the policy below renews it without a lapse in coverage.',
    ),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['Begins', '{{inceptionDate|day}}'],
      ['Total premium', '{{totalCents|money}}'],
      ...dueRows,
    ),
    createParagraph('{{moneyWords}}'),
    createButton('View the policy', '{{link}}'),
    createNote('To change or decline your coverage, contact your agent before that date.'),
  ],
  sample: {
    ...samplePolicy,
    oldPolicyNo: 'RFL3000100',
    inceptionDate: '2026-12-20',
    totalCents: 131775,
    ...sampleDue,
    moneyWords: 'Please pay by 12/20/2026.',
  },
})
