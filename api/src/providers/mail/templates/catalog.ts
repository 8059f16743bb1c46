import { EMAIL_TEMPLATES } from '../../../generated/emails.ts'

/** All emails by the ID that is stored with each sent email. */
export { EMAIL_TEMPLATES }

export type EmailTemplateId = keyof typeof EMAIL_TEMPLATES

/** Values of each email. */
export type EmailTemplateValues = { [Id in EmailTemplateId]: (typeof EMAIL_TEMPLATES)[Id]['sample'] }
