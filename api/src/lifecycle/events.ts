import type { DomainEvent } from '../outbox/domain-event.ts'
import { type Cancelled, notifyCancelled } from './cancel/notify-cancelled.ts'
import { type Requested, requestSignatures } from './cancel/request-signatures.ts'
import { type NotRenewed, notifyNotRenewed } from './non-renew/notify-not-renewed.ts'
import { notifyNonRenewalRescinded } from './non-renew/notify-rescinded.ts'
import { notifyReinstated, type Reinstated } from './reinstate/notify-reinstated.ts'
import { type Ended, notifyExpired } from './renew/notify-expired.ts'
import { notifyRenewed, type Renewed } from './renew/notify-renewed.ts'
import { notifyRewritten, type Rewritten } from './rewrite/notify-rewritten.ts'

/** Policy lifecycle events and their subscribers (ADR 41). */

const of = ({ policyId }: { policyId: string }) => ({ policyId })

const cancellation = ({ policy, reason: { reasonCode }, effectiveDate }: Cancelled | Requested) => ({
  about: of(policy),
  data: { reasonCode, effectiveDate },
})

export const cancellationRequested: DomainEvent<'policy.cancellation_requested', Requested> = {
  type: 'policy.cancellation_requested',
  event: cancellation,
  listeners: [requestSignatures],
}

export const cancellationAccepted: DomainEvent<'policy.cancellation_accepted', Cancelled> = {
  type: 'policy.cancellation_accepted',
  event: cancellation,
  listeners: [notifyCancelled],
}

export const policyCancelled: DomainEvent<'policy.cancelled', Cancelled> = {
  type: 'policy.cancelled',
  event: cancellation,
  listeners: [notifyCancelled],
}

export const policyReinstated: DomainEvent<'policy.reinstated', Reinstated> = {
  type: 'policy.reinstated',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [notifyReinstated],
}

export const policyRewritten: DomainEvent<'policy.rewritten', Rewritten> = {
  type: 'policy.rewritten',
  event: ({ old, made }) => ({ about: of(old), data: { newPolicyNo: made.policyNo } }),
  listeners: [notifyRewritten],
}

export const policyRenewed: DomainEvent<'policy.renewed', Renewed> = {
  type: 'policy.renewed',
  event: ({ old, made }) => ({ about: of(old), data: { newPolicyNo: made.policyNo } }),
  listeners: [notifyRenewed],
}

export const policyNotRenewed: DomainEvent<'policy.non_renewed', NotRenewed> = {
  type: 'policy.non_renewed',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [notifyNotRenewed],
}

export const nonRenewalRescinded: DomainEvent<'policy.non_renewal_taken_back', NotRenewed> = {
  type: 'policy.non_renewal_taken_back',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [notifyNonRenewalRescinded],
}

export const policyExpired: DomainEvent<'policy.expired', Ended> = {
  type: 'policy.expired',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [notifyExpired],
}
