import type { EmailTemplateContent } from './blocks.ts'

interface EmailTemplate<Values> extends EmailTemplateContent {
  /** Sample values for previews, test emails and tests. */
  sample: Values
}

/**
 * Declares an email with its values. Amounts are in integer cents, dates are `YYYY-MM-DD`, times are ISO 8601, and links
 * are absolute URLs.
 */
export const defineEmail = <Values extends object>(template: EmailTemplate<Values>): EmailTemplate<Values> => template
