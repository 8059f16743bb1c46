import type { Fact } from '../outbox/fact.ts'
import { askToSign, type Requested } from './cancel/ask-to-sign.ts'
import { type Cancelled, tellCancelled } from './cancel/tell-cancelled.ts'
import { type NotRenewed, tellNotRenewed } from './non-renew/tell-not-renewed.ts'
import { tellRenewable } from './non-renew/tell-renewable.ts'
import { type Reinstated, tellReinstated } from './reinstate/tell-reinstated.ts'
import { type Ended, tellEnded } from './renew/tell-ended.ts'
import { type Renewed, tellRenewed } from './renew/tell-renewed.ts'
import { type Rewritten, tellRewritten } from './rewrite/tell-rewritten.ts'

/** What happens to a policy's life, and who listens (ADR 41). */

const of = ({ policyId }: { policyId: string }) => ({ policyId })

const cancellation = ({ policy, reason: { reasonCode }, effectiveDate }: Cancelled | Requested) => ({
  about: of(policy),
  data: { reasonCode, effectiveDate },
})

export const cancellationRequested: Fact<'policy.cancellation_requested', Requested> = {
  type: 'policy.cancellation_requested',
  event: cancellation,
  listeners: [askToSign],
}

export const cancellationAccepted: Fact<'policy.cancellation_accepted', Cancelled> = {
  type: 'policy.cancellation_accepted',
  event: cancellation,
  listeners: [tellCancelled],
}

export const policyCancelled: Fact<'policy.cancelled', Cancelled> = {
  type: 'policy.cancelled',
  event: cancellation,
  listeners: [tellCancelled],
}

export const policyReinstated: Fact<'policy.reinstated', Reinstated> = {
  type: 'policy.reinstated',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [tellReinstated],
}

export const policyRewritten: Fact<'policy.rewritten', Rewritten> = {
  type: 'policy.rewritten',
  event: ({ old, made }) => ({ about: of(old), data: { newPolicyNo: made.policyNo } }),
  listeners: [tellRewritten],
}

export const policyRenewed: Fact<'policy.renewed', Renewed> = {
  type: 'policy.renewed',
  event: ({ old, made }) => ({ about: of(old), data: { newPolicyNo: made.policyNo } }),
  listeners: [tellRenewed],
}

export const policyNotRenewed: Fact<'policy.non_renewed', NotRenewed> = {
  type: 'policy.non_renewed',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [tellNotRenewed],
}

export const nonRenewalTakenBack: Fact<'policy.non_renewal_taken_back', NotRenewed> = {
  type: 'policy.non_renewal_taken_back',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [tellRenewable],
}

export const policyExpired: Fact<'policy.expired', Ended> = {
  type: 'policy.expired',
  event: ({ policy }) => ({ about: of(policy), data: {} }),
  listeners: [tellEnded],
}
