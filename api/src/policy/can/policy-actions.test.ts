import type { ReasonCode } from '@tideline/sdk/types'
import { describe, expect, it } from 'vitest'
import { filterCancelReasons } from '../../policy-reads/cancel-reasons.ts'
import type { Viewer } from '../viewer.ts'
import type { AdditionalFactName, PermissionFacts } from './permission-rule.ts'
import {
  formatActionPermissions,
  getDenialReason,
  type PolicyAction,
  type PolicyCan,
  policyActions,
} from './policy-actions.ts'

const bound: PermissionFacts = {
  productId: 1,
  originalTransType: 'NB',
  canChangeEffectiveDate: true,
  isCancelled: false,
  isPendingCancel: false,
  isEndAhead: false,
  isExpired: false,
  isNonRenewal: false,
  hasIncepted: false,
  owesNothing: false,
  isPayableProcessing: false,
  hasSlotsToSign: true,
  requiresUpload: false,
  hasLenderToBill: true,
  isRenewalOnHold: false,
  hasReinstatementOffer: false,
  cancelReasonCode: null,
}
const agent: Viewer = { kind: 'agent', userType: 1, party: 1, isReadonly: false, agencyNo: '100100' }
const insured: Viewer = { kind: 'insured', userType: 2, party: 2, isReadonly: false, agencyNo: null }
const internal: Viewer = { kind: 'internal', userType: 3, party: null, isReadonly: false, agencyNo: null }
const agencies = { applyCheckAgentNos: ['100100'], internalEndorseAgencyNos: [], mandatoryEndorseAgencyNos: [] }
const allowed = (policy: PermissionFacts, viewer: Viewer) =>
  (JSON.parse(formatActionPermissions(policy, viewer, agencies)) as PolicyCan[])
    .filter((entry) => entry.allowed)
    .map((entry) => entry.action)

describe('policy permissions', () => {
  it('deny every change to read-only users [D004] [C153]', () => {
    for (const viewer of [agent, internal])
      expect(allowed(bound, { ...viewer, isReadonly: true }).filter((action) => !action.startsWith('view'))).toEqual(
        viewer.kind === 'internal' ? ['skipToPayment'] : [],
      )
  })

  it.each([
    [
      'an insured before inception',
      insured,
      bound,
      [
        ...[
          'sign',
          'pay',
          'billToMortgagee',
          'updatePaymentMethod',
          'removePaymentMethod',
          'cancel',
          'uploadDocuments',
        ],
        // Added to the specification (POL-18, POL-19).
        ...['changeOwnMailingAddress', 'requestMortgageeChange'],
      ],
    ],
  ] as const)('allow %s only the actions listed in the specification', (_, viewer, policy, actions) => {
    expect(allowed(policy, viewer)).toEqual(actions)
  })

  it.each([
    ['cancel', agent, { hasIncepted: true }, 'Once the policy is in force, cancellations go through the support chat.'],
    ['cancelThroughSupport', agent, { hasIncepted: true }, null],
    ['cancelThroughSupport', insured, {}, 'The policy is not in force yet.'],
    ['cancelThroughSupport', internal, { hasIncepted: true }, 'Staff can cancel the policy directly.'],
    ['cancel', internal, { hasIncepted: true }, null],
    ['cancel', internal, { isPendingCancel: true }, 'Policy is already in Pending Cancel or Cancelled.'],
    ['cancel', internal, { productId: 4 }, 'Earthquake policies cannot be cancelled here.'],
    ['finalizeCancel', internal, { isPendingCancel: true }, null],
    [
      'finalizeCancel',
      internal,
      { isPendingCancel: true, isEndAhead: true },
      'Cancellation accepted. Coverage ends on the cancellation effective date.',
    ],
    ['finalizeCancel', agent, { isPendingCancel: true }, 'Internal use only'],
    ['reinstate', internal, { isCancelled: true }, null],
    ['reinstate', internal, {}, 'The policy is not cancelled or pending cancellation.'],
    [
      'reinstate',
      internal,
      { isCancelled: true, hasReinstatementOffer: true },
      'A payment that arrived after the cancellation is on hold. Accept or decline the reinstatement offer first.',
    ],
    ['acceptReinstatementOffer', internal, { hasReinstatementOffer: true }, null],
    ['acceptReinstatementOffer', agent, { hasReinstatementOffer: true }, 'Internal use only'],
    ['acceptReinstatementOffer', internal, {}, 'The policy has no open reinstatement offer.'],
    ['declineReinstatementOffer', internal, { hasReinstatementOffer: true }, null],
    ['declineReinstatementOffer', agent, { hasReinstatementOffer: true }, 'Internal use only'],
    ['declineReinstatementOffer', internal, {}, 'The policy has no open reinstatement offer.'],
    ['nonRenew', internal, { productId: 5 }, null],
    ['nonRenew', internal, {}, 'Only earthquake policies can be non-renewed.'],
    ['changeAgency', agent, {}, 'The policy has not incepted yet.'],
    ['changeAgency', agent, { hasIncepted: true }, null],
    [
      'changeInceptionDate',
      agent,
      { originalTransType: 'RN' },
      'Only staff can change the inception date of a renewal.',
    ],
    ['changeInceptionDate', internal, { originalTransType: 'RN' }, null],
    ['changeInceptionDate', agent, {}, null],
    [
      'changeInceptionDate',
      internal,
      { canChangeEffectiveDate: false },
      'The inception date of this policy cannot be changed.',
    ],
    [
      'changeInceptionDate',
      agent,
      { hasIncepted: true },
      'Once the term has begun, only staff can change its inception date.',
    ],
    ['changeInceptionDate', internal, { hasIncepted: true }, null],
    ['finalizeCancel', internal, {}, 'The policy is not pending cancellation.'],
    ['endorse', agent, { isExpired: true }, 'The policy has expired.'],
    ['endorse', internal, { isExpired: true }, null],
    ['pay', agent, { owesNothing: true }, 'You have already paid for this policy'],
    ['sign', internal, {}, 'Staff can view the documents but cannot sign on anyone’s behalf.'],
    ['sign', agent, { hasSlotsToSign: false }, 'You have nothing left to sign.'],
    ['reverseEndorsement', internal, {}, null],
    ['reverseEndorsement', agent, {}, 'Internal use only'],
    ['reverseEndorsement', internal, { isCancelled: true }, 'The policy is cancelled.'],
    ['applyCheck', agent, {}, null],
    ['applyCheck', { ...agent, agencyNo: '100200' }, {}, 'Only certain agencies may apply checks.'],
    ['uploadDocuments', agent, { isPendingCancel: true }, 'The policy is pending cancellation.'],
    ['uploadDocuments', insured, { isPendingCancel: true, requiresUpload: true }, null],
    ['uploadDocuments', insured, { isCancelled: true, requiresUpload: true }, 'The policy is cancelled.'],
    ['pay', internal, { isCancelled: true }, 'The policy is cancelled.'],
    ['pay', insured, { isPendingCancel: true }, 'The policy is pending cancellation.'],
    [
      'pay',
      insured,
      { isPayableProcessing: true },
      'A payment is processing. Bank payments can take up to 4 business days.',
    ],
    ['applyCheck', agent, { isCancelled: true }, 'The policy is cancelled.'],
    ['applyCheck', agent, { isPendingCancel: true }, 'The policy is pending cancellation.'],
    ['applyCheck', internal, { isPendingCancel: true }, null],
    ['applyCheck', internal, { isCancelled: true }, null],
    ['applyCheck', internal, { isCancelled: true, owesNothing: true }, 'The policy is cancelled.'],
    ['applyCheck', internal, { owesNothing: true }, 'You have already paid for this policy'],
    ['applyCheck', internal, { isCancelled: true, owesNothing: true, cancelReasonCode: '05' }, null],
    ['applyCheck', agent, { isCancelled: true, cancelReasonCode: '05' }, 'The policy is cancelled.'],
    ['applyCheck', internal, { owesNothing: true, cancelReasonCode: '05' }, 'You have already paid for this policy'],
    [
      'applyCheck',
      internal,
      { isCancelled: true, isExpired: true, owesNothing: true, cancelReasonCode: '05' },
      'The policy is cancelled.',
    ],
    ['billToMortgagee', insured, { isPendingCancel: true }, 'The policy is pending cancellation.'],
    ['billToMortgagee', internal, { isCancelled: true }, 'The policy is cancelled.'],
    ['billToMortgagee', agent, { owesNothing: true }, 'Nothing is due on this policy.'],
    [
      'billToMortgagee',
      agent,
      { hasLenderToBill: false },
      'This policy has no mortgage lienholder with a loan number.',
    ],
    ['removePaymentMethod', insured, { isCancelled: true }, null],
    ['updatePaymentMethod', insured, { isCancelled: true }, 'The policy is cancelled.'],
    ['reportClaim', agent, { productId: 4 }, 'Earthquake claims cannot be reported here.'],
    ['reportClaim', insured, {}, 'This is for agents and staff.'],
    ['reportOwnClaim', insured, {}, 'The policy has not incepted yet.'],
    ['reportOwnClaim', insured, { hasIncepted: true }, null],
    ['reportOwnClaim', insured, { hasIncepted: true, isCancelled: true, isExpired: true }, null],
    ['reportOwnClaim', insured, { productId: 4 }, 'Earthquake claims cannot be reported here.'],
    ['reportOwnClaim', agent, {}, 'This is for the policyholder.'],
    ['changeOwnMailingAddress', insured, {}, null],
    ['changeOwnMailingAddress', internal, {}, 'This is for the policyholder.'],
    ['changeOwnMailingAddress', insured, { isCancelled: true }, 'The policy is cancelled.'],
    ['changeOwnMailingAddress', insured, { isPendingCancel: true }, 'The policy is pending cancellation.'],
    ['changeOwnMailingAddress', insured, { isExpired: true }, 'The policy has expired.'],
    ['requestMortgageeChange', insured, {}, null],
    ['requestMortgageeChange', agent, {}, 'This is for the policyholder.'],
    ['requestMortgageeChange', internal, {}, 'This is for the policyholder.'],
    ['requestMortgageeChange', insured, { isCancelled: true }, 'The policy is cancelled.'],
    ['requestMortgageeChange', insured, { isPendingCancel: true }, 'The policy is pending cancellation.'],
    ['requestMortgageeChange', insured, { isExpired: true }, 'The policy has expired.'],
  ] as [PolicyAction, Viewer, Partial<PermissionFacts>, string | null][])(
    'allow or deny %s by %o with %j: %s',
    (action, viewer, changes, reason) => {
      expect(getDenialReason(action, { ...bound, ...changes }, viewer, agencies)).toBe(reason)
    },
  )
})

describe('declared facts of a policy action', () => {
  const factNames: Partial<Record<keyof PermissionFacts, AdditionalFactName>> = {
    owesNothing: 'money',
    isPayableProcessing: 'money',
    hasSlotsToSign: 'slots',
    requiresUpload: 'uploads',
    hasLenderToBill: 'lender',
    isRenewalOnHold: 'renewal',
    hasReinstatementOffer: 'offer',
  }
  const everyFlag = { isCancelled: true, isPendingCancel: true }

  it.each(Object.keys(policyActions) as PolicyAction[])('match the facts used by the rules for %s', (action) => {
    const read = new Set<AdditionalFactName>()
    const recordReads = (policy: PermissionFacts) =>
      new Proxy(policy, {
        get(facts, key: keyof PermissionFacts) {
          const name = factNames[key]
          if (name) read.add(name)
          return facts[key]
        },
      })
    for (const policy of [bound, { ...bound, ...everyFlag }])
      for (const rule of policyActions[action].rules) rule.denies(recordReads(policy), agent, agencies)
    expect(policyActions[action].looksAt.toSorted()).toEqual([...read].toSorted())
  })
})

describe('read-only user permissions', () => {
  const flags = Object.entries(bound).flatMap(([name, value]) => (typeof value === 'boolean' ? [name] : []))
  const everyState = function* () {
    for (let bits = 0; bits < 2 ** flags.length; bits++) {
      const state = Object.fromEntries(flags.map((flag, index) => [flag, Boolean(bits & (1 << index))]))
      yield { ...bound, ...state, productId: bits % 2 ? 1 : 4 } as PermissionFacts
      yield { ...bound, ...state, productId: bits % 2 ? 4 : 1 } as PermissionFacts
    }
  }
  const everyAgency = {
    ...{ applyCheckAgentNos: ['100100'], internalEndorseAgencyNos: ['100100'] },
    mandatoryEndorseAgencyNos: ['100100'],
  }
  // Actions that change nothing. Read-only users can perform them.
  const harmless = ['skipToPayment', 'viewNotifications', 'viewTimeline']

  it('allow no data-changing action in any policy state [D004]', () => {
    const readonlyViewers = [agent, insured, internal].map((viewer) => ({ ...viewer, isReadonly: true }))
    const performed = new Set<string>()
    const changing = (Object.keys(policyActions) as PolicyAction[]).filter((action) => !harmless.includes(action))
    for (const state of everyState())
      for (const viewer of readonlyViewers)
        for (const action of changing)
          if (!policyActions[action].rules.some((rule) => rule.denies(state, viewer, everyAgency)))
            performed.add(`${action} by ${viewer.kind}`)
    expect([...performed]).toEqual([])
  })
})

describe('permissions by policy state', () => {
  it.each([
    ['nonRenew', { productId: 4, isPendingCancel: true }, 'The policy is pending cancellation.'],
    ['nonRenew', { productId: 4, isCancelled: true }, 'The policy is cancelled.'],
    ['nonRenew', { productId: 4, isExpired: true }, 'The policy has expired.'],
    ['editLienholders', { isPendingCancel: true }, 'The policy is pending cancellation.'],
    ['editLienholders', { isCancelled: true }, 'The policy is cancelled.'],
  ] as [PolicyAction, Partial<PermissionFacts>, string][])(
    'forbid staff to %s when %j: %s',
    (action, changes, reason) => {
      expect(getDenialReason(action, bound, internal, agencies)).not.toBe(reason)
      expect(getDenialReason(action, { ...bound, ...changes }, internal, agencies)).toBe(reason)
    },
  )
})

describe('permissions by policy action', () => {
  const denies = (action: PolicyAction, viewer: Viewer, changes: Partial<PermissionFacts> = {}, more = {}) =>
    getDenialReason(action, { ...bound, ...changes }, viewer, { ...agencies, ...more }) !== null
  const readonly = { ...internal, isReadonly: true }

  it('allow users with write access to cancel a flood policy without a cancellation [D271]', () => {
    expect([agent, insured, internal, readonly].map((viewer) => denies('cancel', viewer))).toEqual([
      ...[false, false, false, true],
    ])
    for (const changes of [{ productId: 4 }, { productId: 5 }, { isCancelled: true }, { isPendingCancel: true }])
      expect(denies('cancel', internal, changes)).toBe(true)
  })

  it('allow only staff to cancel after inception, and refer others to support [D154]', () => {
    for (const viewer of [agent, insured]) {
      expect([denies('cancel', viewer), denies('cancelThroughSupport', viewer)]).toEqual([false, true])
      const running = { hasIncepted: true }
      expect([denies('cancel', viewer, running), denies('cancelThroughSupport', viewer, running)]).toEqual([
        true,
        false,
      ])
    }
    expect(denies('cancel', internal, { hasIncepted: true })).toBe(false)
  })

  it('allow only staff to non-renew an earthquake policy, and only once [D272]', () => {
    const quake = { productId: 4 }
    expect([agent, insured, internal, readonly].map((viewer) => denies('nonRenew', viewer, quake))).toEqual([
      ...[true, true, false, true],
    ])
    expect(denies('nonRenew', internal)).toBe(true)
    expect(denies('nonRenew', internal, { ...quake, isNonRenewal: true })).toBe(true)
  })

  it('allow only staff to rescind a non-renewal, and only before expiration or cancellation', () => {
    const marked = { productId: 4, isNonRenewal: true }
    expect([agent, insured, internal, readonly].map((viewer) => denies('rescindNonRenewal', viewer, marked))).toEqual([
      ...[true, true, false, true],
    ])
    for (const no of [{ isNonRenewal: false }, { isExpired: true }, { isCancelled: true }])
      expect(denies('rescindNonRenewal', internal, { ...marked, ...no })).toBe(true)
  })

  it('allow only staff to bind a renewal on hold while the term is in force (REN-6)', () => {
    const held = { hasIncepted: true, isRenewalOnHold: true }
    expect([agent, insured, internal, readonly].map((viewer) => denies('bindHeldRenewal', viewer, held))).toEqual([
      ...[true, true, false, true],
    ])
    const others = [{ isRenewalOnHold: false }, { isNonRenewal: true }, { isExpired: true }]
    for (const no of [...others, { isCancelled: true }, { isPendingCancel: true }])
      expect(denies('bindHeldRenewal', internal, { ...held, ...no })).toBe(true)
  })

  it('allow agents and staff to change the agency of an active policy that is not being cancelled [D181]', () => {
    const running = { hasIncepted: true }
    expect([agent, internal, insured, readonly].map((viewer) => denies('changeAgency', viewer, running))).toEqual([
      ...[false, false, true, true],
    ])
    for (const changes of [{ hasIncepted: false }, { isCancelled: true }, { isPendingCancel: true }])
      expect(denies('changeAgency', internal, { ...running, ...changes })).toBe(true)
  })

  it('allow staff to endorse until cancellation, and agents until expiration or a cancellation request [D282] [D283]', () => {
    for (const changes of [{}, { isExpired: true }]) expect(denies('endorse', internal, changes)).toBe(false)
    expect(denies('endorse', internal, { isCancelled: true })).toBe(true)
    expect(denies('endorse', agent)).toBe(false)
    for (const changes of [{ isExpired: true }, { isCancelled: true }, { isPendingCancel: true }])
      expect(denies('endorse', agent, changes)).toBe(true)
  })

  it('allow internal and mandatory endorsements by staff and by agencies listed in the settings [D284] [D285]', () => {
    const named = { internalEndorseAgencyNos: ['100100'] }
    const both = { ...named, mandatoryEndorseAgencyNos: ['100100'] }
    const of = (action: PolicyAction, more = {}) => denies(action, agent, { hasIncepted: true }, more)
    expect([of('internalEndorse'), of('internalEndorse', named)]).toEqual([true, false])
    expect([of('endorseMandatory'), of('endorseMandatory', named), of('endorseMandatory', both)]).toEqual([
      ...[true, true, false],
    ])
    expect(denies('internalEndorse', internal)).toBe(false)
    expect(denies('endorseMandatory', internal)).toBe(false)
  })
})

describe('available cancel reasons', () => {
  const reason = (reasonCode: ReasonCode, allowedRoles: string[]) => ({
    reasonCode,
    reasonName: '',
    description: '',
    allowedRoles,
    effectiveFrom: 'receiptDate',
    effectiveDateRequired: false,
    effectiveDateLabel: null,
    earliestDaysFromToday: null,
    latest: 'expirationDate',
    requiresInsuredSignature: true,
    automaticReview: false,
    documents: [],
  })
  const reasons = [
    reason('01', ['internal', 'agent', 'insured']),
    reason('13', ['internal', 'agent', 'insured']),
    reason('23', ['internal']),
  ]
  const codes = (hasIncepted: boolean, viewer: Viewer, more = {}) =>
    filterCancelReasons(reasons, { productId: 1, canCancelPolicy: true, hasIncepted, ...more }, viewer).map(
      (r) => r.reasonCode,
    )

  it('contain only reason 13 for agents and insureds, and only before inception [CAN-8] [CAN-9]', () => {
    expect([codes(false, agent), codes(false, insured)]).toEqual([['13'], ['13']])
    expect([codes(true, agent), codes(true, insured)]).toEqual([[], []])
  })

  it('contain all reasons for staff before inception, and all except 13 afterward', () => {
    expect(codes(false, internal)).toEqual(['01', '13', '23'])
    expect(codes(true, internal)).toEqual(['01', '23'])
  })

  it('are empty if the policy cannot be cancelled', () => {
    expect(codes(false, internal, { canCancelPolicy: false })).toEqual([])
    expect(codes(false, internal, { productId: 4 })).toEqual([])
  })
})
