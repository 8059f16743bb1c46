import type { AutoPayConsent } from '../../db/schema.ts'
import type { TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import type { DomainEvent } from '../../outbox/domain-event.ts'
import type { Policy } from '../../policy/visibility.ts'
import { type ChargeFailure, notifyChargeFailed } from './notify-charge-failed.ts'
import { type GivenConsent, notifyAutoPayOn } from './notify-consent.ts'

/** Events of auto-pay and their subscribers (ADR 41). */

/** Public names of the kinds of people who give a consent. */
export const giverTypes = { insured: 'policyholder', agent: 'agent', staff: 'staff' } as const

export const autoPayTurnedOnEvent: DomainEvent<
  'policy.auto_pay_turned_on',
  { policy: Policy; consent: GivenConsent & { startsOn: string } }
> = {
  type: 'policy.auto_pay_turned_on',
  event: ({ policy: { policyId }, consent: { givenByKind, startsOn } }) => ({
    about: { policyId },
    data: { givenByType: giverTypes[givenByKind], startsOn },
  }),
  listeners: [(ctx, { policy, consent }) => notifyAutoPayOn(ctx, policy, consent)],
}

export const autoPayTurnedOffEvent: DomainEvent<
  'policy.auto_pay_turned_off',
  { policyId: string; reason: NonNullable<AutoPayConsent['end_reason']> },
  Pick<TransactionContext, 'db' | 'now'>
> = {
  type: 'policy.auto_pay_turned_off',
  event: ({ policyId, reason }) => ({ about: { policyId }, data: { reason } }),
  listeners: [],
}

export const autoPayChargeFailedEvent: DomainEvent<
  'policy.auto_pay_charge_failed',
  ChargeFailure,
  Pick<TransactionContext, 'db' | 'config' | 'now'>
> = {
  type: 'policy.auto_pay_charge_failed',
  event: ({ policyPaymentId, charge: { policyId, amountCents }, retryDate }) => ({
    about: { policyId },
    data: { policyPaymentId, amount: toDollars(amountCents), retryOn: retryDate ?? null },
  }),
  listeners: [notifyChargeFailed],
}
