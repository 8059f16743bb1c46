import type { CancelRewriteDates, PolicyConfirmation, PolicyHistoryItem } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

type Facts = Pick<
  PolicyConfirmation,
  'productId' | 'viewer' | 'isPendingCancel' | 'originalTransType' | 'uiConfiguration'
>

/**
 * Whether the inception date has its edit icon: where the server says that the date may change, for flood, and for
 * others than staff only where the policy began as new business (POL-9). While a cancellation is pending the form
 * can be opened and read.
 */
export const canOpenInceptionDate = (policy: Facts): boolean =>
  policy.viewer.kind !== 'insured' &&
  !policy.viewer.isReadonly &&
  !isEarthquake(policy.productId) &&
  (policy.viewer.kind === 'internal' || policy.originalTransType !== 'RN') &&
  (policy.uiConfiguration.canChangeEffectiveDate || policy.isPendingCancel)

/** The days that may be chosen, `YYYY-MM-DD`: an immediate closing begins earlier (REW-5). */
export const getWindow = (dates: CancelRewriteDates, hasImmediateClosing: boolean) => ({
  min: hasImmediateClosing ? dates.minEffectiveDate_Immediate : dates.minEffectiveDate_NotImmediate,
  max: dates.maxEffectiveDate,
})

/** What is wrong with a day, as a sentence; undefined when it may be chosen. */
export function dayProblem(chosen: string, { min, max }: { min: string; max: string }, us: (day: string) => string) {
  if (!chosen) return 'Choose a date.'
  return chosen < min || chosen > max ? `Choose a date from ${us(min)} to ${us(max)}.` : undefined
}

/**
 * Why Immediate Closing cannot be switched (REW-5; of its two readings the one where the policy is in force already).
 */
export function toggleLock(state: {
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
 * The term that follows the present one: of the same cover of the same property, the newest by post date that is not
 * cancelled. Undefined where that is the present one, or where the history does not have it.
 */
export function getNewPolicy(history: readonly PolicyHistoryItem[], policyNo: string): PolicyHistoryItem | undefined {
  const present = history.find((term) => term.policyNo === policyNo)
  if (!present) return undefined
  const isOfSameCover = ({ address, productId }: PolicyHistoryItem) =>
    address === present.address && productId === present.productId
  const newest = history
    .filter((term) => !term.isCancelled && isOfSameCover(term))
    // Of two of one day the present one stands first.
    .toSorted(
      (one, other) =>
        (other.originalPostDate ?? '').localeCompare(one.originalPostDate ?? '') ||
        Number(other.policyNo === policyNo) - Number(one.policyNo === policyNo),
    )[0]
  return newest?.policyNo === policyNo ? undefined : newest
}

/** The page of the new policy: the present one with the number exchanged (UI-3). */
export const getNewPath = (pathname: string, oldNo: string, newNo: string) => pathname.replace(oldNo, newNo)
