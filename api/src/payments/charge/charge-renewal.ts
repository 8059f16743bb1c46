import { cardLimitMessage, PaymentType } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { addDays } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { receivePayment } from '../../ledger/payments.ts'
import { changePolicyAsSystem } from '../../policy/change-policy.ts'
import { isBilledToLender } from '../../policy/payer.ts'
import type { Policy } from '../../policy/visibility.ts'
import { getPaymentAuthor } from '../author.ts'
import { getAmountDue } from './amount-due.ts'
import { automaticChargeDays, getAutomaticChargeCents } from './automatic-charge.ts'
import { isOverCardLimit } from './card-limit.ts'
import type { Charge } from './charge.ts'
import { enqueueFinishPayment } from './finish-payment.ts'
import { chargeOrDefer } from './pay.ts'
import { recordChargeOutcome } from './record-charge-outcome.ts'

/** Returns the payment method for automatic renewal charges: the default one if its payer opted in. */
const findAutomaticMethod = (db: Kysely<DB>, policyId: string) =>
  db
    .selectFrom('payment_methods')
    .select(['payment_method_id', 'payment_type', 'last_four_digits'])
    .where('policy_id', '=', policyId)
    .where('is_default', '=', true)
    .where('opt_in_auto_pay_renewal', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/**
 * Returns the card or bank account to which an amount can be charged automatically. Returns undefined if the payer has
 * not opted in, or if the amount exceeds the card limit.
 */
export async function getAutomaticPayer(db: Kysely<DB>, policy: Pick<Policy, 'policyId' | 'productId'>, cents: number) {
  const method = await findAutomaticMethod(db, policy.policyId)
  if (!method || (method.payment_type === 'card' && isOverCardLimit(policy.productId, cents))) return undefined
  return { isCard: method.payment_type === 'card', lastFour: method.last_four_digits ?? '0000' }
}

/**
 * Returns renewals with an installment that became due recently and was not charged yet. `day` is in UTC. The date at
 * the property is checked later.
 */
export async function listRenewalsToCharge(db: Kysely<DB>, day: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ policy_no: string }>`
    select p.policy_no from payment_methods m join policies p on p.policy_id = m.policy_id
    where m.is_default and m.opt_in_auto_pay_renewal and m.removed_at is null
      and p.original_trans_type = 'RN' and p.cancelled_at is null and p.pending_cancel_at is null
      and exists (select from obligations o
        where o.policy_id = p.policy_id and o.open_cents > 0 and o.purpose = any(${chargedPurposes})
          and ${notInAutoPayCondition} and o.invoiced_due_date between ${addDays(day, -automaticChargeDays - 1)}::date and ${addDays(day, 1)}::date
          and not exists (select from automatic_charges c
            where c.policy_id = p.policy_id and c.due_date >= o.invoiced_due_date))
    order by p.policy_id limit ${limit}`.execute(db)
  return rows.map((row) => row.policy_no)
}

/** The purposes of a renewed term's own invoice. The opt-in does not cover endorsements. */
const chargedPurposes = ['renewal', 'rewrite', 'installment']

/** SQL condition: auto-pay does not charge obligation `o`. Otherwise, both consents would charge the same installment (AUT-1). */
const notInAutoPayCondition = sql`not (exists (select from auto_pay_consents u where u.policy_id = o.policy_id and u.ended_at is null)
  and (select count(*) from obligations i where i.invoice_id = o.invoice_id) > 1)`

/** Returns the open part of the renewal's own invoice that is due by today, and its latest due date. */
async function getFallenDue(db: Kysely<DB>, policyId: string, today: string) {
  const { rows } = await sql<{ cents: number; due_date: string | null }>`
    select coalesce(sum(open_cents), 0)::bigint as cents, max(invoiced_due_date) as due_date from obligations o
    where policy_id = ${policyId} and purpose = any(${chargedPurposes}) and invoiced_due_date <= ${today}::date
      and ${notInAutoPayCondition}`.execute(db)
  return { cents: Number(rows[0]?.cents ?? 0), dueDate: rows[0]?.due_date ?? undefined }
}

async function isEarlierEnding(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const { rows } = await sql`select from policies p join policies e on e.policy_id = p.previous_policy_id
    where p.policy_id = ${policyId} and (e.cancelled_at is not null or e.pending_cancel_at is not null)`.execute(db)
  return rows.length > 0
}

/** Returns whether an automatic charge was attempted for this due date or a later one. */
async function wasTried(db: Kysely<DB>, policyId: string, dueDate: string): Promise<boolean> {
  const row = await db
    .selectFrom('automatic_charges')
    .select('due_date')
    .where('policy_id', '=', policyId)
    .where('due_date', '>=', dueDate)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records the payment as `processing`, together with the job that finishes it and the attempt for its due date. Returns
 * undefined if there is nothing to charge.
 */
async function writeCharge(
  ctx: TransactionContext,
  policy: Policy,
): Promise<(Charge & { rejection?: string }) | undefined> {
  const { policyId } = policy
  const today = getPropertyDate(ctx.now, policy)
  const method = await findAutomaticMethod(ctx.db, policyId)
  const fallen = await getFallenDue(ctx.db, policyId, today)
  if (!method || !fallen.dueDate || fallen.dueDate < addDays(today, -automaticChargeDays)) return undefined
  if (await wasTried(ctx.db, policyId, fallen.dueDate)) return undefined
  const due = await getAmountDue(ctx.db, policy, ctx.now)
  const amountCents = getAutomaticChargeCents({
    ...policy,
    ...due,
    fallenDueCents: fallen.cents,
    billsLender: await isBilledToLender(ctx.db, policyId),
    isEarlierEnding: await isEarlierEnding(ctx.db, policyId),
  })
  if (amountCents === 0) return undefined
  const isCard = method.payment_type === 'card'
  const { policyPaymentId } = await receivePayment(ctx.db, {
    ...{
      policyId,
      amountCents,
      status: 'processing',
      typeId: isCard ? PaymentType.card : PaymentType.ach,
      author: getPaymentAuthor(ctx),
      now: ctx.now,
    },
    // No payer is present to acknowledge a card fee, so there is no fee (PAY-3).
    ...{ description: 'Automatic payment', payeeName: policy.insuredName, paymentMethodId: method.payment_method_id },
  })
  await ctx.db
    .insertInto('automatic_charges')
    .values({ policy_id: policyId, due_date: fallen.dueDate, policy_payment_id: policyPaymentId, created_at: ctx.now })
    .execute()
  const charge: Charge = { policyPaymentId, isOffSession: true }
  const isOver = isCard && isOverCardLimit(policy.productId, due.totalDueCents)
  if (!isOver) await enqueueFinishPayment(ctx, charge)
  await writeAuditEntry(ctx, {
    ...{ action: 'payment.start', entity: 'payment', entityId: policyPaymentId, policyId },
    details: { amountCents, dueDate: fallen.dueDate, method: method.payment_type, isAutomatic: true },
  })
  return { ...charge, ...(isOver && { rejection: cardLimitMessage }) }
}

/**
 * Charges the due amount of a renewal, if any, to the payment method of a payer who opted in. Each due date is charged
 * only once, even if the charge fails. If the charge is declined, the payer is notified. If the process stops,
 * `finish-payment` continues with the same idempotency key.
 */
export async function chargeRenewal(ctx: Ctx, policyNo: string): Promise<void> {
  const written = await changePolicyAsSystem(ctx, policyNo, writeCharge)
  if (!written) return
  const { rejection, ...charge } = written
  if (rejection)
    await recordChargeOutcome(ctx, charge.policyPaymentId, { status: 'failed', code: 'card_limit', reason: rejection })
  else await chargeOrDefer(ctx, charge)
}
