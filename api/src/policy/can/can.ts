import { isEarthquake, type StatusFlags } from '../status.ts'
import type { Viewer } from '../viewer.ts'

/** What the rules look at; `Policy` of visibility.ts has most of it. */
export interface CanFacts
  extends Pick<StatusFlags, 'isCancelled' | 'isPendingCancel' | 'isExpired' | 'isNonRenewal' | 'hasIncepted'> {
  productId: number
  originalTransType: string
  canChangeEffectiveDate: boolean
  isPaid: boolean
  isPaymentProcessing: boolean
  /** The viewer's own party still has slots to sign. */
  hasSlotsToSign: boolean
}

/** Agencies that a setting names (decision 8). */
export interface NamedAgencies {
  applyCheckAgentNos: readonly string[]
  internalEndorseAgencyNos: readonly string[]
  mandatoryEndorseAgencyNos: readonly string[]
}

interface Rule {
  refuses: (policy: CanFacts, viewer: Viewer, agencies: NamedAgencies) => boolean
  reason: string
  source: string
}

const readonly: Rule = {
  refuses: (_, viewer) => viewer.isReadonly,
  reason: 'Read-only users may look at this but not change it.',
  source: 'spec 2 §1',
}
const internalOnly: Rule = {
  refuses: (_, viewer) => viewer.kind !== 'internal',
  reason: 'Internal use only',
  source: 'spec 2 §6',
}
const notForInsureds: Rule = {
  refuses: (_, viewer) => viewer.kind === 'insured',
  reason: 'This is for agents and staff.',
  source: 'spec 2 §6',
}
const notCancelled: Rule = {
  refuses: (policy) => policy.isCancelled,
  reason: 'The policy is cancelled.',
  source: 'spec 2 §4',
}
const notPending: Rule = {
  refuses: (policy) => policy.isPendingCancel,
  reason: 'The policy is pending cancellation.',
  source: 'spec 2 §4',
}
const notExpired: Rule = {
  refuses: (policy) => policy.isExpired,
  reason: 'The policy has expired.',
  source: 'spec 2 §4',
}
const notEarthquake = (reason: string): Rule => ({
  refuses: (policy) => isEarthquake(policy.productId),
  reason,
  source: 'spec 2 §6',
})
const notYetCancelled: Rule = {
  refuses: (policy) => policy.isCancelled || policy.isPendingCancel,
  reason: 'Policy is already in Pending Cancel or Cancelled.',
  source: 'spec 3 §8',
}
const incepted: Rule = {
  refuses: (policy) => !policy.hasIncepted,
  reason: 'The policy has not incepted yet.',
  source: 'spec 2 §4, decision 57',
}
/** Where the specification gives staff more time than the others. */
const othersNot = ({ refuses, reason, source }: Rule): Rule => ({
  refuses: (policy, viewer, agencies) => viewer.kind !== 'internal' && refuses(policy, viewer, agencies),
  reason,
  source,
})
const changeAgency = [readonly, notForInsureds, notCancelled, notPending, incepted]

/**
 * What may be done when and by whom: for each action the rules that may refuse it; the first that does gives the
 * reason. The confirmation sends the answers, and the actions call `refusalOf` before they write, so that a button and
 * the rule behind it cannot disagree.
 */
const rules = {
  sign: [
    readonly,
    {
      refuses: (_, viewer) => viewer.kind === 'internal',
      reason: 'Staff may look at the documents but sign for nobody.',
      source: 'decision 50',
    },
    notCancelled,
    {
      refuses: (policy) => !policy.hasSlotsToSign,
      reason: 'You have nothing left to sign.',
      source: 'spec 1 §4',
    },
  ],
  pay: [
    readonly,
    notCancelled,
    notPending,
    { refuses: (policy) => policy.isPaid, reason: 'You have already paid for this policy', source: 'spec 1 §2' },
    {
      refuses: (policy) => policy.isPaymentProcessing,
      reason: 'A bank payment is on its way. It can take up to 4 business days.',
      source: 'decision 70',
    },
  ],
  applyCheck: [
    readonly,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.applyCheckAgentNos.includes(viewer.agencyNo ?? '')),
      reason: 'Only certain agencies may apply checks.',
      source: 'spec 1 §6, spec 2 §6',
    },
    notCancelled,
  ],
  skipToPayment: [internalOnly],
  updatePaymentMethod: [readonly, notCancelled],
  transferPayment: [internalOnly, readonly],
  cancel: [
    readonly,
    notEarthquake('Earthquake policies are not cancelled here.'),
    notYetCancelled,
    notExpired,
    othersNot({
      refuses: (policy) => policy.hasIncepted,
      reason: 'Once the policy is in force, cancellations go through the support chat.',
      source: 'spec 2 §4, decision 53',
    }),
  ],
  finalizeCancel: [
    internalOnly,
    readonly,
    {
      refuses: (policy) => !policy.isPendingCancel,
      reason: 'The policy is not pending cancellation.',
      source: 'spec 2 §4',
    },
  ],
  nonRenew: [
    {
      refuses: (policy) => !isEarthquake(policy.productId),
      reason: 'Only earthquake policies are non-renewed.',
      source: 'spec 2 §6',
    },
    internalOnly,
    readonly,
    { refuses: (policy) => policy.isNonRenewal, reason: 'The policy is non-renewed already.', source: 'spec 2 §6' },
    notCancelled,
    notPending,
    notExpired,
  ],
  reinstate: [
    internalOnly,
    readonly,
    {
      refuses: (policy) => !policy.isCancelled && !policy.isPendingCancel,
      reason: 'The policy is neither cancelled nor pending cancellation.',
      source: 'spec 2 §6',
    },
  ],
  changeInceptionDate: [
    readonly,
    notForInsureds,
    notEarthquake('Earthquake policies keep their inception date.'),
    notCancelled,
    notPending,
    notExpired,
    {
      refuses: (policy) => !policy.canChangeEffectiveDate,
      reason: 'The inception date of this policy cannot be changed.',
      source: 'spec 2 §6',
    },
    othersNot({
      refuses: (policy) => policy.originalTransType === 'RN',
      reason: 'Only staff change the inception date of a renewal.',
      source: 'spec 2 §6',
    }),
  ],
  changeAgency,
  changeProducerName: [internalOnly, ...changeAgency],
  endorse: [readonly, notForInsureds, notCancelled, othersNot(notPending), othersNot(notExpired)],
  internalEndorse: [
    readonly,
    notForInsureds,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'agent' && !agencies.internalEndorseAgencyNos.includes(viewer.agencyNo ?? ''),
      reason: 'Only certain agencies may use this.',
      source: 'spec 2 §6',
    },
    notCancelled,
  ],
  endorseMandatory: [
    readonly,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.mandatoryEndorseAgencyNos.includes(viewer.agencyNo ?? '')),
      reason: 'Internal use only',
      source: 'spec 2 §6',
    },
    notCancelled,
  ],
  editLienholders: [internalOnly, readonly, notCancelled, notPending],
  uploadDocuments: [readonly, othersNot(notCancelled), othersNot(notPending)],
  deleteDocuments: [internalOnly, readonly],
  toggleSigned: [internalOnly, readonly],
  reviewElevationCertificate: [internalOnly, readonly],
  decideReview: [internalOnly, readonly],
  resendLink: [readonly, notForInsureds],
  copyInsuredLink: [readonly, notForInsureds],
  viewNotifications: [notForInsureds],
  viewTimeline: [notForInsureds],
  reportClaim: [readonly, notForInsureds, notEarthquake('Earthquake claims are not reported here.')],
  addNote: [readonly, notForInsureds],
  addCallLog: [internalOnly, readonly],
} satisfies Record<string, Rule[]>

export type PolicyAction = keyof typeof rules

/** Why the viewer may not do this now, as a sentence to show; null when they may. */
export const refusalOf = (
  action: PolicyAction,
  policy: CanFacts,
  viewer: Viewer,
  agencies: NamedAgencies,
): string | null => {
  const list: Rule[] = rules[action]
  return list.find((rule) => rule.refuses(policy, viewer, agencies))?.reason ?? null
}

export interface PolicyCan {
  action: PolicyAction
  allowed: boolean
  reason: string | null
}

/** Every action with its answer, in the contract's order. */
export const canOf = (policy: CanFacts, viewer: Viewer, agencies: NamedAgencies): PolicyCan[] =>
  (Object.keys(rules) as PolicyAction[]).map((action) => {
    const reason = refusalOf(action, policy, viewer, agencies)
    return { action, allowed: reason === null, reason }
  })
