import type { EmailTemplateId } from '../providers/mail/templates/index.ts'

const mask = '██████'

// Matches a link token: Base64 of a JWE, which starts with `{"`. No other word in an email is as long.
const linkToken = /ZXlK[\w-]{40,}(%3D|=)*/g
const code = /\b\d{6}\b/g

/** Templates that contain a code instead of a link. */
const withCode: readonly string[] = ['signing-code', 'email-change-code'] satisfies EmailTemplateId[]

/**
 * Masks the log-in links and signing codes in an email for all readers except the recipient (SIGN-4).
 * @param text HTML or plain text of the email
 */
export function maskEmailSecrets(template: string, text: string): string {
  const withoutLinks = text.replace(linkToken, mask)
  return withCode.includes(template) ? withoutLinks.replace(code, mask) : withoutLinks
}
