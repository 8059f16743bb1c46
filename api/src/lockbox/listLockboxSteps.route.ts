import { getEntityHistory } from '../audit/history.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { isId } from '../http/id.ts'
import { formatDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'

type Step = Operations['listLockboxSteps']['response']['payload'][number]
type LockboxAction = Exclude<Step['action'], 'import'>

/** Possible details of an audit entry about a check. */
interface Details {
  amountCents?: number
  policyNo?: string
  parts?: { policyNo: string; amountCents: number }[]
  note?: string
}

const listed = (parts: Details['parts'] = []) =>
  parts.map(({ policyNo, amountCents }) => `${formatDollars(amountCents)} to ${policyNo}`).join(', ')
const after = ({ note }: Details) => (note ? ` ${note}` : '')

const sentences: Record<LockboxAction, (details: Details) => string> = {
  propose: ({ parts }) => `Proposed to apply ${listed(parts)}.`,
  apply: ({ amountCents = 0, policyNo }) =>
    `Applied ${formatDollars(amountCents)}${policyNo ? ` to ${policyNo}` : ''}.`,
  move: (details) => `Moved to another policy.${after(details)}`,
  reverse: (details) => `Reversed from its policy.${after(details)}`,
  return: (details) => `Returned to the sender.${after(details)}`,
  bounce: (details) => `Marked as returned by the bank.${after(details)}`,
  reopen: (details) => `Reopened after the check cleared.${after(details)}`,
}

const isLockboxAction = (action: string): action is LockboxAction => Object.hasOwn(sentences, action)

/** Returns the history of a check, newest step first. Throws 404. */
export const listLockboxSteps: Handler<'listLockboxSteps'> = async (ctx, { path: { id } }) => {
  if (!isId(id)) throw createNotFoundError({ id })
  const item = await ctx.db
    .selectFrom('lockbox_items as i')
    .innerJoin('lockbox_files as f', 'f.lockbox_file_id', 'i.lockbox_file_id')
    .select(['i.amount_cents', 'i.created_at', 'f.file_name', 'f.created_by'])
    .where('i.lockbox_item_id', '=', id)
    .executeTakeFirst()
  if (!item) throw createNotFoundError({ id })
  const steps = (await getEntityHistory(ctx.db, 'lockboxItem', id)).flatMap(({ at, by, action, details }) => {
    const lockboxAction = action.replace(/^lockbox\./, '')
    if (!isLockboxAction(lockboxAction)) return []
    const sentence = sentences[lockboxAction](details as Details)
    return [{ at: at.toISOString(), byUserName: by, action: lockboxAction, sentence }]
  })
  const came = {
    ...{ at: item.created_at.toISOString(), byUserName: item.created_by ?? '', action: 'import' as const },
    sentence: `Imported ${formatDollars(item.amount_cents)} from ${item.file_name}.`,
  }
  const all = [...steps.slice(0, 199), came]
  return ok(all.map((step, at) => ({ id: String(all.length - at), ...step })))
}
