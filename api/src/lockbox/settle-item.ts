import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { isIndependentApprover } from '../approvals/independent-approver.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { toCents, toDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { lockPolicies } from '../ledger/lock-policies.ts'
import { failPayment, lockPayment, postUnappliedCash, returnUnappliedCash } from '../ledger/payments.ts'
import { getRemainingCentsWithReturns } from '../ledger/remaining-balance.ts'
import { withdrawUncoveredOffersOfPayment } from '../payments/reinstatement-offers/close-offer.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { applyCheck } from './apply-check.ts'
import type { CheckAllocation, LockboxItem } from './item.ts'
import { requireLockboxItem } from './items.ts'
import { confirmOrProposeCheck, getPersonKey } from './second-person.ts'

type Update = Operations['updateLockboxItem']['body']
type State = LockboxItem['status']

const wrongState = (state: string) =>
  createConflictError('already_resolved', `This check is ${state}, so this action is no longer available.`)

async function lockItem(trx: Transaction<DB>, id: string, ...states: State[]) {
  const item = await trx
    .selectFrom('lockbox_items')
    .selectAll()
    .where('lockbox_item_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!item) throw createNotFoundError({ id })
  if (!states.includes(item.state)) throw wrongState(item.state)
  return item
}

const setState = (trx: Transaction<DB>, id: string, state: State, attention: string | null = null) =>
  trx.updateTable('lockbox_items').set({ state, attention }).where('lockbox_item_id', '=', id).execute()

/** Returns the journal key for a check's unapplied cash. The key changes each time the check is reopened. */
const getKey = (item: { lockbox_item_id: string; reopen_count: number }) =>
  item.reopen_count === 0 ? item.lockbox_item_id : `${item.lockbox_item_id}:${item.reopen_count}`

const cleared = { proposed_parts: null, proposed_by: null, proposed_by_name: null, proposed_at: null }

/** Returns the requested parts in cents. If there is only one policy, it gets the full amount. Throws 422. */
function getParts({ policyNo, parts }: Update, amountCents: number): CheckAllocation[] {
  if (!parts) {
    if (!policyNo)
      throw createUnprocessableError('missing_policy', 'policyNo: enter the policy to apply the check to.', 'policyNo')
    return [{ policyNo, amountCents }]
  }
  const requested = parts.map((part) => ({ policyNo: part.policyNo, amountCents: toCents(part.amount, 'parts') }))
  if (requested.reduce((sum, part) => sum + part.amountCents, 0) !== amountCents)
    throw createUnprocessableError(
      'amounts_do_not_match',
      'parts: the amounts must add up to the amount of the check.',
      'parts',
    )
  if (new Set(requested.map((part) => part.policyNo)).size !== requested.length)
    throw createUnprocessableError('duplicate_item', 'parts: list each policy only once.', 'parts')
  return requested
}

/**
 * Applies an open or reversed check: posts the money to the policies. Locks the policies before the check, like all
 * other code.
 */
async function apply(ctx: TransactionContext, update: Update) {
  const { amount } = await requireLockboxItem(ctx, update.id)
  const parts = getParts(update, toCents(amount, 'amount'))
  const ids: string[] = []
  for (const { policyNo } of parts) ids.push((await requirePolicy(ctx, policyNo)).policyId)
  await lockPolicies(ctx.db, ids)
  const item = await lockItem(ctx.db, update.id, 'open', 'reversed')
  if (!(await confirmOrProposeCheck(ctx, item, parts))) return
  await applyCheck(
    ctx,
    {
      itemId: item.lockbox_item_id,
      checkNo: item.check_no,
      payer: item.remitter_name ?? '',
      depositDate: item.deposit_date,
    },
    parts,
  )
}

/** Returns all policies that ever received money from a check. */
async function getPolicies(trx: Transaction<DB>, id: string): Promise<string[]> {
  const { rows } = await sql<{ policyId: string }>`select distinct y.policy_id as "policyId" from lockbox_parts part
      join payments y on part.policy_payment_id in (y.policy_payment_id, y.reverses_payment_id)
      where part.lockbox_item_id = ${id}`.execute(trx)
  return rows.map(({ policyId }) => policyId)
}

/** Locks the policies that a check pays, then the check. Throws 409 if the check is not in one of the given states. */
async function lockApplied(trx: Transaction<DB>, id: string, ...states: State[]) {
  await lockPolicies(trx, await getPolicies(trx, id))
  const item = await lockItem(trx, id, ...states)
  const parts = await trx
    .selectFrom('lockbox_parts')
    .select('policy_payment_id')
    .where('lockbox_item_id', '=', id)
    .execute()
  return { item, paymentIds: parts.map((part) => part.policy_payment_id) }
}

/**
 * Cancels the payments of an applied check so that its policies owe the amounts again. `toSuspense` is true if the bank
 * still has the money.
 */
async function reopenPolicyBalances(
  ctx: TransactionContext,
  id: string,
  paymentIds: readonly string[],
  failure: { code: string; reason: string; toSuspense: boolean },
) {
  for (const paymentId of paymentIds) {
    await failPayment(ctx.db, paymentId, { ...failure, now: ctx.now, as: 'cancelled' })
    await withdrawUncoveredOffersOfPayment(ctx, paymentId)
  }
  await ctx.db.deleteFrom('lockbox_parts').where('lockbox_item_id', '=', id).execute()
  const reversed_by = getPersonKey(ctx.actor)
  await ctx.db.updateTable('lockbox_items').set({ reversed_by }).where('lockbox_item_id', '=', id).execute()
}

/** Throws 409 if part of a payment was refunded or transferred, because such a payment cannot be reversed. */
async function assertNotRefunded(trx: Transaction<DB>, paymentIds: readonly string[]) {
  for (const paymentId of paymentIds) {
    const payment = await lockPayment(trx, paymentId)
    if (payment && (await getRemainingCentsWithReturns(trx, payment)) < payment.amountCents)
      throw createConflictError(
        'already_moved',
        'Part of this check was refunded or transferred, so it cannot be reversed.',
      )
  }
}

/**
 * Reverses a check that was applied to the wrong policy. The check can be applied again because the bank still has the
 * money.
 */
async function reverse(ctx: TransactionContext, { id, note }: Update) {
  const { paymentIds } = await lockApplied(ctx.db, id, 'applied')
  await assertNotRefunded(ctx.db, paymentIds)
  const reason = note ?? 'The check was reversed.'
  await reopenPolicyBalances(ctx, id, paymentIds, { code: 'lockbox_reversed', reason, toSuspense: true })
  await setState(ctx.db, id, 'reversed')
}

/** Marks a check as returned unpaid by the bank. Its policies owe the amount again, and its money is removed. */
async function bounce(ctx: TransactionContext, { id, note }: Update) {
  const { item, paymentIds } = await lockApplied(ctx.db, id, 'open', 'applied', 'reversed')
  const reason = note ?? 'The bank returned the check unpaid.'
  if (item.state === 'applied')
    await reopenPolicyBalances(ctx, id, paymentIds, { code: 'lockbox_bounced', reason, toSuspense: false })
  else await returnUnappliedCash(ctx.db, getKey(item), item.amount_cents)
  await setState(ctx.db, id, 'bounced')
}

/** Moves an applied check to other policies, in one step. */
async function move(ctx: TransactionContext, update: Update) {
  const { amount } = await requireLockboxItem(ctx, update.id)
  // Locks the new and the old policies in a fixed order so that concurrent moves cannot deadlock.
  const requested = getParts(update, toCents(amount, 'amount'))
  const ids: string[] = []
  for (const { policyNo } of requested) ids.push((await requirePolicy(ctx, policyNo)).policyId)
  await lockPolicies(ctx.db, [...ids, ...(await getPolicies(ctx.db, update.id))])
  await reverse(ctx, update)
  await apply(ctx, update)
}

/**
 * Returns an open or reversed check to its sender and removes its unapplied cash. Throws 409 if the caller is not
 * independent of the person who reversed the check before (LBX-8, ACC-17).
 */
async function returnToSender(ctx: TransactionContext, { id }: Update) {
  const item = await lockItem(ctx.db, id, 'open', 'reversed')
  const people = { requesterId: item.reversed_by, approverId: getPersonKey(ctx.actor), role: 'financeadmin' }
  if (!(await isIndependentApprover(ctx, people)))
    throw createConflictError(
      'requires_second_person',
      'This check was reversed from a policy. Someone who is independent of the person who reversed it must return it to its sender.',
    )
  await returnUnappliedCash(ctx.db, getKey(item), item.amount_cents)
  await setState(ctx.db, id, 'returned')
}

/** Reopens a check that was marked as returned or bounced by mistake. The bank still has the money. */
async function reopen(ctx: TransactionContext, { id }: Update) {
  const item = await lockItem(ctx.db, id, 'returned', 'bounced')
  const reopen_count = item.reopen_count + 1
  await ctx.db.updateTable('lockbox_items').set({ reopen_count }).where('lockbox_item_id', '=', id).execute()
  await postUnappliedCash(ctx.db, getKey({ ...item, reopen_count }), item.amount_cents)
  await setState(ctx.db, id, 'open')
}

interface AffectedBalance {
  policyId: string
  policyNo: string
  insuredName: string
  dueCents: number
}

/** Returns the balances of these policies, by policy number. */
async function readBalances(trx: Transaction<DB>, condition: RawBuilder<SqlBool>): Promise<AffectedBalance[]> {
  const { rows } = await sql<AffectedBalance>`
    select p.policy_id as "policyId", p.policy_no as "policyNo", p.insured_name as "insuredName",
      coalesce(b.due_cents, 0)::bigint as "dueCents"
    from policies p left join policy_balances b using (policy_id) where ${condition} order by p.policy_no`.execute(trx)
  return rows
}

/**
 * Runs an action and returns the balances that it changed, before and after. A dry run shows them for confirmation
 * (UI-23).
 */
async function withEffects(ctx: TransactionContext, update: Update, action: () => Promise<void>) {
  const requested = [update.policyNo, ...(update.parts ?? []).map(({ policyNo }) => policyNo)].filter(Boolean)
  const ids = await getPolicies(ctx.db, update.id)
  const before = await readBalances(
    ctx.db,
    sql`(p.policy_no = any(${requested}::text[]) or p.policy_id = any(${ids}::uuid[]))`,
  )
  await action()
  const after = await readBalances(ctx.db, sql`p.policy_id = any(${before.map(({ policyId }) => policyId)}::uuid[])`)
  return before.flatMap(({ policyId, policyNo, insuredName, dueCents }) => {
    const balance = after.find((one) => one.policyId === policyId)?.dueCents ?? dueCents
    if (balance === dueCents) return []
    return [{ policyNo, insuredName, balanceBefore: toDollars(dueCents), balanceAfter: toDollars(balance) }]
  })
}

const moves = { apply, move, reverse, return: returnToSender, bounce, reopen }

/**
 * Settles a check: applies it to one or more policies, moves, reverses, returns or bounces it, or reopens it (LBX-1,
 * LBX-3).
 * @throws {ApiError} 404 if the item or policy is unknown; 409 if it is already settled or the caller confirms their
 * own proposal; 422 if no policy is given or the parts do not add up; the errors of `changePolicy` if the policy does
 * not accept checks
 */
export const settleLockboxItem = (ctx: Ctx, update: Update): Promise<LockboxItem> =>
  runInTransaction(ctx, async (ctx) => {
    const action = update.action ?? 'apply'
    const effects = await withEffects(ctx, update, () => moves[action](ctx, update))
    await ctx.db
      .updateTable('lockbox_items')
      .set({
        updated_by: getActorName(ctx.actor),
        ...(action === 'apply' || action === 'move' ? {} : cleared),
        ...(update.note === undefined ? {} : { notes: update.note }),
      })
      .where('lockbox_item_id', '=', update.id)
      .execute()
    if (action !== 'apply')
      await writeAuditEntry(ctx, {
        action: `lockbox.${action}`,
        entity: 'lockboxItem',
        entityId: update.id,
        details: update.note === undefined ? {} : { note: update.note },
      })
    return { ...(await requireLockboxItem(ctx, update.id)), effects }
  })
