import type { Selectable } from 'kysely'
import type { AutoPayConsent, PaymentMethod } from '../../db/schema.ts'
import type { Operations } from '../../generated/operations.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { compareInPaymentOrder } from '../../ledger/obligations.ts'
import type { Policy } from '../../policy/visibility.ts'
import { toMethodDetails } from '../methods/methods.ts'
import { consentTerms } from './consent-terms.ts'
import { giverTypes } from './events.ts'
import { getAutoPayHold, planCharge } from './plan-charge.ts'
import { type PolicyAutoPay, readAutoPay } from './read-auto-pay.ts'

type AutoPay = Operations['getAutoPay']['response']['payload']
type Consent = NonNullable<AutoPay['consent']>

type ConsentRow = Omit<Selectable<AutoPayConsent> & Selectable<PaymentMethod>, 'policy_id'>

const toConsentResponse = (row: ConsentRow): Consent => ({
  id: row.auto_pay_consent_id,
  paymentMethod: toMethodDetails(row),
  stripePaymentMethodId: row.stripe_payment_method_id,
  termsVersion: row.terms_version,
  terms: row.terms,
  givenAt: row.given_at.toISOString(),
  givenBy: row.given_by_name,
  givenByType: giverTypes[row.given_by_kind],
  startsOn: row.starts_on,
  endedAt: row.ended_at?.toISOString() ?? null,
  endReason: row.end_reason,
})

/**
 * Returns the reason why auto-pay charges nothing now. If auto-pay includes an amount but cannot charge it, the amount
 * has to be paid in another way (AUT-5).
 */
function getHold({ consent, facts }: PolicyAutoPay, hasNext: boolean): AutoPay['hold'] {
  if (!consent) return null
  const isDue = facts.obligations.some(({ dueDate }) => dueDate <= facts.today)
  return getAutoPayHold(facts) ?? (hasNext || !isDue ? null : 'unpaid')
}

/** Returns auto-pay of a policy. An expired or cancelled policy has no current consent. */
export async function getAutoPay(ctx: Ctx, { policyId, policyNo }: Policy): Promise<AutoPay> {
  const rows = await ctx.db
    .selectFrom('auto_pay_consents')
    .innerJoin('payment_methods', 'payment_methods.payment_method_id', 'auto_pay_consents.payment_method_id')
    .selectAll()
    .where('auto_pay_consents.policy_id', '=', policyId)
    .orderBy('given_at', 'desc')
    .limit(51)
    .execute()
  const autoPay = await readAutoPay(ctx, policyId)
  const { facts } = autoPay
  const next = facts.isInForce ? planCharge(facts)?.next : undefined
  const current = rows.find(({ ended_at: endedAt }) => endedAt === null)
  return {
    policyNo,
    terms: consentTerms,
    consent: current ? toConsentResponse(current) : null,
    nextCharge: next ? { date: next.chargeDate, amount: toDollars(next.amountCents) } : null,
    hold: getHold(autoPay, next !== undefined),
    includedObligations: facts.obligations
      .toSorted(compareInPaymentOrder)
      .filter(({ isIncluded }) => isIncluded)
      .map(({ obligationNo }) => obligationNo),
    earlierConsents: rows
      .filter((row) => row !== current)
      .slice(0, 50)
      .map(toConsentResponse),
  }
}
