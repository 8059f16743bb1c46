import { sql } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { getEarlierDate, getLaterDate, plusDays } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { getPropertyDate } from '../calendar/property-day.ts'
import { rejected } from '../http/api-error.ts'
import { type Ctx, getName, isInternal } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { readTerm, type Term } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'
import { effectiveDay } from './effective-day.ts'
import { getLienholders } from './lienholders.ts'
import { actionOf } from './may-endorse.ts'
import { getApplication } from './quote.ts'

export type QuoteKind = 'endorsement' | 'ebo' | 'ebm'

/** How long a quote can be bound. */
const daysOpen = 30

/** When the transaction takes effect that takes effect last, whichever was posted last: only days before it are out of sequence. */
const lastToTakeEffect = ({ begun, changes, row }: Term): string =>
  [...changes.map(({ effectiveDate }) => effectiveDate), row.effective_date].reduce(getLaterDate, begun.inceptionDate)

/** Inception for staff; today for others once the term has begun, since premium of elapsed days is closed to them. */
const defaultDay = (ctx: Ctx, { inceptionDate }: Policy, today: string): string =>
  isInternal(ctx.actor) ? inceptionDate : getLaterDate(inceptionDate, today)

/** The day that was asked for, if the kind of endorsement allows it (END-4). Throws 422. */
function allowedDay(kind: 'ebo' | 'ebm', wanted: string, policy: Policy, term: Term): string {
  const last = plusDays(policy.expirationDate, -1)
  if (wanted < policy.inceptionDate || wanted > last)
    throw rejected(
      'outside_term',
      `Effective date must be between ${formatUsDate(policy.inceptionDate)} and ${formatUsDate(last)}.`,
      'effectiveDate',
    )
  const latest = lastToTakeEffect(term)
  if (kind === 'ebo' && wanted >= latest)
    throw rejected(
      'not_out_of_sequence',
      `Effective date must be before ${formatUsDate(latest)}, the effective date of the latest transaction.`,
      'effectiveDate',
    )
  return wanted
}

/**
 * Makes an endorsement quote from the policy as it stands (PRI-6). Throws 404, 403 or 422 where the action is not
 * offered, and 422 for a day that the kind does not allow.
 */
export const makeQuote = (
  ctx: Ctx,
  wish: { policyNo: string; kind: QuoteKind; effectiveDate?: string | undefined },
): Promise<string> =>
  changePolicy(ctx, wish.policyNo, actionOf[wish.kind], async (ctx, policy) => {
    const term = await readTerm(ctx.db, policy)
    const today = getPropertyDate(ctx.now, policy)
    const day =
      wish.kind === 'endorsement'
        ? effectiveDay(policy, today)
        : allowedDay(wish.kind, wish.effectiveDate ?? defaultDay(ctx, policy, today), policy, term)
    const { rows } = await sql<{ number: string }>`
      select 'Q' || nextval('endorsement_quote_seq') as number`.execute(ctx.db)
    const quoteNumber = rows[0]?.number ?? ''
    await ctx.db
      .insertInto('quotes')
      .values({
        quote_number: quoteNumber,
        policy_id: policy.policyId,
        kind: wish.kind,
        effective_date: day,
        application: JSON.stringify(
          getApplication(term, { effectiveDate: day }, await getLienholders(ctx.db, policy.policyId)),
        ),
        base_transaction_id: term.row.policy_transaction_id,
        created_by: getName(ctx.actor),
        created_at: ctx.now,
        expires_at: `${getEarlierDate(plusDays(today, daysOpen), policy.expirationDate)}T23:59:59Z`,
      })
      .execute()
    await writeAudit(ctx, {
      action: 'quote.create',
      entity: 'quote',
      entityId: quoteNumber,
      policyId: policy.policyId,
      details: { kind: wish.kind, effectiveDate: day },
    })
    return quoteNumber
  })
