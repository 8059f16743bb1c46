import { EMAIL_TEMPLATES } from '../../../generated/emails.ts'

/** All emails, keyed by ID. Each sent email stores this ID. */
export { EMAIL_TEMPLATES }

export type EmailTemplateId = keyof typeof EMAIL_TEMPLATES

/** Values of each email. */
export type EmailTemplateValues = { [Id in EmailTemplateId]: (typeof EMAIL_TEMPLATES)[Id]['sample'] }
