import { type Kysely, sql } from 'kysely'
import { daysBetween } from '../../calendar/days.ts'
import { propertyDay } from '../../calendar/property-day.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import type { Charge } from '../../ledger/ledger.ts'
import { policyBalance } from '../../ledger/store.ts'
import { viewerOf } from '../../policy/viewer.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { effectiveDateOf, type Reason, readReason, requireReasonFor } from './reasons.ts'
import { basisOf, type Charged, type RefundFacts, refundOf } from './refund-rules.ts'

/** What the policy was charged in the term, summed by charge, in the order of an invoice. */
async function chargesOf(db: Kysely<DB>, policyId: string): Promise<Charged[]> {
  const { rows } = await sql<{ charge: Charge; description: string; cents: number }>`
    select i.charge, (array_agg(i.description order by v.created_at, i.position))[1] as description,
      sum(i.amount_cents)::bigint as cents
    from invoice_items i join invoices v using (invoice_id)
    where v.policy_id = ${policyId} and v.voided_at is null
    group by i.charge having sum(i.amount_cents) <> 0
    order by min(i.position), i.charge`.execute(db)
  return rows.map(({ charge, description, cents }) => ({ charge, description, chargedCents: cents }))
}

async function refundFacts(db: Kysely<DB>, policy: Policy, effectiveDate: string): Promise<RefundFacts> {
  const { rows } = await sql<{ percent: number; cents: number; is_blocked: boolean }>`
    select minimum_earned_percent as percent, minimum_earned_cents as cents,
      exists (select from claims where policy_id = ${policy.policyId} and paid_cents > 0) as is_blocked
    from products where product_id = ${policy.productId}`.execute(db)
  const [product] = rows
  if (!product) throw new Error(`There is no product ${policy.productId}`)
  return {
    daysInTerm: daysBetween(policy.inceptionDate, policy.expirationDate),
    daysRemaining: daysBetween(effectiveDate, policy.expirationDate),
    minimumEarned: { percent: product.percent, cents: product.cents },
    receivedCents: (await policyBalance(db, policy.policyId)).receivedCents,
    isBlockedByClaim: product.is_blocked,
  }
}

/** The refund of a policy for a reason that takes effect on a day; `claimsAside` for what a paid claim holds back. */
export async function workOutRefund(
  db: Kysely<DB>,
  policy: Policy,
  reason: Reason,
  effectiveDate: string,
  claimsAside = false,
) {
  const found = await refundFacts(db, policy, effectiveDate)
  const facts = { ...found, isBlockedByClaim: found.isBlockedByClaim && !claimsAside }
  return { facts, ...refundOf(reason.refund, await chargesOf(db, policy.policyId), facts) }
}

/** What a cancellation would give back; nothing is changed. Throws 404 and 422. */
export async function previewCancellation(
  ctx: Ctx,
  wish: { policyNo: string; reasonCode: string; effectiveDate: string | undefined },
) {
  const policy = await requirePolicy(ctx, wish.policyNo)
  const viewer = viewerOf(ctx.actor)
  await requireReasonFor(ctx.db, policy, viewer, wish.reasonCode)
  const reason = await readReason(ctx.db, wish.reasonCode)
  const today = propertyDay(ctx.now, policy.state)
  const { receivedCents } = await policyBalance(ctx.db, policy.policyId)
  // Without a day the earliest that the reason allows: for a dated one, today.
  const given = wish.effectiveDate ?? (reason.effectiveDateRequired ? today : undefined)
  const effectiveDate = await effectiveDateOf(ctx.db, { policy, reason, viewer, today, receivedCents }, given)
  const { facts, lines, refundCents } = await workOutRefund(ctx.db, policy, reason, effectiveDate)
  return {
    reasonCode: wish.reasonCode,
    effectiveDate,
    basis: basisOf(reason.refund),
    daysInTerm: facts.daysInTerm,
    daysRemaining: Math.max(0, facts.daysRemaining),
    lines: lines.map(({ kind, description, chargedCents, keptCents, refundedCents }) => ({
      kind,
      description,
      charged: toDollars(chargedCents),
      kept: toDollars(keptCents),
      refunded: toDollars(refundedCents),
    })),
    refundAmount: toDollars(refundCents),
    isBlockedByClaim: facts.isBlockedByClaim,
  }
}
