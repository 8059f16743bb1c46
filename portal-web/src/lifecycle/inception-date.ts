import type { CancelRewriteDates, PolicyConfirmation, PolicyHistoryItem } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

type Facts = Pick<
  PolicyConfirmation,
  'productId' | 'viewer' | 'isPendingCancel' | 'originalTransType' | 'uiConfiguration'
>

/**
 * Checks whether the inception date has an edit icon: for flood, if the server allows the change, and for agents only
 * if the term is not a renewal (POL-9). While a cancellation is pending, the form can be opened but not changed.
 */
export const canEditInceptionDate = (policy: Facts): boolean =>
  policy.viewer.kind !== 'insured' &&
  !policy.viewer.isReadonly &&
  !isEarthquake(policy.productId) &&
  (policy.viewer.kind === 'internal' || policy.originalTransType !== 'RN') &&
  (policy.uiConfiguration.canChangeEffectiveDate || policy.isPendingCancel)

/** Returns the allowed dates, `YYYY-MM-DD`. An immediate closing can begin earlier (REW-5). */
export const getInceptionDateRange = (dates: CancelRewriteDates, hasImmediateClosing: boolean) => ({
  min: hasImmediateClosing ? dates.minEffectiveDate_Immediate : dates.minEffectiveDate_NotImmediate,
  max: dates.maxEffectiveDate,
})

/** Returns the validation error of a date; undefined if the date is allowed. */
export function validateInceptionDate(
  chosen: string,
  { min, max }: { min: string; max: string },
  formatDate: (day: string) => string,
) {
  if (!chosen) return 'Choose a date.'
  return chosen < min || chosen > max ? `Choose a date from ${formatDate(min)} to ${formatDate(max)}.` : undefined
}

/**
 * Returns why Immediate Closing cannot be switched; undefined if it can. REW-5 has two readings; this one locks it once
 * the policy is in force.
 */
export function getImmediateClosingLockReason(state: {
  inceptionDate: string
  today: string
  isLoading: boolean
  isPendingCancel: boolean
  hasNewPolicy: boolean
}): string | undefined {
  if (state.hasNewPolicy) return 'A new policy exists.'
  if (state.isPendingCancel) return 'The policy is pending cancellation.'
  if (state.isLoading) return 'One moment, please.'
  return state.inceptionDate <= state.today ? 'The policy is in force already.' : undefined
}

/**
 * Returns the policy's successor: the newest term by post date that is not cancelled and has the same product and
 * property. Undefined if that is the policy itself, or if the history does not contain the policy.
 */
export function findSuccessorPolicy(
  history: readonly PolicyHistoryItem[],
  policyNo: string,
): PolicyHistoryItem | undefined {
  const present = history.find((term) => term.policyNo === policyNo)
  if (!present) return undefined
  const isOfSameCover = ({ address, productId }: PolicyHistoryItem) =>
    address === present.address && productId === present.productId
  const newest = history
    .filter((term) => !term.isCancelled && isOfSameCover(term))
    // With equal post dates, the current policy comes first.
    .toSorted(
      (one, other) =>
        (other.originalPostDate ?? '').localeCompare(one.originalPostDate ?? '') ||
        Number(other.policyNo === policyNo) - Number(one.policyNo === policyNo),
    )[0]
  return newest?.policyNo === policyNo ? undefined : newest
}

/** Returns the page of the new policy: the current path with the number replaced (UI-3). */
export const getSuccessorPath = (pathname: string, oldNo: string, newNo: string) => pathname.replace(oldNo, newNo)
