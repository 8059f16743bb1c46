import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, ReinstatementOffer } from '../../db/schema.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import type { CancelledTerm } from './amount-needed.ts'

export type OfferRow = Selectable<ReinstatementOffer>

/** How an offer was closed. */
export type OfferOutcome = Exclude<OfferRow['state'], 'open'>

/** Context for opening and closing reinstatement offers. Requests, jobs and webhooks provide it. */
export type OfferContext = Pick<TransactionContext, 'actor' | 'config' | 'db' | 'ip' | 'now' | 'requestId'>

/** Returns the open reinstatement offer of a policy. */
export const findOpenOffer = (db: Kysely<DB>, policyId: string): Promise<OfferRow | undefined> =>
  db
    .selectFrom('reinstatement_offers')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** Amounts of a term that was cancelled for nonpayment and can be reinstated. */
export interface ReinstatableTerm extends CancelledTerm {
  state: string
  timeZone: string | null
  expirationDate: string
}

/**
 * Returns the amounts of a policy that the system or staff cancelled for nonpayment (05). Returns undefined if the
 * policy is not cancelled, has another reason, or was cancelled in another system. Lock the policy balance first.
 */
export async function findReinstatableTerm(db: Kysely<DB>, policyId: string): Promise<ReinstatableTerm | undefined> {
  const { rows } = await sql<Omit<ReinstatableTerm, 'dueCents'>>`
    select p.state, p.time_zone as "timeZone", p.expiration_date as "expirationDate",
      -t.tnx_total_premium_cents as "returnedCents",
      -- A reinstatement invoices the term again, so earlier amounts no longer count.
      (select coalesce(json_agg(json_build_object('obligationNo', o.obligation_no, 'dueDate', o.invoiced_due_date,
          'amountCents', o.amount_cents) order by o.obligation_no), '[]')
        from obligations o where o.policy_id = p.policy_id and o.purpose <> 'returnedPayment' and o.obligation_no >= coalesce((select max(r.obligation_no)
          from obligations r where r.policy_id = p.policy_id and r.purpose = 'reinstatement'), 0)) as invoiced
    from policies p
    cross join lateral (
      select t.* from policy_transactions t join transaction_types y using (transaction_type)
      where t.policy_id = p.policy_id and y.kind = 'cancel'
        and not exists (select from policy_transactions r
          where r.policy_id = t.policy_id and r.reverses_transaction_id = t.policy_transaction_id)
      order by t.sequence desc limit 1) t
    where p.policy_id = ${policyId} and p.cancelled_at is not null and p.pending_cancel_at is null
      and p.cancel_reason_code = '05'`.execute(db)
  const [term] = rows
  if (!term) return undefined
  const { dueCents } = await getPolicyBalance(db, policyId)
  return { ...term, dueCents }
}
