import type { EmailTemplateContent } from './blocks.ts'
import { EMAIL_TEMPLATES, type EmailTemplateId, type EmailTemplateValues } from './catalog.ts'
import { fillPlaceholders, htmlFormat, type PlaceholderValues } from './fill-placeholders.ts'
import { compileTemplateHtml, compileTemplateText } from './layout.ts'

export type { EmailTemplateId, EmailTemplateValues } from './catalog.ts'

export interface RenderedEmail {
  subject: string
  html: string
  text: string
  version: number
}

export interface EmailBranding {
  brand: string
  supportEmail: string
}

const DEFAULT_BRANDING: EmailBranding = { brand: 'Tideline', supportEmail: 'support@example.com' }

/** Cache of compiled HTML for the built-in templates. Templates that staff edited are not cached. */
const compiled = new Map<EmailTemplateContent, Promise<string>>()
const own: ReadonlySet<EmailTemplateContent> = new Set(Object.values(EMAIL_TEMPLATES))

/** Returns the compiled HTML of a template. */
function htmlOf(template: EmailTemplateContent): Promise<string> {
  const known = compiled.get(template) ?? compileTemplateHtml(template)
  if (own.has(template)) compiled.set(template, known)
  return known
}

/**
 * Renders the subject, HTML and text of an email. Uses the built-in template by default. Throws if a value is missing.
 */
export async function renderEmail<Id extends EmailTemplateId>(
  id: Id,
  values: EmailTemplateValues[Id],
  template: EmailTemplateContent = EMAIL_TEMPLATES[id],
  branding: EmailBranding = DEFAULT_BRANDING,
): Promise<RenderedEmail> {
  const all: PlaceholderValues = { ...branding, ...values }
  return {
    subject: fillPlaceholders(template.subject, all),
    html: fillPlaceholders(await htmlOf(template), all, htmlFormat),
    text: fillPlaceholders(compileTemplateText(template), all),
    version: template.version,
  }
}
