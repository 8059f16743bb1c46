import { createButton, createFactList, createHeading, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePayment, samplePolicy } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  amountCents: number
  method: string
  link: string
}

export const paymentProcessingEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 1,
  subject: 'Your payment for policy {{policyNo}} is being processed',
  preview: 'We submitted a payment of {{amountCents|money}} to your bank.',
  blocks: [
    createHeading('Your payment is processing'),
    createParagraph(
      'Thank you, {{firstName}}. We submitted the payment below to your bank. It can take up to four business days to clear.',
    ),
    createFactList(['Policy', '{{policyNo}}'], ['Amount', '{{amountCents|money}}'], ['Paid from', '{{method}}']),
    createParagraph('We’ll email you when the payment clears or if your bank declines it.'),
    createButton('View my policy', '{{link}}'),
  ],
  sample: { ...samplePolicy, ...samplePayment },
})
