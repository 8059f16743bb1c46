import type { Template } from './blocks.ts'
import { EMAIL_TEMPLATES, type MailTemplates, type TemplateId } from './catalog.ts'
import { fillPlaceholders, html, type Values } from './fill.ts'
import { toHtml, toText } from './layout.ts'

export type { MailTemplates, TemplateId } from './catalog.ts'

export interface RenderedMail {
  subject: string
  html: string
  text: string
  version: number
}

export interface Branding {
  brand: string
  supportEmail: string
}

const DEFAULT_BRANDING: Branding = { brand: 'Tideline', supportEmail: 'support@example.com' }

/** Cache of compiled HTML for the built-in templates. Templates that staff edited are compiled every time. */
const compiled = new Map<Template, Promise<string>>()
const own: ReadonlySet<Template> = new Set(Object.values(EMAIL_TEMPLATES))

/** Returns the compiled HTML of a template. */
function htmlOf(template: Template): Promise<string> {
  const known = compiled.get(template) ?? toHtml(template)
  if (own.has(template)) compiled.set(template, known)
  return known
}

/**
 * Renders the subject, HTML and text of an email. Uses the built-in template by default. Throws if a value is missing.
 */
export async function render<Id extends TemplateId>(
  id: Id,
  values: MailTemplates[Id],
  template: Template = EMAIL_TEMPLATES[id],
  branding: Branding = DEFAULT_BRANDING,
): Promise<RenderedMail> {
  const all: Values = { ...branding, ...values }
  return {
    subject: fillPlaceholders(template.subject, all),
    html: fillPlaceholders(await htmlOf(template), all, html),
    text: fillPlaceholders(toText(template), all),
    version: template.version,
  }
}
