import type { TemplateId } from '../providers/mail/templates/index.ts'

const mask = '██████'

// A link token is base64 of a JWE, which begins with `{"`. No other word in an email is as long.
const linkToken = /ZXlK[\w-]{40,}(%3D|=)*/g
const code = /\b\d{6}\b/g

/** Templates that contain a code instead of a link. */
const withCode: readonly string[] = ['signing-code'] satisfies TemplateId[]

/**
 * Masks the sign-in links and signing codes in an email that is shown to anyone but its recipient (SIGN-4).
 * @param text HTML or plain text of the email
 */
export function hideSecrets(template: string, text: string): string {
  const withoutLinks = text.replace(linkToken, mask)
  return withCode.includes(template) ? withoutLinks.replace(code, mask) : withoutLinks
}
