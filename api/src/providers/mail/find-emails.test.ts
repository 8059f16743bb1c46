import { expect, it } from 'vitest'
import { generateEmailsModule } from './find-emails.ts'

it('generates a module that collects all emails by ID', () => {
  expect(generateEmailsModule(['past-due', 'receipt'])).toBe(
    `// Generated from the names of api/src/providers/mail/templates/emails/*.ts by scripts/generate.ts. Do not edit.
import { pastDueEmail } from '../providers/mail/templates/emails/past-due.ts'
import { receiptEmail } from '../providers/mail/templates/emails/receipt.ts'

export const EMAIL_TEMPLATES = {
  'past-due': pastDueEmail,
  'receipt': receiptEmail,
}
`,
  )
})
