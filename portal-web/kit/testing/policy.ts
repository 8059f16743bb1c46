import type { PolicyAction, PolicyConfirmation, PolicyPayment } from '@tideline/sdk'
import { getConfirmation } from '@tideline/sdk/operations'
import { Party, PaymentType } from '@tideline/sdk/words'
import { getExample } from './contract.ts'

type ViewerKind = PolicyConfirmation['viewer']['kind']

const viewers = {
  agent: { kind: 'agent', userType: 1, party: Party.agent, isReadonly: false },
  insured: { kind: 'insured', userType: 2, party: Party.insured, isReadonly: false },
  internal: { kind: 'internal', userType: 3, party: null, isReadonly: false },
} satisfies Record<ViewerKind, PolicyConfirmation['viewer']>

interface ConfirmationPolicyOptions extends Partial<Omit<PolicyConfirmation, 'viewer' | 'can'>> {
  by?: ViewerKind
  isReadonly?: boolean
  /**
   * The actions that the viewer can perform. All other actions are denied with `reason`. Defaults to the actions of the
   * contract's example policy.
   */
  may?: readonly PolicyAction[]
  reason?: string
}

/** Returns the contract's example policy with the given changes, as seen by the given kind of user. */
export function buildConfirmationPolicy({
  by = 'agent',
  isReadonly = false,
  may,
  reason = 'Not now.',
  ...changes
}: ConfirmationPolicyOptions = {}) {
  const policy = getExample(getConfirmation).payload
  const can = may
    ? policy.can.map(({ action }) =>
        may.includes(action) ? { action, allowed: true, reason: null } : { action, allowed: false, reason },
      )
    : policy.can
  return { ...policy, ...changes, can, viewer: { ...viewers[by], isReadonly } }
}

/** Wraps a policy in a getConfirmation response. */
export const buildConfirmation = (payload: PolicyConfirmation) => ({ ...getExample(getConfirmation), payload })

/** Returns a paid $500 payment that can be transferred, with the given changes. */
export const buildPayment = (changes: Partial<PolicyPayment> = {}): PolicyPayment => ({
  policyPaymentId: '5b0c9f1e-6f0a-4c59-9a55-300010200001',
  paymentId: 'PAY-3000101-1',
  policyNo: 'RFL3000101',
  createdAt: '2026-11-20T15:04:05Z',
  paymentTypeId: PaymentType.ach,
  paymentTypeDescription: 'ACH',
  paymentStatus: 'paid',
  amount: 500,
  feeAmount: 0,
  description: 'Bank account ending in 6789',
  memo: '',
  checkNo: null,
  payeeName: 'Marina Sample',
  isAppliedToPolicy: true,
  recordType: null,
  createdByUserName: 'Marina Sample',
  failureReason: null,
  canTransfer: true,
  canTransferAgain: false,
  maximumTransfer: 500,
  ...changes,
})
