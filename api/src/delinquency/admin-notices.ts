import type { AdminCancellationNotice, AdminCancellationNoticeDetail } from '@tideline/sdk/types'
import { type SqlBool, sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import { type Collection, findCollectionRow, idsCondition } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { demandedCentsSql } from '../policy-reads/due-fields.ts'
import { findLetters } from './letters.ts'

interface Row extends Omit<AdminCancellationNotice, 'amount' | 'openAmount' | 'createdAt' | 'closedAt'> {
  amountCents: number
  openCents: number
  createdAt: Date
  closedAt: Date | null
}

/** Back-office list of notices of cancellation for nonpayment. */
export const adminCancellationNoticeCollection: Collection<'listAdminCancellationNotices', Row> = {
  name: 'cancellationNotices',
  from: sql`cancellation_notices n join policies p using (policy_id)`,
  columns: sql`n.cancellation_notice_id as id, p.policy_no as "policyNo", p.insured_name as "insuredName",
    p.state as "propertyState", n.reason, n.is_flat as "isFlat", n.amount_cents as "amountCents", n.notice_days as "noticeDays",
    n.effective_date as "effectiveDate", n.state, n.hold_reason as "holdReason", n.created_at as "createdAt",
    n.closed_at as "closedAt",
    ${sql.raw(demandedCentsSql)} as "openCents",
    (select count(*)::int from postal_notices l where l.cancellation_notice_id = n.cancellation_notice_id
      and l.state <> 'replaced') as "letterCount",
    (select count(*)::int from postal_notices l where l.cancellation_notice_id = n.cancellation_notice_id
      and l.state in ('queued', 'exported')) as "unmailedCount"`,
  id: sql`n.cancellation_notice_id`,
  sorts: { createdAt: sql`n.created_at`, effectiveDate: sql`n.effective_date`, id: sql`n.cancellation_notice_id` },
  filters: {
    policyNo: (no) => sql`p.policy_no = ${no}`,
    state: (state) => sql`n.state = ${state}`,
    propertyState: (state) => sql`p.state = ${state}`,
    holdReason: (reason) => sql`n.hold_reason = ${reason}`,
    id: (ids) => idsCondition(sql`n.cancellation_notice_id`, ids),
  },
  present: ({ amountCents, openCents, createdAt, closedAt, ...row }) => ({
    ...row,
    ...{ amount: toDollars(amountCents), openAmount: toDollars(openCents) },
    ...{ createdAt: createdAt.toISOString(), closedAt: closedAt?.toISOString() ?? null },
  }),
}

/** Returns a notice of cancellation with its letters and amounts. Throws 404. */
export async function readCancellationNotice(
  ctx: Pick<Ctx, 'db'>,
  noticeId: string,
): Promise<AdminCancellationNoticeDetail> {
  const notice = await findCollectionRow(ctx.db, adminCancellationNoticeCollection, noticeId)
  if (!notice) throw createNotFoundError({ noticeId })
  const { rows: amounts } = await sql<{ dueDate: string; demandedCents: number; openCents: number }>`
    select o.due_date as "dueDate", d.demanded_cents as "demandedCents", o.open_cents as "openCents"
    from cancellation_notice_obligations d join obligations o using (obligation_id)
    where d.cancellation_notice_id = ${noticeId}::uuid order by o.due_date, o.obligation_no limit 1000`.execute(ctx.db)
  const { rows: releases } = await sql<{ releasedAt: Date; releasedBy: string }>`
    select r.released_at as "releasedAt", r.released_by_name as "releasedBy" from claim_hold_releases r
    join cancellation_notices n using (policy_id) where n.cancellation_notice_id = ${noticeId}::uuid`.execute(ctx.db)
  const letters = await findLetters(ctx, sql<SqlBool>`l.cancellation_notice_id = ${noticeId}::uuid`)
  return {
    notice,
    amounts: amounts.map(({ dueDate, demandedCents, openCents }) => ({
      ...{ dueDate, demandedAmount: toDollars(demandedCents), openAmount: toDollars(openCents) },
    })),
    letters: letters.map(({ isNoticeOpen: _, ...letter }) => letter),
    claimHold:
      releases.map(({ releasedAt, releasedBy }) => ({
        ...{ policyNo: notice.policyNo, releasedAt: releasedAt.toISOString(), releasedBy },
      }))[0] ?? null,
  }
}
