import type { PayoutApprovalReason } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { isIndependentApprover } from '../../approvals/independent-approver.ts'
import { type Ctx, getAccountId, getActorName } from '../../http/context.ts'
import { toCents } from '../../http/money.ts'
import { readSettings } from '../../settings/settings.ts'

/** Returns the ID of the person who creates or approves a batch. */
export const getPersonId = ({ actor }: Pick<Ctx, 'actor'>) => getAccountId(actor) ?? getActorName(actor)

/**
 * Returns the maximum total of a new batch that needs no approval by a second person, in cents (COM-5). Starts from the
 * limit in the settings and subtracts the caller's unapproved batches of the last 24 hours. Voided batches count if their
 * ACH file was downloaded, because the bank may have it.
 */
export async function getApprovalLimitCents(ctx: Pick<Ctx, 'db' | 'now' | 'actor'>): Promise<number> {
  const personId = getPersonId(ctx)
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(total_cents), 0)::bigint as cents from payout_batches
    where created_by = ${personId} and approved_at is null
      and (state in ('ready', 'paid') or ach_downloaded_at is not null)
      and created_at > ${new Date(ctx.now.getTime() - 86_400_000)}`.execute(ctx.db)
  const limit = (await readSettings(ctx.db, ctx.now))['payouts.secondPersonAbove']
  return Math.max(0, toCents(limit, 'payouts.secondPersonAbove') - Number(rows[0]?.cents ?? 0))
}

/**
 * SQL for the number of the latest earlier batch that may have paid the statement `s`, or null: it was marked as paid, or
 * its ACH file was downloaded (COM-9).
 */
export const earlierBatchNo = sql<number | null>`(
  select max(eb.batch_no) from payout_items e join payout_batches eb using (payout_batch_id)
  where e.statement_id = s.statement_id and not e.is_current
    and (eb.state = 'paid' or eb.ach_downloaded_at is not null))`

interface StatementPerson {
  statementId: string
  personId: string
}

/**
 * Returns the people who decided on the amounts of the statements, by statement: they created or changed one of its
 * manual adjustments (COM-10), created or approved its agency, changed the agency's own rates or an override that pays it
 * (COM-11), or posted a transaction on which it earns commission (COM-12).
 */
async function readDeciders({ db }: Pick<Ctx, 'db'>, statementIds: readonly string[]): Promise<StatementPerson[]> {
  const { rows } = await sql<StatementPerson>`
    select d.statement_id as "statementId", l.actor_id::text as "personId" from commission_adjustments d
    join audit_log l on l.entity = 'commissionAdjustment' and l.entity_id = d.adjustment_id::text
    where d.statement_id = any(${statementIds}::uuid[]) and l.actor_id is not null
    union
    select s.statement_id, l.actor_id::text from commission_statements s join agencies a using (agency_id)
    join audit_log l on l.entity = 'commissionOverride'
      and a.agency_no in (split_part(l.entity_id, '.', 1), split_part(l.details->>'before', '.', 1))
    where s.statement_id = any(${statementIds}::uuid[]) and l.actor_id is not null
    union
    select s.statement_id, l.actor_id::text from commission_statements s
    join commission_overrides o on o.parent_agency_id = s.agency_id
    join audit_log l on l.entity = 'parentOverride' and l.entity_id = o.commission_override_id::text
    where s.statement_id = any(${statementIds}::uuid[]) and l.actor_id is not null
    union
    select s.statement_id, l.actor_id::text from commission_statements s join agencies a using (agency_id)
    join audit_log l on l.entity = 'agency' and l.entity_id = a.agency_no
      and l.action in ('agency.create', 'agencyRegistration.approve')
    where s.statement_id = any(${statementIds}::uuid[]) and l.actor_id is not null
    union
    select l.statement_id, c.account_id::text from commission_lines l
    join policy_transactions t using (policy_transaction_id)
    join accounts c on c.account_id::text = t.user_id::text and c.kind = 'staff'
    where l.statement_id = any(${statementIds}::uuid[])`.execute(db)
  return rows
}

/**
 * Returns why a batch of the caller requires approval by a second person whatever its total, by statement: an earlier
 * batch may have paid the statement (COM-9), or the caller, or somebody who is not independent of the caller, decided on
 * its amount (COM-10, COM-11, COM-12). Statements without such a reason are not included.
 */
export async function findApprovalReasons(
  ctx: Pick<Ctx, 'db' | 'now' | 'actor'>,
  statementIds: readonly string[],
): Promise<ReadonlyMap<string, PayoutApprovalReason>> {
  const reasons = new Map<string, PayoutApprovalReason>()
  const deciders = Map.groupBy(await readDeciders(ctx, statementIds), ({ personId }) => personId)
  for (const [personId, decided] of deciders) {
    const people = { requesterId: personId, approverId: getPersonId(ctx), role: 'financeadmin' }
    if (await isIndependentApprover(ctx, people)) continue
    for (const { statementId } of decided) reasons.set(statementId, 'ownDecision')
  }
  const { rows } = await sql<{ statementId: string }>`
    select s.statement_id as "statementId" from commission_statements s
    where s.statement_id = any(${statementIds}::uuid[]) and ${earlierBatchNo} is not null`.execute(ctx.db)
  for (const { statementId } of rows) reasons.set(statementId, 'earlierBatch')
  return reasons
}
