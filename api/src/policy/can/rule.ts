import type { ErrorCodeForStatus } from '../../http/api-error.ts'
import type { StatusFlags } from '../status.ts'
import type { Viewer } from '../viewer.ts'

/** Values from the policy row. `Policy` in visibility.ts has all of them. */
export interface RowFacts
  extends Pick<StatusFlags, 'isCancelled' | 'isPendingCancel' | 'isExpired' | 'isNonRenewal' | 'hasIncepted'> {
  productId: number
  originalTransType: string
  canChangeEffectiveDate: boolean
  /** Whether its cancellation is accepted for a future date (CAN-13). */
  isEndAhead: boolean
}

/** Additional values that rules can use, by the name under which an action requests them. */
export interface AdditionalFacts {
  money: {
    /** Whether every invoice is paid, regardless of its due date. */
    owesNothing: boolean
    /** Whether nothing is currently due: `currentlyDueCents` of the ledger (BIL-2). */
    hasNothingToPay: boolean
    isPaymentProcessing: boolean
  }
  /** Whether the viewer's own party still has signatures to provide. */
  slots: { hasSlotsToSign: boolean }
  /** Whether the cancel reason asks for documents to be uploaded. */
  papers: { asksForPapers: boolean }
  /** Whether the first lienholder has a loan number, which its invoice requires. */
  lender: { hasLenderToBill: boolean }
}
export type FactName = keyof AdditionalFacts

/** The intersection of all members of a union. */
type IntersectionOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** All values that any rule uses. */
export type CanFacts = RowFacts & IntersectionOf<AdditionalFacts[FactName]>

/** Agencies that are named in the settings (AGY-3). */
export interface NamedAgencies {
  applyCheckAgentNos: readonly string[]
  internalEndorseAgencyNos: readonly string[]
  mandatoryEndorseAgencyNos: readonly string[]
}

export interface Rule<Facts = RowFacts> {
  refuses: (policy: Facts, viewer: Viewer, agencies: NamedAgencies) => boolean
  /** The message that the button and the API response show. */
  reason: string
  /**
   * `forbidden` (403) for users without permission, a 409 code for the wrong state, a 422 code for the wrong kind of
   * policy.
   */
  code: ErrorCodeForStatus<403> | ErrorCodeForStatus<409> | ErrorCodeForStatus<422>
}

export interface Action {
  rules: readonly Rule<CanFacts>[]
  looksAt: readonly FactName[]
  /** Why the server never checks this action with `changePolicy`; null if it does. */
  shownOnly: string | null
}

/** Defines an action whose rules use only the policy row. `changePolicy` checks them. */
export const enforced = (...rules: Rule[]): Action => ({ rules, looksAt: [], shownOnly: null })

/** Like `enforced`, for rules that use additional values. `changePolicy` reads only the named ones. */
export const enforcedWith = <Name extends FactName>(
  looksAt: Name | readonly Name[],
  ...rules: Rule<RowFacts & IntersectionOf<AdditionalFacts[Name]>>[]
): Action => ({
  rules: rules as readonly Rule<never>[] as readonly Rule<CanFacts>[],
  looksAt: [looksAt].flat() as Name[],
  shownOnly: null,
})

/** Defines an action that screens show or hide but that changes nothing on the server, or not yet. */
export const shownOnly = (why: string, ...rules: Rule[]): Action => ({ rules, looksAt: [], shownOnly: why })
