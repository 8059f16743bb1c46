import type { EventType } from '@tideline/sdk/types'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { toDollars } from '../http/money.ts'
import { appendEvent } from '../outbox/append-event.ts'

type PaymentEventType = Extract<EventType, `payment.${string}` | 'overpayment.opened'>

/** Publishes an event about a payment row. The event contains both ids: `paymentId` (`PAY-…`) and `policyPaymentId`. */
export async function publishPaymentEvent(
  trx: Transaction<DB>,
  type: PaymentEventType,
  { policyId, policyPaymentId, amountCents }: { policyId: string; policyPaymentId: string; amountCents: number },
  now: Date,
): Promise<void> {
  const { payment_id: paymentId } = await trx
    .selectFrom('payments')
    .select('payment_id')
    .where('policy_payment_id', '=', policyPaymentId)
    .executeTakeFirstOrThrow()
  await appendEvent(trx, type, { policyId }, { paymentId, policyPaymentId, amount: toDollars(amountCents) }, now)
}
