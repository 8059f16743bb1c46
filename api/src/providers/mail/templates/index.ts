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

/** Cache of compiled HTML for the built-in templates by their content. Templates that staff edited are not cached. */
const compiled = new Map<string, Promise<string>>()
const own: ReadonlySet<EmailTemplateContent> = new Set(Object.values(EMAIL_TEMPLATES))

/** Returns the compiled HTML of a template that shows some of the facts. */
function getHtml(template: EmailTemplateContent, shown: EmailTemplateContent): Promise<string> {
  const key = JSON.stringify(shown)
  const known = compiled.get(key) ?? compileTemplateHtml(shown)
  if (own.has(template)) compiled.set(key, known)
  return known
}

/** Returns a template without the facts that have no value. */
const omitEmptyFacts = (template: EmailTemplateContent, values: PlaceholderValues): EmailTemplateContent => ({
  ...{ version: template.version, subject: template.subject, preview: template.preview },
  blocks: template.blocks.map((block) =>
    block.kind === 'facts'
      ? { ...block, rows: block.rows.filter(([, value]) => fillPlaceholders(value, values) !== '') }
      : block,
  ),
})

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
  const shown = omitEmptyFacts(template, all)
  return {
    subject: fillPlaceholders(template.subject, all),
    html: fillPlaceholders(await getHtml(template, shown), all, htmlFormat),
    text: fillPlaceholders(compileTemplateText(shown), all),
    version: template.version,
  }
}
