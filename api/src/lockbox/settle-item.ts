import type { Transaction } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { type Ctx, nameOf, type TrxCtx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { conflict, notFound, refused } from '../http/refusal.ts'
import { failPayment, returnUnapplied } from '../ledger/payments.ts'
import { lockBalance } from '../ledger/store.ts'
import { lockPoliciesOfPayment } from '../payments/lock-policies.ts'
import { notCancelled } from '../policy/can/guards.ts'
import { lockPolicy } from '../policy/visibility.ts'
import { applyCheck } from './apply-check.ts'
import type { LockboxItem } from './item.ts'
import { requireItem } from './items.ts'

type Update = Operations['updateLockboxItem']['body']

const wrongState = (state: string) =>
  conflict('lockbox_item_settled', `This check is ${state}, so that this cannot be done with it any more.`)

const readItem = (trx: Transaction<DB>, id: string) =>
  trx.selectFrom('lockbox_items').selectAll().where('lockbox_item_id', '=', id)

async function lockItem(trx: Transaction<DB>, id: string, state: 'open' | 'applied') {
  const item = await readItem(trx, id).forUpdate().executeTakeFirst()
  if (!item) throw notFound({ id })
  if (item.state !== state) throw wrongState(item.state)
  return item
}

/** Open → applied: the policy gets the money. The policy is locked before the item, as everywhere. */
async function apply(ctx: TrxCtx, { id, policyNo }: Update) {
  if (!policyNo) throw refused('policy_missing', 'policyNo: it says which policy the check is for.', 'policyNo')
  const policy = await lockPolicy(ctx, policyNo)
  const item = await lockItem(ctx.db, id, 'open')
  const { dueCents } = await lockBalance(ctx.db, policy.policyId)
  // What a cancelled policy still owes is taken (decision 85); beyond that there is nothing to pay for.
  if (policy.isCancelled && dueCents <= 0)
    throw refused('policy_cancelled', `policyNo: ${notCancelled.reason} It owes nothing; return the check.`, 'policyNo')
  await applyCheck(ctx, policy.policyId, {
    itemId: id,
    amountCents: item.amount_cents,
    checkNo: item.check_no,
    payer: item.remitter_name ?? '',
    depositDate: item.deposit_date,
  })
}

/** Applied → reversed: the check did not hold, so that the policy owes again. */
async function reverse(ctx: TrxCtx, { id, note }: Update) {
  const known = await readItem(ctx.db, id).executeTakeFirst()
  if (known?.policy_payment_id) await lockPoliciesOfPayment(ctx.db, known.policy_payment_id)
  const item = await lockItem(ctx.db, id, 'applied')
  const reason = note ?? 'The check was taken back.'
  await failPayment(ctx.db, item.policy_payment_id ?? '', {
    code: 'lockbox_reversed',
    reason,
    now: ctx.now,
    as: 'cancelled',
  })
  await ctx.db
    .updateTable('lockbox_items')
    .set({ state: 'reversed', policy_payment_id: null })
    .where('lockbox_item_id', '=', id)
    .execute()
}

/** Open → returned: the money leaves suspense and goes back to its sender. */
async function giveBack(ctx: TrxCtx, { id }: Update) {
  const item = await lockItem(ctx.db, id, 'open')
  await returnUnapplied(ctx.db, id, item.amount_cents)
  await ctx.db.updateTable('lockbox_items').set({ state: 'returned' }).where('lockbox_item_id', '=', id).execute()
}

const moves = { apply, reverse, return: giveBack }

/**
 * What staff decide on one check: apply it to a policy, take an applied one back, or return it (decision 27). Throws 404
 * for the item or policy, 409 when it is settled already, 422 without a policy to apply it to.
 */
export const settleItem = (ctx: Ctx, update: Update): Promise<LockboxItem> =>
  inTransaction(ctx, async (ctx) => {
    const action = update.action ?? 'apply'
    await moves[action](ctx, update)
    await ctx.db
      .updateTable('lockbox_items')
      .set({ updated_by: nameOf(ctx.actor), ...(update.note === undefined ? {} : { notes: update.note }) })
      .where('lockbox_item_id', '=', update.id)
      .execute()
    if (action !== 'apply')
      await writeAudit(ctx, { action: `lockbox.${action}`, entity: 'lockboxItem', entityId: update.id })
    return requireItem(ctx.db, update.id)
  })
