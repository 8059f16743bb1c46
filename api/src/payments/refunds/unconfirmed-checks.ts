import { PaymentType } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/**
 * Returns the accounts of the people who could have invented a check: the person who recorded it by hand, or who imported
 * the lockbox file that contains it (REF-12). Returns no account for other payments.
 */
export async function getCheckRecorders(db: Kysely<DB>, policyPaymentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select created_by_user_id as id from payments where policy_payment_id = ${policyPaymentId}
      and payment_type_id = ${PaymentType.check} and created_by_user_id is not null
    union
    select l.actor_id::text from lockbox_parts part join lockbox_items i using (lockbox_item_id)
      join audit_log l on l.entity = 'lockboxFile' and l.entity_id = i.lockbox_file_id::text and l.action = 'lockbox.import'
    where part.policy_payment_id = ${policyPaymentId} and l.actor_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** A payment by a check that a person recorded by hand. The bank has not confirmed such a check (REF-12, REF-13). */
export interface UnconfirmedCheck {
  policyPaymentId: string
  /** Id of the account that recorded the check. */
  recordedBy: string
  /** Amount in cents that is already on hold until the check is confirmed. */
  heldCents: number
}

/**
 * Returns the policy's payments by checks that were recorded by hand, including money transferred from them. Excludes
 * the hold of the review `exceptReviewId`, which is being paid.
 */
export async function getUnconfirmedChecks(
  db: Kysely<DB>,
  policyId: string,
  exceptReviewId: string | null = null,
): Promise<UnconfirmedCheck[]> {
  const { rows } = await sql<UnconfirmedCheck>`
    select y.policy_payment_id as "policyPaymentId", first.created_by_user_id as "recordedBy",
      (select coalesce(sum(r.amount_cents), 0)::bigint from refund_reviews r
        where r.policy_payment_id = y.policy_payment_id and r.state = 'open' and r.hold_reason = 'check'
          and r.review_id is distinct from ${exceptReviewId}::uuid) as "heldCents"
    from payments y join payments first on first.policy_payment_id = coalesce(y.reverses_payment_id, y.policy_payment_id)
    where y.policy_id = ${policyId} and y.amount_cents > 0 and y.status = 'paid'
      and first.payment_type_id = ${PaymentType.check} and first.created_by_user_id is not null`.execute(db)
  return rows
}
