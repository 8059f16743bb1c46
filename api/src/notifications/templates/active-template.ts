import type { Kysely, Selectable } from 'kysely'
import type { DB, EmailTemplate } from '../../db/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import type { Template } from '../../providers/mail/templates/blocks.ts'
import { EMAIL_TEMPLATES, type TemplateId } from '../../providers/mail/templates/catalog.ts'
import { type EmailText, getTemplate } from './validate-text.ts'

export type StoredText = Selectable<EmailTemplate>

export const isTemplateId = (text: string): text is TemplateId => Object.hasOwn(EMAIL_TEMPLATES, text)

export const getText = ({ subject, preview, source }: StoredText): EmailText => ({ subject, preview, body: source })

/** Returns the active text that staff saved, or undefined if the released text is active. */
export const findActiveText = (db: Kysely<DB>, id: TemplateId): Promise<StoredText | undefined> =>
  db
    .selectFrom('email_templates')
    .selectAll()
    .where('template', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

/**
 * Returns the active template of an email. If the saved text is no longer valid, returns the released text and logs the
 * reason. This happens, for example, if a release removes a placeholder.
 */
export async function getActiveTemplate(ctx: Pick<Ctx, 'db' | 'log'>, id: TemplateId): Promise<Template> {
  const stored = await findActiveText(ctx.db, id)
  if (!stored) return EMAIL_TEMPLATES[id]
  try {
    return getTemplate(id, getText(stored), stored.version)
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    ctx.log.error({ template: id, version: stored.version, problem: thrown.message }, 'words of a mail do not fit it')
    return EMAIL_TEMPLATES[id]
  }
}
