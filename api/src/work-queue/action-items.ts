import type { Action, ActionKind } from '@tideline/sdk/types'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { getAgencySubtreeIds } from '../agencies/store.ts'
import { addDays } from '../calendar/days.ts'
import { openClaimCondition } from '../claims/return-premium-hold.ts'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { pastDueCentsSql, selectCurrentlyDue } from '../ledger/money-sql.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { disputeSortRankSql } from '../policy-reads/pending-disputes.ts'
import { createAgencyCondition, createPendingItemConditions } from '../policy-reads/search-conditions.ts'

type Row = Action['oldest'][number]

/** Maximum number of items to count. An exact count would read every match. */
const countLimit = 10_000
const shownAtMost = 3
/** Number of days for which failed payments and imports are listed. */
export const recentFailureDays = 30
/** Number of days before its expiration from which a license is listed. */
const licenseDays = 60

interface Source {
  /**
   * Staff role that handles these items. If `isOfAgents` is true, agents also handle items of their agency and its
   * sub-agencies.
   */
  role: string
  isOfAgents?: boolean
  /** Agency of an item. Defaults to the policy's agency. */
  agency?: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: (now: Date) => RawBuilder<SqlBool>[]
  /** Date since which an item has been pending. The oldest items are shown first. */
  since: RawBuilder<unknown>
  id: RawBuilder<unknown>
  title: RawBuilder<unknown>
  detail: RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>)
}

const getDay = (now: Date) => now.toISOString().slice(0, 10)

const policy = {
  from: sql`policies p`,
  id: sql`p.policy_no`,
  title: sql`p.policy_no`,
  detail: sql`concat_ws(', ', p.insured_name, p.address_line)`,
}
const policySource = { ...policy, role: 'superuser', isOfAgents: true, since: sql`p.original_post_date` }

const paymentSource = {
  from: sql`payments y join policies p using (policy_id)`,
  role: 'financeadmin',
  since: sql`y.created_at::date`,
  id: sql`y.policy_payment_id::text`,
  title: sql`p.policy_no`,
  detail: sql`concat_ws(', ', to_char(y.amount_cents / 100.0, 'FM$999,999,990.00'), p.insured_name, y.failure_reason)`,
}

/**
 * SQL for reading each type of pending item. Each condition starts with an index's condition so that PostgreSQL can use
 * the index.
 */
export const actionItemSources: Record<ActionKind, Source> = {
  signature: { ...policySource, where: (now) => createPendingItemConditions('signature', now) },
  payment: {
    ...policySource,
    where: (now) => createPendingItemConditions('payment', now),
    detail: (now) => {
      const due = sql.raw(selectCurrentlyDue(buildPolicyStatusSql('p', `'${now.toISOString()}'`).today))
      return sql`concat_ws(', ', (select 'Due ' || to_char(due.due_date, 'MM/DD/YYYY') from ${due} due), p.insured_name, p.address_line)`
    },
  },
  documents: {
    ...policySource,
    since: sql`p.pending_cancel_at::date`,
    where: (now) => createPendingItemConditions('documents', now),
  },
  cancellations: {
    ...policySource,
    since: sql`p.pending_cancel_at::date`,
    where: (now) => createPendingItemConditions('cancellation', now),
  },
  renewalHolds: {
    ...policySource,
    role: 'internal',
    from: sql`policies p join policy_balances b on b.policy_id = p.policy_id`,
    where: (now) => createPendingItemConditions('renewalHold', now),
    since: sql`(select h.held_on from renewal_holds h where h.policy_id = p.policy_id and h.ended_at is null)`,
    detail: (now) => {
      const cents = sql.raw(pastDueCentsSql(buildPolicyStatusSql('p', `'${now.toISOString()}'`).today))
      return sql`concat_ws(', ', 'Renewal on hold: pay ' || to_char(${cents} / 100.0, 'FM$999,999,990.00') || ' by '
        || to_char(p.expiration_date, 'MM/DD/YYYY'), p.insured_name, p.address_line)`
    },
  },
  certificates: {
    role: 'internal',
    isOfAgents: true,
    from: sql`ocr_records o join policy_doc_versions v using (policy_doc_ver_id) join policy_docs d using (policy_doc_id)
      join policies p on p.policy_id = d.policy_id`,
    where: () => [
      sql`o.verification_status is null and o.is_read`,
      // Only the newest certificate of a policy is reviewed.
      sql`not exists (select from policy_docs d2 join policy_doc_versions v2 using (policy_doc_id)
        join ocr_records o2 using (policy_doc_ver_id) where d2.policy_id = d.policy_id and o2.created_at > o.created_at)`,
    ],
    since: sql`o.created_at::date`,
    id: sql`p.policy_no`,
    title: sql`p.policy_no`,
    detail: policy.detail,
  },
  reviews: {
    role: 'internal',
    from: sql`refund_reviews r join policies p using (policy_id)`,
    where: (now) => [
      sql`r.state = 'open'`,
      sql`r.hold_reason <> 'reinstatement'`,
      // A review that waits for a claim is listed again after the claim is decided or the waiting period ends.
      sql`(r.postponed_until is null or r.postponed_until <= ${getDay(now)}::date
        or not exists (select from claims c where c.policy_id = r.policy_id and ${openClaimCondition}))`,
    ],
    since: sql`r.created_at::date`,
    id: sql`r.review_id::text`,
    title: sql`p.policy_no`,
    detail: sql`concat_ws(', ', to_char(r.amount_cents / 100.0, 'FM$999,999,990.00'), p.insured_name)`,
  },
  reinstatementOffers: {
    role: 'internal',
    from: sql`reinstatement_offers o join policies p using (policy_id)`,
    where: () => [sql`o.state = 'open'`],
    since: sql`o.offered_on`,
    id: sql`o.reinstatement_offer_id::text`,
    title: sql`p.policy_no`,
    detail: sql`concat_ws(', ', to_char(o.amount_cents / 100.0, 'FM$999,999,990.00'), 'expires '
      || to_char(o.expires_on, 'MM/DD/YYYY'), p.insured_name)`,
  },
  checks: {
    role: 'financeadmin',
    from: sql`lockbox_items i`,
    where: () => [sql`i.state in ('open', 'reversed')`],
    since: sql`i.deposit_date`,
    id: sql`i.lockbox_item_id::text`,
    title: sql`'Check ' || coalesce(i.check_no, 'without a number')`,
    detail: sql`concat_ws(', ', to_char(i.amount_cents / 100.0, 'FM$999,999,990.00'), nullif(i.remitter_name, ''))`,
  },
  overpayments: {
    ...paymentSource,
    from: sql`overpayment_items x join policies p using (policy_id)`,
    where: () => [sql`x.state = 'open'`],
    since: sql`x.created_at::date`,
    id: sql`x.overpayment_item_id::text`,
    detail: sql`concat_ws(', ', to_char(x.amount_cents / 100.0, 'FM$999,999,990.00'), p.insured_name)`,
  },
  failedPayments: {
    ...paymentSource,
    where: (now) => [sql`y.status = 'failed' and y.created_at >= ${addDays(getDay(now), -recentFailureDays)}::date`],
  },
  disputes: {
    ...paymentSource,
    from: sql`disputes d join payments y using (policy_payment_id) join policies p using (policy_id)`,
    where: () => [sql`${disputeSortRankSql} = 0`],
    since: sql`d.opened_at::date`,
    detail: sql`concat_ws(', ', to_char(d.amount_cents / 100.0, 'FM$999,999,990.00'), p.insured_name,
      'evidence due ' || to_char(d.evidence_due_at at time zone 'America/New_York', 'MM/DD/YYYY'))`,
  },
  imports: {
    role: 'internal',
    from: sql`import_jobs j`,
    where: (now) => [sql`j.state = 'failed' and j.created_at >= ${addDays(getDay(now), -recentFailureDays)}::date`],
    since: sql`j.created_at::date`,
    id: sql`j.import_job_id::text`,
    title: sql`j.file_name`,
    detail: sql`coalesce(j.error, '')`,
  },
  licenses: {
    role: 'internal',
    isOfAgents: true,
    agency: sql`a.agency_id`,
    from: sql`agency_licenses l join agencies a using (agency_id)`,
    where: (now) => [sql`l.expiration <= ${addDays(getDay(now), licenseDays)}::date`, sql`a.status = 'A'`],
    since: sql`l.expiration`,
    id: sql`a.agency_no`,
    title: sql`a.company`,
    detail: sql`l.state || ', ' || l.license_no`,
  },
  registrations: {
    role: 'internal',
    from: sql`agencies a cross join lateral (select max(signed_at) as signed_at, bool_and(signed_at is not null) as is_signed
      from registration_documents s where s.agency_id = a.agency_id) papers`,
    where: () => [sql`a.status = 'P'`, sql`papers.is_signed`],
    since: sql`papers.signed_at::date`,
    id: sql`a.agency_no`,
    title: sql`a.company`,
    detail: sql`concat_ws(', ', nullif(a.city, ''), nullif(a.state, ''))`,
  },
}

const kinds = Object.keys(actionItemSources) as ActionKind[]

/**
 * Builds the statement that counts one type of item and reads the oldest items. `agencies` limits the statement to
 * these agencies.
 */
export function buildActionItemStatement(kind: ActionKind, now: Date, agencyIds?: string[]) {
  const { from, where, since, id, title, detail, agency } = actionItemSources[kind]
  const conditions = [...where(now), ...(agencyIds ? [createAgencyCondition(agencyIds, agency)] : [])]
  return sql<{ count: number; oldest: Row[] }>`
    with waiting as materialized (
      select ${id} as id, ${title} as title, ${typeof detail === 'function' ? detail(now) : detail} as detail, ${since} as since
      from ${from} where ${sql.join(conditions, sql` and `)} limit ${countLimit + 1})
    select (select count(*) from waiting) as count, coalesce((select json_agg(w) from (
      select id, title, detail, to_char(since, 'YYYY-MM-DD') as since from waiting
      order by waiting.since, id limit ${shownAtMost}) w), '[]') as oldest`
}

async function readAction(db: Kysely<DB>, kind: ActionKind, now: Date, agencyIds?: string[]): Promise<Action> {
  const { rows } = await buildActionItemStatement(kind, now, agencyIds).execute(db)
  const { count = 0, oldest = [] } = rows[0] ?? {}
  return { kind, count: Math.min(count, countLimit), isCapped: count > countLimit, oldest }
}

/** Returns the pending items of an agency and its sub-agencies. */
export async function getAgencyActionItems(db: Kysely<DB>, agencyId: string, now: Date): Promise<Action[]> {
  const agencyIds = await getAgencySubtreeIds(db, { id: agencyId })
  const actions: Action[] = []
  for (const kind of kinds.filter((kind) => actionItemSources[kind].isOfAgents))
    actions.push(await readAction(db, kind, now, agencyIds))
  return actions
}

/** Returns pending items of all policies, for staff with the given roles. */
export async function getStaffActionItems(db: Kysely<DB>, roles: ReadonlySet<string>, now: Date): Promise<Action[]> {
  const actions: Action[] = []
  for (const kind of kinds.filter((kind) => roles.has(actionItemSources[kind].role)))
    actions.push(await readAction(db, kind, now))
  return actions
}

/** Returns the pending items for the caller. */
export async function readActionItems({ db, actor, now }: Ctx): Promise<Action[]> {
  if (actor.kind === 'agent') return getAgencyActionItems(db, actor.agencyId, now)
  return actor.kind === 'staff' ? getStaffActionItems(db, actor.roles, now) : []
}
