import { sql } from 'kysely'
import { addDays } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { readBatches } from '../../db/read-batches.ts'
import type { Ctx } from '../../http/context.ts'
import { getPublicUrl } from '../../http/public-url.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { describePaymentMethod } from '../describe-method.ts'
import { isExpiryNoticeDue } from './expiring-card.ts'

/** Number of cards that one query reads. */
const batchSize = 500

interface ExpiringCard {
  paymentMethodId: string
  stripePaymentMethodId: string
  brand: string | null
  lastFour: string | null
  expiration: string
  policyId: string
  policyNo: string
  firstName: string
  insuredName: string
  email: string
  state: string
  timeZone: string | null
}

const toMonth = (day: string) => `${day.slice(5, 7)}/${day.slice(0, 4)}`

/**
 * Returns cards that expire this month or next month and will be charged by auto-pay or a renewal. Excludes cards whose
 * expiration was already announced.
 */
async function readExpiringCards({ db, now }: Pick<Ctx, 'db' | 'now'>, after: string): Promise<ExpiringCard[]> {
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql<ExpiringCard>`
    select m.payment_method_id as "paymentMethodId", m.stripe_payment_method_id as "stripePaymentMethodId",
      m.card_brand as brand, m.last_four_digits as "lastFour", m.expiration, p.policy_id as "policyId", p.policy_no as "policyNo",
      p.first_name as "firstName", p.insured_name as "insuredName", p.email, p.state, p.time_zone as "timeZone"
    from payment_methods m join policies p on p.policy_id = m.policy_id
    where m.payment_type = 'card' and m.removed_at is null and m.expiry_notified_at is null and m.payment_method_id > ${after}::uuid
      and m.expiration in (${toMonth(day)}, ${toMonth(addDays(day, 31))})
      and p.cancelled_at is null and p.expiration_date > ${day}::date and p.email <> ''
      and ((m.is_default and m.opt_in_auto_pay_renewal) or exists (select from auto_pay_consents c
        where c.payment_method_id = m.payment_method_id and c.ended_at is null))
    order by m.payment_method_id limit ${batchSize}`.execute(db)
  return rows
}

/** Emails the policyholder once per card, even if several policies use it (AUT-9). */
const notifyExpiringCard = (ctx: Ctx, card: ExpiringCard): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ wasNotified: boolean }>`
      with cards as (select payment_method_id, expiry_notified_at from payment_methods
        where stripe_payment_method_id = ${card.stripePaymentMethodId} order by payment_method_id for update),
      marked as (update payment_methods m set expiry_notified_at = ${ctx.now} from cards
        where m.payment_method_id = cards.payment_method_id and cards.expiry_notified_at is null)
      select coalesce(bool_or(expiry_notified_at is not null), false) as "wasNotified" from cards`.execute(ctx.db)
    if (rows[0]?.wasNotified) return
    await enqueueEmail(ctx.db, {
      ...{ to: card.email, toName: card.insuredName, policyId: card.policyId, template: 'card-expiring' },
      values: {
        ...{ firstName: card.firstName || card.insuredName, policyNo: card.policyNo, expiration: card.expiration },
        method: describePaymentMethod({ type: 'card', brand: card.brand, lastFour: card.lastFour }, null, 'Card'),
        link: `${getPublicUrl(ctx.config)}/policyholder/policies/${card.policyNo}`,
      },
    })
  })

/** Emails the policyholders whose card expires within 30 days (AUT-9). */
export async function notifyExpiringCards(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const batches = readBatches(
    (after) => readExpiringCards(ctx, after),
    ({ paymentMethodId }) => paymentMethodId,
  )
  for await (const cards of batches)
    for (const card of cards) {
      signal?.throwIfAborted()
      if (isExpiryNoticeDue(card.expiration, getPropertyDate(ctx.now, card))) await notifyExpiringCard(ctx, card)
    }
}
