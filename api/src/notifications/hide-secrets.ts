import type { TemplateId } from '../providers/mail/templates/index.ts'

const black = '██████'

// A link token is the base64 of a JWE, which begins with `{"`; nothing else in a mail is that long a word.
const linkToken = /ZXlK[\w-]{40,}(%3D|=)*/g
const code = /\b\d{6}\b/g

/** Templates that carry a code instead of a link. */
const withCode: readonly string[] = ['signing-code'] satisfies TemplateId[]

/**
 * A mail as others than its recipient may see it: what signs somebody in, or signs for them, is blacked out (SIGN-4).
 *
 * @param text HTML or text of the mail
 */
export function hideSecrets(template: string, text: string): string {
  const withoutLinks = text.replace(linkToken, black)
  return withCode.includes(template) ? withoutLinks.replace(code, black) : withoutLinks
}
