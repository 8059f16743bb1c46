import { CATALOGUE, type MailTemplates, type TemplateId } from './catalogue.ts'
import { escapeHtml, fill, type Values } from './fill.ts'
import { toHtml, toText } from './layout.ts'

export type { MailTemplates, TemplateId } from './catalogue.ts'

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

const compiled = new Map<TemplateId, Promise<string>>()

/** The template's HTML, made the first time that it is asked for. */
function htmlOf(id: TemplateId): Promise<string> {
  const known = compiled.get(id) ?? toHtml(CATALOGUE[id])
  compiled.set(id, known)
  return known
}

/** Writes a mail: subject, HTML and text, all from one template. Throws when a value is missing. */
export async function render<Id extends TemplateId>(
  id: Id,
  values: MailTemplates[Id],
  branding: Branding = DEFAULT_BRANDING,
): Promise<RenderedMail> {
  const template = CATALOGUE[id]
  const all: Values = { ...branding, ...values }
  return {
    subject: fill(template.subject, all),
    html: fill(await htmlOf(id), all, escapeHtml),
    text: fill(toText(template), all),
    version: template.version,
  }
}
