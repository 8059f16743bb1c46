import type { CancelRewriteDates, PolicyConfirmation, PolicyHistoryItem } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

type Facts = Pick<
  PolicyConfirmation,
  'productId' | 'viewer' | 'isPendingCancel' | 'originalTransType' | 'uiConfiguration'
>

/**
 * Checks whether the viewer can open the inception date form (POL-9). Only flood policies have the form, and agents
 * cannot change renewals. While a cancellation is pending, the form is read-only.
 */
export const canEditInceptionDate = (policy: Facts): boolean =>
  policy.viewer.kind !== 'insured' &&
  !policy.viewer.isReadonly &&
  !isEarthquake(policy.productId) &&
  (policy.viewer.kind === 'internal' || policy.originalTransType !== 'RN') &&
  (policy.uiConfiguration.canChangeEffectiveDate || policy.isPendingCancel)

/**
 * Returns the first and last allowed inception date, `YYYY-MM-DD`. An immediate closing allows earlier dates (REW-5).
 */
export const getInceptionDateRange = (dates: CancelRewriteDates, hasImmediateClosing: boolean) => ({
  min: hasImmediateClosing ? dates.minEffectiveDate_Immediate : dates.minEffectiveDate_NotImmediate,
  max: dates.maxEffectiveDate,
})

/** Returns why a date is invalid, or undefined if the date is allowed. */
export function validateInceptionDate(
  chosen: string,
  { min, max }: { min: string; max: string },
  formatDate: (day: string) => string,
) {
  if (!chosen) return 'Choose a date.'
  return chosen < min || chosen > max ? `Choose a date from ${formatDate(min)} to ${formatDate(max)}.` : undefined
}

/**
 * Returns why the Immediate Closing switch is disabled, or undefined if it is enabled. The switch is disabled once the
 * policy is in force, which is one interpretation of REW-5.
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
 * property. Returns undefined if that term is the policy itself, or if the policy is not in the history.
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
    // If post dates are equal, sorts the current policy first.
    .toSorted(
      (one, other) =>
        (other.originalPostDate ?? '').localeCompare(one.originalPostDate ?? '') ||
        Number(other.policyNo === policyNo) - Number(one.policyNo === policyNo),
    )[0]
  return newest?.policyNo === policyNo ? undefined : newest
}

/** Returns the path of the new policy's page: the current path with the policy number replaced (UI-3). */
export const getSuccessorPath = (pathname: string, oldNo: string, newNo: string) => pathname.replace(oldNo, newNo)
