import { createFactList, createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  heldCents: number
  /** Amount that is refunded or transferred to another policy. */
  movedCents: number
  dueCents: number
  /** Sentences about the decision, and about the recipients or use of the amount. */
  decisionWords: string
}

export const refundDecidedEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 2,
  subject: 'Decision on your refund for policy {{policyNo}}',
  preview: '{{decisionWords}}',
  blocks: [
    createHeading('Decision on your refund'),
    createParagraph('Hello {{firstName}}, we have made a decision about your refund that was on hold.'),
    createFactList(
      ['Policy', '{{policyNo}}'],
      ['Property', '{{address}}'],
      ['On hold', '{{heldCents|money}}'],
      ['Refunded or transferred', '{{movedCents|money}}'],
      ['Balance', '{{dueCents|money}}'],
    ),
    createParagraph('{{decisionWords}}'),
    createNote('Questions? Contact your agent or email {{supportEmail}}.'),
  ],
  sample: {
    ...samplePolicy,
    heldCents: 50000,
    movedCents: 50000,
    dueCents: 0,
    decisionWords: 'Refunded to the original payment method: $500.00 to Marina Sample.',
  },
})
