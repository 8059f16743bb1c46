import type { EventType } from '@tideline/sdk/types'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { toDollars } from '../http/money.ts'
import { appendEvent } from '../outbox/append-event.ts'

type PaymentEventType = Extract<EventType, `payment.${string}` | 'overpayment.opened'>

interface PublishedPayment {
  policyId: string
  policyPaymentId: string
  paymentId: string
  amountCents: number
}

/** Publishes an event about a payment row. The event contains both ids: `paymentId` (`PAY-…`) and `policyPaymentId`. */
export async function publishPaymentEvent(
  trx: Transaction<DB>,
  type: PaymentEventType,
  { policyId, paymentId, policyPaymentId, amountCents }: PublishedPayment,
  now: Date,
): Promise<void> {
  await appendEvent(trx, type, { policyId }, { paymentId, policyPaymentId, amount: toDollars(amountCents) }, now)
}
