import type { ErrorCodeForStatus } from '../../http/api-error.ts'
import type { PolicyStatusFlags } from '../status.ts'
import type { Viewer } from '../viewer.ts'

/** Values from the policy row. They are part of `Policy` in visibility.ts. */
export interface PolicyRowFacts
  extends Pick<PolicyStatusFlags, 'isCancelled' | 'isPendingCancel' | 'isExpired' | 'isNonRenewal' | 'hasIncepted'> {
  productId: number
  originalTransType: string
  canChangeEffectiveDate: boolean
  /** Reason of a pending or completed cancellation. */
  cancelReasonCode: string | null
  /** Whether the cancellation is accepted but its effective date is in the future (CAN-13). */
  isEndAhead: boolean
}

/** Additional values that a rule can request by group name. */
export interface AdditionalFacts {
  money: {
    /** Whether every invoice is paid, including invoices that are not due yet. */
    owesNothing: boolean
    /** Whether processing payments cover the amount that a payment would charge now (BIL-13). */
    isPayableProcessing: boolean
  }
  /** Whether the viewer's party still has to sign. */
  slots: { hasSlotsToSign: boolean }
  /** Whether the cancel reason requires documents to be uploaded. */
  uploads: { requiresUpload: boolean }
  /** Whether the renewal of the policy is on hold (REN-5). */
  renewal: { isRenewalOnHold: boolean }
  /** Whether a reinstatement offer awaits a decision by staff (DEL-19). */
  offer: { hasReinstatementOffer: boolean }
  /** Whether the first lienholder has a loan number, which is required for an invoice. */
  lender: { hasLenderToBill: boolean }
}
export type AdditionalFactName = keyof AdditionalFacts

/** The intersection of all members of a union. */
type IntersectionOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** All values that rules can use. */
export type PermissionFacts = PolicyRowFacts & IntersectionOf<AdditionalFacts[AdditionalFactName]>

/** Agencies with special permissions or rules. The settings list them by agency number (AGY-3). Rules use
 * them only for agents. */
export interface AgencyAllowlists {
  applyCheckAgentNos: readonly string[]
  internalEndorseAgencyNos: readonly string[]
  mandatoryEndorseAgencyNos: readonly string[]
}

export interface PermissionRule<Facts = PolicyRowFacts> {
  denies: (policy: Facts, viewer: Viewer, agencies: AgencyAllowlists) => boolean
  /** Message for the button and the API response. */
  reason: string
  /**
   * Error code: `forbidden` (403) if the user lacks permission, a 409 code if the policy is in the wrong state, or a
   * 422 code if the action does not apply to this type of policy.
   */
  code: ErrorCodeForStatus<403> | ErrorCodeForStatus<409> | ErrorCodeForStatus<422>
}

export interface ActionDefinition {
  rules: readonly PermissionRule<PermissionFacts>[]
  looksAt: readonly AdditionalFactName[]
  /**
   * Reason why only screens use this permission, and `changePolicy` does not check it. Null if `changePolicy` checks
   * it.
   */
  shownOnly: string | null
}

/** Defines an action whose rules need only the policy row. `changePolicy` checks these rules. */
export const defineAction = (...rules: PermissionRule[]): ActionDefinition => ({ rules, looksAt: [], shownOnly: null })

/** Defines an action whose rules need additional values. `changePolicy` reads only the values listed in `looksAt`. */
export const defineActionWithFacts = <Name extends AdditionalFactName>(
  looksAt: Name | readonly Name[],
  ...rules: PermissionRule<PolicyRowFacts & IntersectionOf<AdditionalFacts[Name]>>[]
): ActionDefinition => ({
  rules: rules as readonly PermissionRule<never>[] as readonly PermissionRule<PermissionFacts>[],
  looksAt: [looksAt].flat() as Name[],
  shownOnly: null,
})

/** Defines a permission that only controls what screens show. `why` states why `changePolicy` does not enforce it. */
export const defineDisplayOnlyAction = (why: string, ...rules: PermissionRule[]): ActionDefinition => ({
  rules,
  looksAt: [],
  shownOnly: why,
})
