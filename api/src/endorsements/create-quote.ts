import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { addDays, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { type Ctx, getActorName, isInternal } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { readTerm } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'
import { getEarliestEffectiveDate, requireAllowedEffectiveDate } from './effective-date.ts'
import { endorsementActions } from './endorsement-permissions.ts'
import { getLienholders } from './lienholders.ts'
import { getInitialApplication } from './quote.ts'

export type QuoteKind = 'endorsement' | 'ebo' | 'ebm'

/** Number of days until a new quote expires. */
const daysOpen = 30

/**
 * Returns the default effective date. For staff, it is the inception date. For others, it is the later of inception and
 * today because only staff can change elapsed days (END-3).
 */
const getDefaultEffectiveDate = (ctx: Ctx, { inceptionDate }: Policy, today: string): string =>
  isInternal(ctx.actor) ? inceptionDate : getLaterDate(inceptionDate, today)

/**
 * Creates an endorsement quote from the current policy (PRI-6) and returns its number.
 * @throws {ApiError} 422 if the kind does not allow the effective date; the same errors as `changePolicy`
 */
export const createQuote = (
  ctx: Ctx,
  input: { policyNo: string; kind: QuoteKind; effectiveDate?: string | undefined },
): Promise<string> =>
  changePolicy(ctx, input.policyNo, endorsementActions[input.kind], async (ctx, policy) => {
    const term = await readTerm(ctx.db, policy)
    const today = getPropertyDate(ctx.now, policy)
    const day =
      input.kind === 'endorsement'
        ? getEarliestEffectiveDate(policy, today)
        : requireAllowedEffectiveDate(
            input.kind,
            input.effectiveDate ?? getDefaultEffectiveDate(ctx, policy, today),
            policy,
            term,
          )
    const { rows } = await sql<{ number: string }>`
      select 'Q' || nextval('endorsement_quote_seq') as number`.execute(ctx.db)
    const quoteNumber = rows[0]?.number ?? ''
    await ctx.db
      .insertInto('quotes')
      .values({
        quote_number: quoteNumber,
        policy_id: policy.policyId,
        kind: input.kind,
        effective_date: day,
        application: JSON.stringify(
          getInitialApplication(term, { effectiveDate: day }, await getLienholders(ctx.db, policy.policyId)),
        ),
        base_transaction_id: term.row.policy_transaction_id,
        created_by: getActorName(ctx.actor),
        created_at: ctx.now,
        expires_at: `${getEarlierDate(addDays(today, daysOpen), policy.expirationDate)}T23:59:59Z`,
      })
      .execute()
    await writeAuditEntry(ctx, {
      action: 'quote.create',
      entity: 'quote',
      entityId: quoteNumber,
      policyId: policy.policyId,
      details: { kind: input.kind, effectiveDate: day },
    })
    return quoteNumber
  })
