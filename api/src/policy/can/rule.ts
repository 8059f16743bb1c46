import type { CodeOf } from '../../http/api-error.ts'
import type { StatusFlags } from '../status.ts'
import type { Viewer } from '../viewer.ts'

/** What the policy's row says; `Policy` of visibility.ts has all of it. */
export interface RowFacts
  extends Pick<StatusFlags, 'isCancelled' | 'isPendingCancel' | 'isExpired' | 'isNonRenewal' | 'hasIncepted'> {
  productId: number
  originalTransType: string
  canChangeEffectiveDate: boolean
  /** Its cancellation is accepted and waits for its day (CAN-13). */
  isEndAhead: boolean
}

/** What else a rule may look at, by the name under which an action asks for it. */
export interface FactsBeside {
  money: {
    /** Nothing is invoiced that is not paid, whenever it is due. */
    owesNothing: boolean
    /** A payment made now would take nothing: `currentlyDueCents` of the ledger (BIL-2). */
    hasNothingToPay: boolean
    isPaymentProcessing: boolean
  }
  /** The viewer's own party still has slots to sign. */
  slots: { hasSlotsToSign: boolean }
  /** The reason of the cancellation names papers to be uploaded. */
  papers: { asksForPapers: boolean }
  /** The first lienholder has a loan number, which its bill names. */
  lender: { hasLenderToBill: boolean }
}
export type FactName = keyof FactsBeside

/** All members of a union at once. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Everything that some rule looks at. */
export type CanFacts = RowFacts & AllOf<FactsBeside[FactName]>

/** Agencies that a setting names (AGY-3). */
export interface NamedAgencies {
  applyCheckAgentNos: readonly string[]
  internalEndorseAgencyNos: readonly string[]
  mandatoryEndorseAgencyNos: readonly string[]
}

export interface Rule<Facts = RowFacts> {
  refuses: (policy: Facts, viewer: Viewer, agencies: NamedAgencies) => boolean
  /** The sentence that the button shows and the API answers. */
  reason: string
  /** `forbidden` (403) for who may not, a 409 for what the state does not allow, a 422 for what its kind does not have. */
  code: CodeOf<403> | CodeOf<409> | CodeOf<422>
}

export interface Action {
  rules: readonly Rule<CanFacts>[]
  looksAt: readonly FactName[]
  /** Why nothing on the server passes the door for it; null for an action that does. */
  shownOnly: string | null
}

/** An action whose rules look at the policy's row alone. It is done through `changePolicy`, which asks them. */
export const enforced = (...rules: Rule[]): Action => ({ rules, looksAt: [], shownOnly: null })

/** The same for rules that look at more: the door gathers what is named, and nothing else. */
export const enforcedWith = <Name extends FactName>(
  looksAt: Name | readonly Name[],
  ...rules: Rule<RowFacts & AllOf<FactsBeside[Name]>>[]
): Action => ({
  rules: rules as readonly Rule<never>[] as readonly Rule<CanFacts>[],
  looksAt: [looksAt].flat() as Name[],
  shownOnly: null,
})

/** An action that a screen offers or hides but that changes nothing on the server, or not yet. */
export const shownOnly = (why: string, ...rules: Rule[]): Action => ({ rules, looksAt: [], shownOnly: why })
