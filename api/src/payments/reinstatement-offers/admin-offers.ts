import type { AdminReinstatementOffer } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { noLossStatementCondition } from '../../documents/no-loss-statement.ts'
import { type Collection, idsCondition } from '../../http/collection.ts'
import { toDollars } from '../../http/money.ts'

interface Row
  extends Omit<
    AdminReinstatementOffer,
    'amountReceived' | 'amountNeeded' | 'amountNeededWithLapse' | 'amountOnHold' | 'createdAt' | 'decidedAt'
  > {
  amountCents: number
  neededCents: number
  lapseNeededCents: number | null
  heldCents: number
  createdAt: Date
  decidedAt: Date | null
}

/** Reinstatement offers as a list for staff (DEL-19). */
export const adminReinstatementOfferCollection: Collection<'listAdminReinstatementOffers', Row> = {
  name: 'reinstatementOffers',
  from: sql`reinstatement_offers o join policies p using (policy_id)`,
  columns: sql`o.reinstatement_offer_id as id, p.policy_no as "policyNo", p.insured_name as "insuredName", o.state,
    o.amount_cents as "amountCents", o.needed_cents as "neededCents", o.lapse_needed_cents as "lapseNeededCents",
    o.is_lapse_required as "isLapseRequired", o.has_lapse as "hasLapse", o.offered_on as "offeredOn",
    o.expires_on as "expiresOn", o.reason, o.decided_by as "decidedByUserName", o.decided_at as "decidedAt",
    o.created_at as "createdAt",
    case when o.state = 'open' then (select coalesce(sum(r.amount_cents), 0)::bigint from refund_reviews r
      where r.policy_id = o.policy_id and r.state = 'open' and r.hold_reason = 'reinstatement') else 0 end as "heldCents",
    o.state = 'open' and ${sql.raw(noLossStatementCondition('p'))} as "hasNoLossStatement"`,
  id: sql`o.reinstatement_offer_id`,
  sorts: { createdAt: sql`o.created_at`, expiresOn: sql`o.expires_on`, id: sql`o.reinstatement_offer_id` },
  filters: {
    policyNo: (no) => sql`p.policy_no = ${no}`,
    state: (state) => sql`o.state = ${state}`,
    id: (ids) => idsCondition(sql`o.reinstatement_offer_id`, ids),
  },
  present: ({ amountCents, neededCents, lapseNeededCents, heldCents, createdAt, decidedAt, ...row }) => ({
    ...row,
    amountReceived: toDollars(amountCents),
    amountNeeded: toDollars(neededCents),
    amountNeededWithLapse: lapseNeededCents === null ? null : toDollars(lapseNeededCents),
    amountOnHold: toDollars(heldCents),
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }),
}
