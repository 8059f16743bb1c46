import type { Action, ActionKind } from '@tideline/sdk/types'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { getAgencySubtreeIds } from '../agencies/store.ts'
import { addDays } from '../calendar/days.ts'
import { openClaimCondition } from '../claims/return-premium-hold.ts'
import { statementTotalSql } from '../commissions/statements.ts'
import type { DB } from '../db/schema.ts'
import { unmailedLetterCondition } from '../delinquency/letters.ts'
import { operations } from '../generated/operations.ts'
import { type Ctx, getAccountId } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import type { OperationAccess, OperationId } from '../http/operation.ts'
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

/** The caller for whom the items are read. `accountId` is null for agents and API keys without an account. */
interface Reader {
  now: Date
  accountId: string | null
}

interface Source {
  /** Operation with which staff read or decide these items. Its `x-access` determines who sees them (UI-20). */
  operation: OperationId
  /** True if agents also handle the items of their agency and its sub-agencies. */
  isOfAgents?: boolean
  /** Agency of an item. Defaults to the policy's agency. */
  agency?: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: (reader: Reader) => RawBuilder<SqlBool>[]
  /** Date since which an item has been pending. */
  since: RawBuilder<unknown>
  /** Date by which someone must act. Items with the earliest deadlines are shown first, then the oldest items. */
  deadline?: RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>)
  /** Amount of an item in cents. */
  cents?: RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>)
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
const policySource = {
  ...policy,
  operation: 'listAdminPolicies',
  isOfAgents: true,
  since: sql`p.original_post_date`,
} as const

const paymentSource = {
  from: sql`payments y join policies p using (policy_id)`,
  operation: 'listAdminPayments',
  since: sql`y.created_at::date`,
  cents: sql`y.amount_cents`,
  id: sql`y.policy_payment_id::text`,
  title: sql`p.policy_no`,
  detail: sql`concat_ws(', ', p.insured_name, y.failure_reason)`,
} as const

/** Oldest due date and amount that policy `p` owes now (BIL-2). */
const currentlyDue = (now: Date) =>
  sql.raw(selectCurrentlyDue(buildPolicyStatusSql('p', `'${now.toISOString()}'`).today))
const pastDue = (now: Date) => sql.raw(pastDueCentsSql(buildPolicyStatusSql('p', `'${now.toISOString()}'`).today))
/** First day of the current month. */
const getMonth = (now: Date) => `${getDay(now).slice(0, 8)}01`

const statementSource = {
  operation: 'listAdminCommissionStatements',
  from: sql`commission_statements s join agencies a using (agency_id)`,
  since: sql`(s.month + interval '1 month')::date`,
  cents: statementTotalSql,
  id: sql`s.statement_id::text`,
  title: sql`a.company`,
  detail: sql`to_char(s.month, 'MM/YYYY') || ', agency ' || a.agency_no`,
} as const
const payoutSource = {
  operation: 'listAdminPayoutBatches',
  from: sql`payout_batches b`,
  cents: sql`b.total_cents`,
  id: sql`b.payout_batch_id::text`,
  title: sql`'Batch ' || b.batch_no`,
  detail: sql`b.statement_count || case when b.statement_count = 1 then ' statement' else ' statements' end || ', created by ' || b.created_by_name`,
} as const

/**
 * SQL for reading each type of pending item. Each condition starts with an index's condition so that PostgreSQL can use
 * the index.
 */
export const actionItemSources: Record<ActionKind, Source> = {
  signature: {
    ...policySource,
    deadline: sql`p.inception_date`,
    where: ({ now }) => createPendingItemConditions('signature', now),
  },
  payment: {
    ...policySource,
    where: ({ now }) => createPendingItemConditions('payment', now),
    deadline: (now) => sql`(select due.due_date from ${currentlyDue(now)} due)`,
    cents: (now) => sql`(select due.cents from ${currentlyDue(now)} due)`,
    detail: (now) =>
      sql`concat_ws(', ', (select 'Due ' || to_char(due.due_date, 'MM/DD/YYYY') from ${currentlyDue(now)} due), p.insured_name, p.address_line)`,
  },
  documents: {
    ...policySource,
    since: sql`p.pending_cancel_at::date`,
    deadline: sql`p.cancel_effective_date`,
    where: ({ now }) => createPendingItemConditions('documents', now),
  },
  cancellations: {
    ...policySource,
    since: sql`p.pending_cancel_at::date`,
    deadline: sql`p.cancel_effective_date`,
    where: ({ now }) => createPendingItemConditions('cancellation', now),
  },
  renewalHolds: {
    ...policySource,
    operation: 'bindHeldRenewal',
    from: sql`policies p join policy_balances b on b.policy_id = p.policy_id`,
    where: ({ now }) => createPendingItemConditions('renewalHold', now),
    deadline: sql`p.expiration_date`,
    cents: pastDue,
    since: sql`(select h.held_on from renewal_holds h where h.policy_id = p.policy_id and h.ended_at is null)`,
    detail: (now) =>
      sql`concat_ws(', ', 'Renewal on hold: pay ' || to_char(${pastDue(now)} / 100.0, 'FM$999,999,990.00') || ' by '
        || to_char(p.expiration_date, 'MM/DD/YYYY'), p.insured_name, p.address_line)`,
  },
  certificates: {
    operation: 'verifyElevationCertificate',
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
    operation: 'listAdminReviews',
    from: sql`refund_reviews r join policies p using (policy_id)`,
    where: ({ now }) => [
      sql`r.state = 'open'`,
      sql`r.hold_reason <> 'reinstatement'`,
      // A review that waits for a claim is listed again after the claim is decided or the waiting period ends.
      sql`(r.postponed_until is null or r.postponed_until <= ${getDay(now)}::date
        or not exists (select from claims c where c.policy_id = r.policy_id and ${openClaimCondition}))`,
    ],
    since: sql`r.created_at::date`,
    cents: sql`r.amount_cents`,
    id: sql`r.review_id::text`,
    title: sql`p.policy_no`,
    detail: sql`p.insured_name`,
  },
  reinstatementOffers: {
    operation: 'listAdminReinstatementOffers',
    from: sql`reinstatement_offers o join policies p using (policy_id)`,
    where: () => [sql`o.state = 'open'`],
    since: sql`o.offered_on`,
    deadline: sql`o.expires_on`,
    cents: sql`o.amount_cents`,
    id: sql`o.reinstatement_offer_id::text`,
    title: sql`p.policy_no`,
    detail: sql`p.insured_name`,
  },
  mortgageeChanges: {
    operation: 'listAdminMortgageeChanges',
    from: sql`mortgagee_changes m join policies p using (policy_id)`,
    where: () => [sql`m.status = 'open'`],
    since: sql`m.created_at::date`,
    deadline: sql`m.due_on`,
    id: sql`m.mortgagee_change_id::text`,
    title: sql`p.policy_no`,
    detail: sql`p.insured_name`,
  },
  checks: {
    operation: 'listAdminLockboxItems',
    from: sql`lockbox_items i`,
    where: () => [sql`i.state in ('open', 'reversed')`],
    since: sql`i.deposit_date`,
    cents: sql`i.amount_cents`,
    id: sql`i.lockbox_item_id::text`,
    title: sql`'Check ' || coalesce(i.check_no, 'without a number')`,
    detail: sql`coalesce(i.remitter_name, '')`,
  },
  overpayments: {
    ...paymentSource,
    operation: 'listOverpayments',
    from: sql`overpayment_items x join policies p using (policy_id)`,
    where: () => [sql`x.state = 'open'`],
    since: sql`x.created_at::date`,
    cents: sql`x.amount_cents`,
    id: sql`x.overpayment_item_id::text`,
    detail: sql`p.insured_name`,
  },
  failedPayments: {
    ...paymentSource,
    where: ({ now }) => [
      sql`y.status = 'failed' and y.created_at >= ${addDays(getDay(now), -recentFailureDays)}::date`,
    ],
  },
  disputes: {
    ...paymentSource,
    operation: 'listDisputes',
    from: sql`disputes d join payments y using (policy_payment_id) join policies p using (policy_id)`,
    where: () => [sql`${disputeSortRankSql} = 0`],
    since: sql`d.opened_at::date`,
    deadline: sql`(d.evidence_due_at at time zone 'America/New_York')::date`,
    cents: sql`d.amount_cents`,
    detail: sql`p.insured_name`,
  },
  imports: {
    operation: 'listAdminImportJobs',
    from: sql`import_jobs j`,
    where: ({ now }) => [sql`j.state = 'failed' and j.created_at >= ${addDays(getDay(now), -recentFailureDays)}::date`],
    since: sql`j.created_at::date`,
    id: sql`j.import_job_id::text`,
    title: sql`j.file_name`,
    detail: sql`coalesce(j.error, '')`,
  },
  licenses: {
    operation: 'listAdminAgencies',
    isOfAgents: true,
    agency: sql`a.agency_id`,
    from: sql`agency_licenses l join agencies a using (agency_id)`,
    where: ({ now }) => [sql`l.expiration <= ${addDays(getDay(now), licenseDays)}::date`, sql`a.status = 'A'`],
    since: sql`l.expiration`,
    deadline: sql`l.expiration`,
    id: sql`a.agency_no`,
    title: sql`a.company`,
    detail: sql`l.state || ', ' || l.license_no`,
  },
  registrations: {
    operation: 'listAdminAgencies',
    from: sql`agencies a cross join lateral (select max(signed_at) as signed_at, bool_and(signed_at is not null) as is_signed
      from registration_documents s where s.agency_id = a.agency_id) papers`,
    where: () => [sql`a.status = 'P'`, sql`papers.is_signed`],
    since: sql`papers.signed_at::date`,
    id: sql`a.agency_no`,
    title: sql`a.company`,
    detail: sql`concat_ws(', ', nullif(a.city, ''), nullif(a.state, ''))`,
  },
  approvals: {
    operation: 'listAdminApprovals',
    from: sql`approvals c`,
    // Nobody approves their own request or a change to their own account (ACC-8).
    where: ({ now, accountId }) => [
      sql`c.decision is null`,
      sql`c.expires_at > ${now}::timestamptz`,
      sql`c.requested_by is distinct from ${accountId}::uuid`,
      sql`c.affected_account_id is distinct from ${accountId}::uuid`,
      sql`exists (select from accounts own where own.account_id = ${accountId}::uuid and c.required_role = any(own.roles)
        and not 'readonly' = any(own.roles))`,
    ],
    since: sql`c.requested_at::date`,
    deadline: sql`(c.expires_at at time zone 'America/New_York')::date`,
    id: sql`c.approval_id::text`,
    title: sql`case c.kind when 'setting' then 'Setting' when 'account' then 'Account' when 'bankAccount' then 'Bank account'
      when 'delinquencyPlan' then 'Delinquency plan' else 'Notice period' end`,
    detail: sql`'Requested by ' || c.requested_by_name`,
  },
  statementsToClose: {
    ...statementSource,
    where: ({ now }) => [sql`s.state = 'open'`, sql`s.month < ${getMonth(now)}::date`],
  },
  statementsToPay: {
    ...statementSource,
    where: () => [
      sql`s.state = 'closed'`,
      sql`s.total_cents > 0`,
      sql`not exists (select from payout_items i where i.statement_id = s.statement_id and i.is_current)`,
    ],
    since: sql`s.closed_at::date`,
    cents: sql`s.total_cents`,
  },
  payoutsToApprove: {
    ...payoutSource,
    where: ({ accountId }) => [
      sql`b.state = 'pendingApproval'`,
      sql`b.created_by is distinct from ${accountId}`,
      sql`exists (select from accounts own where own.account_id = ${accountId}::uuid and not 'readonly' = any(own.roles))`,
    ],
    since: sql`b.created_at::date`,
  },
  payoutsToPay: {
    ...payoutSource,
    where: () => [sql`b.state = 'ready'`],
    since: sql`coalesce(b.approved_at, b.created_at)::date`,
  },
  letters: {
    operation: 'listAdminLetters',
    // `offset 0` makes PostgreSQL read the notice of each letter by its index instead of all notices.
    from: sql`postal_notices l join policies p using (policy_id) left join lateral (select closed_at, notice_days
      from cancellation_notices where cancellation_notice_id = l.cancellation_notice_id offset 0) n on true`,
    where: () => [unmailedLetterCondition],
    since: sql`l.created_at::date`,
    // The last mailing date with which coverage can end on the printed date (DEL-12).
    deadline: sql`l.printed_date - n.notice_days - 1`,
    id: sql`p.policy_no`,
    title: sql`p.policy_no`,
    detail: sql`l.recipient_name`,
  },
  failedJobs: {
    operation: 'listAdminPolicies',
    from: sql`bulk_jobs j`,
    where: ({ now, accountId }) => [
      sql`j.requested_by = ${accountId}::uuid`,
      sql`j.created_at >= ${addDays(getDay(now), -recentFailureDays)}::date`,
      sql`(j.state = 'failed' or (j.failed_items > 0 and j.finished_at is not null))`,
    ],
    since: sql`j.created_at::date`,
    id: sql`j.bulk_job_id::text`,
    title: sql`case j.action when 'resendLink' then 'Resend links' when 'finalizeCancel' then 'Finalize cancellations'
      when 'nonRenew' then 'Non-renew policies' else 'Rescind non-renewals' end`,
    detail: sql`case when j.state = 'failed' then 'Stopped, ' else '' end || j.failed_items || ' of ' || j.total_items || ' failed'`,
  },
}

const kinds = Object.keys(actionItemSources) as ActionKind[]

/**
 * Builds the statement that counts one type of item and reads the items with the earliest deadlines. `agencyIds` limits
 * the statement to these agencies.
 */
export function buildActionItemStatement(kind: ActionKind, reader: Reader, agencyIds?: string[]) {
  const { from, where, since, deadline, cents, id, title, detail, agency } = actionItemSources[kind]
  const conditions = [...where(reader), ...(agencyIds ? [createAgencyCondition(agencyIds, agency)] : [])]
  const build = (part: RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>) = sql`null`) =>
    typeof part === 'function' ? part(reader.now) : part
  return sql<{ count: number; cents: number | null; deadline: string | null; items: Row[] }>`
    with waiting as materialized (
      select ${id} as id, ${title} as title, ${build(detail)} as detail, ${since} as since,
        (${build(deadline)})::date as deadline, (${build(cents)})::bigint as cents
      from ${from} where ${sql.join(conditions, sql` and `)} limit ${countLimit + 1})
    select (select count(*) from waiting) as count, (select sum(cents)::bigint from waiting) as cents,
      (select to_char(min(deadline), 'YYYY-MM-DD') from waiting) as deadline, coalesce((select json_agg(w) from (
      select id, title, detail, to_char(since, 'YYYY-MM-DD') as since, to_char(deadline, 'YYYY-MM-DD') as deadline,
        cents / 100.0 as amount
      from waiting order by waiting.deadline nulls last, waiting.since, id limit ${shownAtMost}) w), '[]') as items`
}

async function readAction(db: Kysely<DB>, kind: ActionKind, reader: Reader, agencyIds?: string[]): Promise<Action> {
  const { rows } = await buildActionItemStatement(kind, reader, agencyIds).execute(db)
  const { count = 0, cents = null, deadline = null, items = [] } = rows[0] ?? {}
  const amount = actionItemSources[kind].cents ? toDollars(Number(cents ?? 0)) : null
  return { kind, count: Math.min(count, countLimit), isCapped: count > countLimit, deadline, amount, oldest: items }
}

/** Returns the pending items of an agency and its sub-agencies. */
export async function getAgencyActionItems(db: Kysely<DB>, agencyId: string, now: Date): Promise<Action[]> {
  const agencyIds = await getAgencySubtreeIds(db, { id: agencyId })
  const actions: Action[] = []
  for (const kind of kinds.filter((kind) => actionItemSources[kind].isOfAgents))
    actions.push(await readAction(db, kind, { now, accountId: null }, agencyIds))
  return actions
}

/** Returns whether staff with these roles can call the operation with which items of a kind are read or decided. */
function canSeeKind(kind: ActionKind, roles: ReadonlySet<string>): boolean {
  const { roles: allowed }: OperationAccess = operations[actionItemSources[kind].operation].access
  return allowed === undefined || allowed.some((role) => roles.has(role))
}

/** Returns pending items of all policies, for a staff member with the given roles (UI-20). */
export async function getStaffActionItems(
  db: Kysely<DB>,
  roles: ReadonlySet<string>,
  reader: Reader,
): Promise<Action[]> {
  const actions: Action[] = []
  for (const kind of kinds.filter((kind) => canSeeKind(kind, roles))) actions.push(await readAction(db, kind, reader))
  return actions
}

/** Returns the pending items for the caller. */
export async function readActionItems({ db, actor, now }: Ctx): Promise<Action[]> {
  if (actor.kind === 'agent') return getAgencyActionItems(db, actor.agencyId, now)
  const accountId = getAccountId(actor) ?? null
  return actor.kind === 'staff' ? getStaffActionItems(db, actor.roles, { now, accountId }) : []
}
