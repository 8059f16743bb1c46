import type { Kysely, Selectable } from 'kysely'
import type { DB, EmailTemplate } from '../../db/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import type { Template } from '../../providers/mail/templates/blocks.ts'
import { CATALOGUE, type TemplateId } from '../../providers/mail/templates/catalog.ts'
import { getTemplate, type Words } from './check-words.ts'

export type StoredWords = Selectable<EmailTemplate>

export const isTemplateId = (text: string): text is TemplateId => Object.hasOwn(CATALOGUE, text)

export const getText = ({ subject, preview, source }: StoredWords): Words => ({ subject, preview, body: source })

/** Returns the active text that staff saved, or undefined while the released text is active. */
export const storedInForce = (db: Kysely<DB>, id: TemplateId): Promise<StoredWords | undefined> =>
  db
    .selectFrom('email_templates')
    .selectAll()
    .where('template', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

/**
 * Returns the active template of an email. If the saved text is no longer valid, for example because a release removed
 * a placeholder, uses the released text and logs this.
 */
export async function templateInForce(ctx: Pick<Ctx, 'db' | 'log'>, id: TemplateId): Promise<Template> {
  const stored = await storedInForce(ctx.db, id)
  if (!stored) return CATALOGUE[id]
  try {
    return getTemplate(id, getText(stored), stored.version)
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    ctx.log.error({ template: id, version: stored.version, problem: thrown.message }, 'words of a mail do not fit it')
    return CATALOGUE[id]
  }
}
