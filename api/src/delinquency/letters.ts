import type { NonpaymentLetter } from '@tideline/sdk/types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { hasOpenClaim } from '../claims/return-premium-hold.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Collection, idsCondition } from '../http/collection.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { changePolicyAsSystem } from '../policy/change-policy.ts'
import type { Policy } from '../policy/visibility.ts'
import { getNoticeEffectiveDate, getPrintedDate } from './decide-steps.ts'
import { letterMailedEvent } from './events.ts'
import { queueCancellationLetters } from './postal-notices.ts'
import { findActivePlan } from './read-plan.ts'

interface LetterRow {
  id: string
  policyNo: string
  kind: NonpaymentLetter['kind']
  state: NonpaymentLetter['state']
  recipientName: string
  recipientAddress: string
  printedDate: string | null
  mailedOn: string | null
  createdAt: Date
  exportNo: number | null
  noticeId: string | null
  noticeDays: number | null
  amountCents: number | null
  isFlat: boolean | null
  isNoticeOpen: boolean
}

const columns = sql`l.postal_notice_id as id, p.policy_no as "policyNo", l.kind, l.state, l.recipient_name as "recipientName",
  l.recipient_address as "recipientAddress", l.printed_date as "printedDate", l.mailed_on as "mailedOn",
  l.created_at as "createdAt", x.export_no as "exportNo", n.cancellation_notice_id as "noticeId", n.notice_days as "noticeDays",
  n.amount_cents as "amountCents", n.is_flat as "isFlat",
  n.cancellation_notice_id is not null and n.closed_at is null as "isNoticeOpen"`
const from = sql`postal_notices l join policies p using (policy_id)
  left join cancellation_notices n using (cancellation_notice_id)
  left join letter_exports x using (letter_export_id)`

/**
 * Condition for letters `l` that staff must mail (UI-41). Reads a notice only for its own letter, because a join would
 * read all notices to count the letters.
 */
export const unmailedLetterCondition = sql<SqlBool>`(l.state in ('queued', 'exported') and (l.kind <> 'cancellationNotice'
  or (select closed_at from cancellation_notices where cancellation_notice_id = l.cancellation_notice_id) is null))`

/** Returns the letters that match an SQL condition, oldest first. */
export async function findLetters(
  { db }: Pick<Ctx, 'db'>,
  condition: RawBuilder<SqlBool>,
): Promise<(NonpaymentLetter & Pick<LetterRow, 'isNoticeOpen'>)[]> {
  const rows = await findLetterRows({ db }, condition)
  return rows.map((row) => ({ ...toLetterResponse(row), isNoticeOpen: row.isNoticeOpen }))
}

async function findLetterRows({ db }: Pick<Ctx, 'db'>, condition: RawBuilder<SqlBool>): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`select ${columns} from ${from}
    where ${condition} order by l.created_at, l.postal_notice_id limit 1000`.execute(db)
  return rows
}

async function requireLetter(ctx: Pick<Ctx, 'db'>, letterId: string): Promise<LetterRow> {
  const [letter] = await findLetterRows(ctx, sql<SqlBool>`l.postal_notice_id = ${letterId}::uuid`)
  if (!letter) throw createNotFoundError({ letterId })
  return letter
}

const toLetterResponse = (row: LetterRow): NonpaymentLetter => ({
  ...{ id: row.id, noticeId: row.noticeId, policyNo: row.policyNo, kind: row.kind, state: row.state },
  ...{ recipientName: row.recipientName, recipientAddress: row.recipientAddress, printedDate: row.printedDate },
  ...{ mailedOn: row.mailedOn, createdAt: row.createdAt.toISOString(), exportNo: row.exportNo },
})

/** List of the print queue for the back office. */
export const adminLetterCollection: Collection<'listAdminLetters', LetterRow> = {
  name: 'letters',
  from,
  columns,
  id: sql`l.postal_notice_id`,
  sorts: { createdAt: sql`l.created_at`, id: sql`l.postal_notice_id` },
  filters: {
    policyNo: (no) => sql`p.policy_no = ${no}`,
    state: (state) => (state === 'unmailed' ? unmailedLetterCondition : sql`l.state = ${state}`),
    kind: (kind) => sql`l.kind = ${kind}`,
    id: (ids) => idsCondition(sql`l.postal_notice_id`, ids),
  },
  present: toLetterResponse,
}

/** Runs `work` with the policy of a letter locked. Throws 404. */
async function changeLetter<Result>(
  ctx: Ctx,
  letterId: string,
  work: (ctx: TransactionContext, letter: LetterRow, policy: Policy) => Promise<Result>,
): Promise<Result> {
  const { policyNo } = await requireLetter(ctx, letterId)
  return changePolicyAsSystem(ctx, policyNo, async (ctx, policy) =>
    work(ctx, await requireLetter(ctx, letterId), policy),
  )
}

const audit = (ctx: TransactionContext, action: string, policy: Policy, details: Record<string, unknown>) =>
  writeAuditEntry(ctx, { action, entity: 'policy', entityId: policy.policyNo, policyId: policy.policyId, details })

/**
 * Throws 422 if a letter cannot have been mailed on this date, or if the mailing date is too late for the printed date
 * (DEL-12).
 */
function assertMailingDate(letter: LetterRow, policy: Policy, mailedOn: string, now: Date): void {
  const createdOn = getPropertyDate(letter.createdAt, policy)
  if (mailedOn < createdOn || mailedOn > getPropertyDate(now, policy))
    throw createUnprocessableError(
      'mailing_date_invalid',
      `mailedOn: must be from ${formatUsDate(createdOn)} through today.`,
      'mailedOn',
    )
  if (!letter.printedDate) return
  const earliest = getNoticeEffectiveDate([mailedOn], letter.noticeDays ?? 0)
  if (earliest !== undefined && letter.printedDate < earliest)
    throw createUnprocessableError(
      'mailed_too_late',
      `mailedOn: a notice mailed on this date can take effect on ${formatUsDate(earliest)} at the earliest, but the letter prints ${formatUsDate(letter.printedDate)}. Print the notice again.`,
      'mailedOn',
    )
}

const createNoticeClosedError = () =>
  createConflictError('notice_closed', 'This notice of cancellation is no longer open.')

/**
 * Records the date on which a letter was mailed (DEL-7).
 * @throws {ApiError} 404 if the letter does not exist; 409 if it is mailed or no longer needed; 422 if the date is not
 * possible or too late for the printed date
 */
export const recordLetterMailing = (ctx: Ctx, letterId: string, mailedOn: string): Promise<NonpaymentLetter> =>
  changeLetter(ctx, letterId, async (ctx, letter, policy) => {
    if (letter.state !== 'queued' && letter.state !== 'exported')
      throw createConflictError('letter_not_printed', 'This letter is mailed or no longer needed.')
    if (letter.kind === 'cancellationNotice' && !letter.isNoticeOpen) throw createNoticeClosedError()
    assertMailingDate(letter, policy, mailedOn, ctx.now)
    await ctx.db
      .updateTable('postal_notices')
      .set({ state: 'mailed', mailed_on: mailedOn })
      .where('postal_notice_id', '=', letterId)
      .execute()
    await publishEvent(ctx, letterMailedEvent, { policy, letter, mailedOn })
    await audit(ctx, 'delinquency.mailLetter', policy, { letterId, kind: letter.kind, mailedOn })
    return toLetterResponse(await requireLetter(ctx, letterId))
  })

/**
 * Records that the postal service returned a letter. It still counts as mailed (DEL-18).
 * @throws {ApiError} 404 if the letter does not exist; 409 if it is not mailed
 */
export const markLetterUndeliverable = (ctx: Ctx, letterId: string): Promise<NonpaymentLetter> =>
  changeLetter(ctx, letterId, async (ctx, letter, policy) => {
    if (letter.state !== 'mailed')
      throw createConflictError('letter_not_mailed', 'Only a mailed letter can be marked as undeliverable.')
    await ctx.db
      .updateTable('postal_notices')
      .set({ state: 'undeliverable' })
      .where('postal_notice_id', '=', letterId)
      .execute()
    await audit(ctx, 'delinquency.returnLetter', policy, { letterId, kind: letter.kind })
    return toLetterResponse(await requireLetter(ctx, letterId))
  })

/**
 * Replaces all letters of a notice with new letters that have a later printed date (DEL-7). The days for printing are
 * those of the product's plan (DEL-32).
 * @throws {ApiError} 404 if the letter does not exist; 409 if it does not belong to an open notice of cancellation
 */
export const reprintCancellationNotice = (ctx: Ctx, letterId: string): Promise<NonpaymentLetter[]> =>
  changeLetter(ctx, letterId, async (ctx, letter, policy) => {
    const { noticeId, noticeDays, amountCents, isFlat } = letter
    if (!letter.isNoticeOpen || noticeId === null || noticeDays === null || amountCents === null)
      throw createNoticeClosedError()
    const plan = await findActivePlan(ctx.db, policy.productId)
    const effectiveDate = getPrintedDate(getPropertyDate(ctx.now, policy), noticeDays, plan?.printDays ?? 0)
    await ctx.db
      .updateTable('postal_notices')
      .set({ state: 'replaced' })
      .where('cancellation_notice_id', '=', noticeId)
      .execute()
    await ctx.db
      .updateTable('cancellation_notices')
      .set({ effective_date: effectiveDate })
      .where('cancellation_notice_id', '=', noticeId)
      .execute()
    await queueCancellationLetters(ctx, policy, { noticeId, amountCents, effectiveDate, isFlat: isFlat ?? false })
    await audit(ctx, 'delinquency.reprintNotice', policy, { noticeId, effectiveDate })
    const letters = await findLetterRows(
      ctx,
      sql<SqlBool>`l.cancellation_notice_id = ${noticeId} and l.state = 'queued'`,
    )
    return letters.map(toLetterResponse)
  })

/**
 * Releases the hold that the currently open claims of a policy cause (DEL-5).
 * @throws {ApiError} 404 if the policy does not exist; 409 if it has no open claim
 */
export const releaseClaimHold = (ctx: Ctx, policyNo: string, reason: string) =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    if (!(await hasOpenClaim(ctx.db, policy.policyId)))
      throw createConflictError('no_open_claim', 'The policy has no open claim.')
    const released = { released_at: ctx.now, released_by_name: getActorName(ctx.actor), reason }
    await ctx.db
      .insertInto('claim_hold_releases')
      .values({ policy_id: policy.policyId, ...released })
      .onConflict((conflict) => conflict.column('policy_id').doUpdateSet(released))
      .execute()
    await audit(ctx, 'delinquency.releaseClaimHold', policy, { reason })
    return { policyNo, releasedAt: ctx.now.toISOString(), releasedBy: released.released_by_name }
  })
