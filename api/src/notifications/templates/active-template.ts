import type { Kysely, Selectable } from 'kysely'
import type { DB, EmailTemplate } from '../../db/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import type { EmailTemplateContent } from '../../providers/mail/templates/blocks.ts'
import { EMAIL_TEMPLATES, type EmailTemplateId } from '../../providers/mail/templates/catalog.ts'
import { buildEmailTemplate, type EmailText } from './validate-text.ts'

export type StoredEmailText = Selectable<EmailTemplate>

/** The active text of an email, with its version. */
export type ActiveEmailText = Pick<StoredEmailText, 'subject' | 'preview' | 'source' | 'version'>

export const isTemplateId = (text: string): text is EmailTemplateId => Object.hasOwn(EMAIL_TEMPLATES, text)

export const toEmailText = ({ subject, preview, source }: ActiveEmailText): EmailText => ({
  subject,
  preview,
  body: source,
})

/** Returns the text that staff saved, or undefined if the default text is active. */
export const findActiveEmailText = (db: Kysely<DB>, id: EmailTemplateId): Promise<StoredEmailText | undefined> =>
  db
    .selectFrom('email_templates')
    .selectAll()
    .where('template', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()

/**
 * Returns the active template of an email: the text that staff saved, or the default text. If the saved text is no longer
 * valid, for example because a release removed a placeholder, returns the default text and logs the reason.
 */
export function buildActiveTemplate(
  { log }: Pick<Ctx, 'log'>,
  id: EmailTemplateId,
  stored: ActiveEmailText | undefined,
): EmailTemplateContent {
  if (!stored) return EMAIL_TEMPLATES[id]
  try {
    return buildEmailTemplate(id, toEmailText(stored), stored.version)
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    log.error(
      { template: id, version: stored.version, problem: thrown.message },
      'the saved text of an email is not valid; the default text is sent',
    )
    return EMAIL_TEMPLATES[id]
  }
}
