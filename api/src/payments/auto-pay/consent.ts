import { requireIdentifiedInsured } from '../../accounts/identification.ts'
import { type AuditContext, writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { AutoPayConsent } from '../../db/schema.ts'
import { ApiError, createConflictError, createUnprocessableError } from '../../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../../http/context.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import type { Policy } from '../../policy/visibility.ts'
import { createUnknownMethodError } from '../charge/call-stripe.ts'
import { canEnrollInAutoPay } from '../methods/methods.ts'
import { consentTerms } from './consent-terms.ts'
import { autoPayTurnedOffEvent, autoPayTurnedOnEvent } from './events.ts'
import { notifyAutoPayOff } from './notify-consent.ts'
import { getFirstChargeDate, planCharge } from './plan-charge.ts'
import { readAutoPay } from './read-auto-pay.ts'

type EndReason = NonNullable<AutoPayConsent['end_reason']>

export interface ConsentRequest {
  stripePaymentMethodId: string
  termsVersion: string
  hasPolicyholderAgreed?: boolean | undefined
}

/**
 * Throws 409 if the policy is pending cancellation or has expired. `updatePaymentMethod` allows some of these states.
 */
function requireInForce(policy: Policy): void {
  if (policy.isPendingCancel) throw createConflictError('policy_pending_cancel', 'The policy is pending cancellation.')
  if (policy.isExpired) throw createConflictError('policy_expired', 'The policy has expired.')
}

/** Checks that the caller may give the consent and that the consent refers to the current terms (AUT-2). */
function requireConsent(ctx: Ctx, policy: Policy, request: ConsentRequest): void {
  if (!canEnrollInAutoPay(ctx.actor)) throw new ApiError({ code: 'forbidden', message: 'You cannot turn on auto-pay.' })
  if (request.termsVersion !== consentTerms.version)
    throw createUnprocessableError(
      'consent_outdated',
      'termsVersion: the terms have changed. Please read them again.',
      'termsVersion',
    )
  if (ctx.actor.kind === 'insured') return
  if (!request.hasPolicyholderAgreed)
    throw createUnprocessableError(
      'missing_policyholder_consent',
      'hasPolicyholderAgreed: confirm that the policyholder read the terms and agreed to them.',
      'hasPolicyholderAgreed',
    )
  if (!policy.email)
    throw createUnprocessableError(
      'missing_email',
      'The policyholder cannot be notified because the policy has no email address.',
    )
}

/** Returns the payment method if it is saved for the policy. Throws 422 otherwise. */
async function requireSavedMethod({ db }: Pick<Ctx, 'db'>, { policyId }: Policy, stripePaymentMethodId: string) {
  const method = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('stripe_payment_method_id', '=', stripePaymentMethodId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!method) throw createUnknownMethodError()
  return method
}

/** Returns the columns that record who gave the consent. */
function getGiverColumns({ actor, ip, userAgent }: Ctx) {
  if (actor.kind !== 'insured' && actor.kind !== 'agent' && actor.kind !== 'staff')
    throw new Error(`A consent cannot be given by: ${actor.kind}`)
  return {
    ...{ given_by_kind: actor.kind, given_by_name: getActorName(actor), ip, user_agent: userAgent },
    given_by_id: actor.kind === 'insured' ? actor.identityId : getAccountId(actor),
    identified_by:
      actor.kind === 'insured' && actor.identification.method !== 'link' ? actor.identification.method : null,
  }
}

/**
 * Stores the consent to charge installments and endorsements automatically (AUT-1) and emails it to the policyholder. It
 * replaces an earlier consent.
 * @throws {ApiError} 403 if the caller cannot consent; 409 if the policy ends or has ended; 422 if the terms are
 * outdated, the policyholder was not asked, or the payment method is not saved for the policy
 */
export const turnOnAutoPay = (ctx: Ctx, policyNo: string, request: ConsentRequest): Promise<void> =>
  changePolicy(ctx, policyNo, 'updatePaymentMethod', async (locked, policy) => {
    requireInForce(policy)
    requireConsent(locked, policy, request)
    const ctx = await requireIdentifiedInsured(locked, policy)
    const { policyId } = policy
    const method = await requireSavedMethod(ctx, policy, request.stripePaymentMethodId)
    const giver = getGiverColumns(ctx)
    const startsOn = getFirstChargeDate(getPropertyDate(ctx.now, policy), giver.given_by_kind === 'insured')
    await endAutoPay(ctx, policyId, 'replaced')
    const { facts } = await readAutoPay(ctx, policyId)
    const next = planCharge({ ...facts, startsOn })?.next
    const { auto_pay_consent_id: consentId } = await ctx.db
      .insertInto('auto_pay_consents')
      .values({
        ...{ policy_id: policyId, payment_method_id: method.payment_method_id, ...giver },
        ...{ terms_version: consentTerms.version, terms: consentTerms.text },
        ...{ given_at: ctx.now, starts_on: startsOn, shown_cents: next?.amountCents ?? 0 },
      })
      .returning('auto_pay_consent_id')
      .executeTakeFirstOrThrow()
    const given = { method, next, startsOn, givenBy: giver.given_by_name, givenByKind: giver.given_by_kind }
    await publishEvent(ctx, autoPayTurnedOnEvent, { policy, consent: given })
    await writeAuditEntry(ctx, {
      ...{ action: 'autoPay.turnOn', entity: 'autoPayConsent', entityId: consentId, policyId },
      details: {
        ...{
          termsVersion: consentTerms.version,
          type: method.payment_type,
          lastFour: method.last_four_digits,
          startsOn,
        },
        ...(ctx.actor.kind !== 'insured' && { hasPolicyholderAgreed: true }),
      },
    })
  })

/** Ends the consent of a policy, if there is one. Call it with the policy locked. Returns whether auto-pay was on. */
export async function endAutoPay(
  ctx: AuditContext & { db: TransactionContext['db'] },
  policyId: string,
  reason: EndReason,
): Promise<boolean> {
  const ended = await ctx.db
    .updateTable('auto_pay_consents')
    .set({ ended_at: ctx.now, end_reason: reason, ended_by_name: getActorName(ctx.actor) })
    .where('policy_id', '=', policyId)
    .where('ended_at', 'is', null)
    .returning('auto_pay_consent_id')
    .executeTakeFirst()
  if (!ended) return false
  await publishEvent(ctx, autoPayTurnedOffEvent, { policyId, reason })
  await writeAuditEntry(ctx, {
    ...{ action: 'autoPay.end', entity: 'autoPayConsent', entityId: ended.auto_pay_consent_id, policyId },
    details: { reason },
  })
  return true
}

/** Withdraws the consent (AUT-3) and emails the policyholder. Does nothing if auto-pay is off. */
export const turnOffAutoPay = (ctx: Ctx, policyNo: string): Promise<void> =>
  changePolicy(ctx, policyNo, 'removePaymentMethod', async (ctx, policy) => {
    if (await endAutoPay(ctx, policy.policyId, 'withdrawn')) await notifyAutoPayOff(ctx, policy, 'withdrawn')
  })

/** Ends the consent if it uses a payment method that was removed (AUT-3), and emails the policyholder. */
export async function endAutoPayOfMethod(
  ctx: TransactionContext,
  policy: Policy,
  paymentMethodId: string,
): Promise<void> {
  const { consent } = await readAutoPay(ctx, policy.policyId)
  if (consent?.paymentMethodId !== paymentMethodId) return
  await endAutoPay(ctx, policy.policyId, 'methodRemoved')
  await notifyAutoPayOff(ctx, policy, 'methodRemoved')
}

/** Ends the consent of a policy that was rewritten (AUT-3), and emails the policyholder. The new policy needs its own. */
export async function endAutoPayOfRewrittenPolicy(ctx: TransactionContext, policy: Policy): Promise<void> {
  if (await endAutoPay(ctx, policy.policyId, 'rewritten')) await notifyAutoPayOff(ctx, policy, 'rewritten')
}
