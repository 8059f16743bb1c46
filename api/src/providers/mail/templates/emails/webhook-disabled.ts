import { createHeading, createNote, createParagraph } from '../blocks.ts'
import { defineEmail } from '../define-email.ts'

interface Values {
  firstName: string
  name: string
  url: string
}

export const webhookDisabledEmail = defineEmail<Values>({
  audience: 'staff',
  version: 1,
  subject: 'Webhook endpoint {{name}} was disabled',
  preview: 'It has not accepted an event for three days.',
  blocks: [
    createHeading('A webhook endpoint was disabled'),
    createParagraph(
      'Hello {{firstName}}, the webhook endpoint {{name}} ({{url}}) has not accepted an event for three days. We have stopped sending events to it.',
    ),
    createNote('When the endpoint responds again, re-enable it in the back office and resend the missed events.'),
  ],
  sample: { firstName: 'Avery', name: 'CRM', url: 'https://crm.example.com/hooks' },
})
