import { type Kysely, sql } from 'kysely'
import Stripe from 'stripe'
import { addDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { toDollars } from '../http/money.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'reconcile-stripe': Record<string, never>
  }
}

/** Crontab line: every night, at a time with few payments. */
export const reconcileSchedule = '0 7 * * * reconcile-stripe ?max=3'

export type Reconciliation = Operations['getReconciliation']['response']['payload']
type Difference = Reconciliation['differences'][number]

/** Number of days that a comparison covers. This is enough because bank debits fail within a week. */
const daysBack = 7

interface LedgerPayment {
  payment_id: string
  policy_no: string
  intent_id: string
  status: 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'
  cents: number
}

/** Fields of a Stripe charge that are compared with the ledger. */
export interface StripeCharge {
  id: string
  status: Stripe.PaymentIntent['status']
  cents: number
}

const tookMoney = ({ status }: LedgerPayment) => status === 'paid' || status === 'disputed' || status === 'refunded'

/** Returns the difference between the ledger and Stripe for a payment, or undefined if they agree. */
export function findReconciliationDifference(
  booked: LedgerPayment | undefined,
  taken: StripeCharge | undefined,
): Difference['kind'] | undefined {
  if (!booked) return taken && taken.cents > 0 ? 'missing_in_ledger' : undefined
  if (!taken) return booked.status === 'failed' || booked.status === 'cancelled' ? undefined : 'missing_at_stripe'
  if (tookMoney(booked) !== taken.cents > 0) {
    // The bank has not responded, or the webhook has not arrived yet.
    return booked.status === 'processing' && taken.status === 'processing' ? undefined : 'status'
  }
  return tookMoney(booked) && booked.cents !== taken.cents ? 'amount' : undefined
}

const listLedgerPayments = async (db: Kysely<DB>, from: string, to: string) => {
  const { rows } = await sql<LedgerPayment>`
    select y.payment_id, p.policy_no, y.stripe_payment_intent_id as intent_id, y.status,
      (y.amount_cents + y.fee_cents)::bigint as cents
    from payments y join policies p using (policy_id)
    where y.stripe_payment_intent_id is not null and y.amount_cents > 0
      and y.created_at >= ${from}::date and y.created_at < ${to}::date + 1`.execute(db)
  return rows
}

async function readStripeCharge(client: Stripe, id: string): Promise<StripeCharge | undefined> {
  try {
    const intent = await client.paymentIntents.retrieve(id)
    return { id, status: intent.status, cents: intent.amount_received }
  } catch (problem) {
    if (problem instanceof Stripe.errors.StripeInvalidRequestError) return undefined
    throw problem
  }
}

const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

/**
 * Compares recent Stripe charges with the ledger in both directions. Only stores the differences; staff review each
 * difference.
 */
export async function reconcileStripe(ctx: { db: Kysely<DB>; client: Stripe; now: Date }): Promise<Reconciliation> {
  const to = ctx.now.toISOString().slice(0, 10)
  const from = addDays(to, -daysBack)
  const booked = new Map((await listLedgerPayments(ctx.db, from, to)).map((row) => [row.intent_id, row]))
  const created = { gte: seconds(from), lt: seconds(addDays(to, 1)) }
  const taken = new Map<string, StripeCharge>()
  for await (const intent of ctx.client.paymentIntents.list({ created, limit: 100 }))
    taken.set(intent.id, { id: intent.id, status: intent.status, cents: intent.amount_received })
  // A charge may have been created at Stripe just before the period of its payment row.
  for (const id of booked.keys()) {
    if (taken.has(id)) continue
    const found = await readStripeCharge(ctx.client, id)
    if (found) taken.set(id, found)
  }
  const foundAt = ctx.now.toISOString()
  const ids = [...new Set([...booked.keys(), ...taken.keys()])]
  const differences = ids.flatMap((id): Difference[] => {
    const [ours, theirs] = [booked.get(id), taken.get(id)]
    const kind = findReconciliationDifference(ours, theirs)
    if (!kind) return []
    return [
      {
        paymentId: ours?.payment_id ?? null,
        stripeIntentId: id,
        policyNo: ours?.policy_no ?? null,
        kind,
        stripeAmount: toDollars(theirs?.cents ?? 0),
        ledgerAmount: toDollars(ours && tookMoney(ours) ? ours.cents : 0),
        foundAt,
      },
    ]
  })
  const compared = ids.length
  await ctx.db
    .insertInto('reconciliations')
    .values({
      checked_at: ctx.now,
      start_date: from,
      end_date: to,
      compared_count: compared,
      differences: JSON.stringify(differences),
    })
    .execute()
  return { checkedAt: foundAt, from, to, compared, differences: differences.slice(0, 1000) }
}

/**
 * Returns the latest comparison, or the latest comparison on a date (`YYYY-MM-DD`). If no comparison exists yet, runs
 * the first. Throws 404 if the date has no comparison.
 */
export async function getLatestReconciliation(
  ctx: { db: Kysely<DB>; client: Stripe; now: Date },
  day?: string,
): Promise<Reconciliation> {
  const last = await ctx.db
    .selectFrom('reconciliations')
    .selectAll()
    .$if(day !== undefined, (query) =>
      query.where(sql<boolean>`(checked_at at time zone 'America/New_York')::date = ${day}::date`),
    )
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last && day !== undefined) throw createNotFoundError({ day })
  if (!last) return reconcileStripe(ctx)
  return {
    checkedAt: last.checked_at.toISOString(),
    from: last.start_date,
    to: last.end_date,
    compared: last.compared_count,
    differences: (last.differences as unknown as Difference[]).slice(0, 1000),
  }
}
