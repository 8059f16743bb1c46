import { closeOpenMortgageeChange } from '../endorsements/mortgagee-changes/close.ts'
import type { TransactionContext } from '../http/context.ts'
import type { DomainEvent, PolicyEvent } from '../outbox/domain-event.ts'
import { type CancellationNotice, notifyCancelled } from './cancel/notify-cancelled.ts'
import { type CancellationRequestNotice, requestSignatures } from './cancel/request-signatures.ts'
import { type NonRenewalNotice, notifyNotRenewed } from './non-renew/notify-not-renewed.ts'
import { notifyNonRenewalRescinded } from './non-renew/notify-rescinded.ts'
import { notifyReinstated, type ReinstatementNotice } from './reinstate/notify-reinstated.ts'
import { type ExpirationNotice, notifyExpired } from './renew/notify-expired.ts'
import { notifyRenewed, type RenewalNotice } from './renew/notify-renewed.ts'
import { notifyRewritten, type RewriteNotice } from './rewrite/notify-rewritten.ts'

/** Policy lifecycle events and their subscribers (ADR 41). */

const of = ({ policyId }: { policyId: string }) => ({ policyId })

const cancellation = ({
  policy,
  summary: { reason, effectiveDate },
}: CancellationNotice | CancellationRequestNotice) => ({
  about: of(policy),
  data: { reasonCode: reason.reasonCode, effectiveDate },
})

const closeRequestOfCancelledPolicy = (ctx: TransactionContext, { policy }: CancellationNotice) =>
  closeOpenMortgageeChange(ctx, policy, 'policyEnded')

const closeRequestOfRewrittenPolicy = (ctx: TransactionContext, { old }: RewriteNotice) =>
  closeOpenMortgageeChange(ctx, old, 'policyEnded')

export const cancellationRequestedEvent: DomainEvent<'policy.cancellation_requested', CancellationRequestNotice> = {
  type: 'policy.cancellation_requested',
  event: cancellation,
  listeners: [requestSignatures],
}

export const cancellationAcceptedEvent: DomainEvent<'policy.cancellation_accepted', CancellationNotice> = {
  type: 'policy.cancellation_accepted',
  event: cancellation,
  listeners: [notifyCancelled],
}

export const policyCancelledEvent: DomainEvent<'policy.cancelled', CancellationNotice> = {
  type: 'policy.cancelled',
  event: cancellation,
  listeners: [notifyCancelled, closeRequestOfCancelledPolicy],
}

export const policyReinstatedEvent: DomainEvent<'policy.reinstated', ReinstatementNotice> = {
  type: 'policy.reinstated',
  event: ({ policy, lapse }) => ({ about: of(policy), data: { lapse: lapse ?? null } }),
  listeners: [notifyReinstated],
}

export const policyRewrittenEvent: DomainEvent<'policy.rewritten', RewriteNotice> = {
  type: 'policy.rewritten',
  event: ({ old, newPolicy }) => ({ about: of(old), data: { newPolicyNo: newPolicy.policyNo } }),
  listeners: [notifyRewritten, closeRequestOfRewrittenPolicy],
}

export const policyRenewedEvent: PolicyEvent<'policy.renewed', RenewalNotice> = {
  type: 'policy.renewed',
  event: ({ old, renewal }) => ({ about: of(old), data: { newPolicyNo: renewal.policyNo } }),
  listeners: [notifyRenewed],
}

export const policyNotRenewedEvent: DomainEvent<'policy.non_renewed', NonRenewalNotice> = {
  type: 'policy.non_renewed',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [notifyNotRenewed],
}

export const nonRenewalRescindedEvent: DomainEvent<'policy.non_renewal_rescinded', NonRenewalNotice> = {
  type: 'policy.non_renewal_rescinded',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [notifyNonRenewalRescinded],
}

export const policyExpiredEvent: DomainEvent<'policy.expired', ExpirationNotice> = {
  type: 'policy.expired',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [notifyExpired],
}
