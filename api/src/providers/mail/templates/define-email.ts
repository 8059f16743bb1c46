import type { EmailTemplateContent } from './blocks.ts'

/**
 * Readers of an email (EML-1). `account` is any account holder, for emails about the account itself. Each of the other
 * audiences gets its own version of an email about the same event.
 */
type EmailAudience = 'policyholder' | 'agency' | 'lender' | 'staff' | 'account'

interface EmailTemplate<Values> extends EmailTemplateContent {
  audience: EmailAudience
  /** Sample values for previews, test emails and tests. */
  sample: Values
}

/**
 * Declares an email with its values. Amounts are in integer cents, dates are `YYYY-MM-DD`, times are ISO 8601, and links
 * are absolute URLs.
 */
export const defineEmail = <Values extends object>(template: EmailTemplate<Values>): EmailTemplate<Values> => template
