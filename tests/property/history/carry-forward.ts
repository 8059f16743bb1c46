import { getFullCost, getTotal, subtractCost } from '../cancellation-model.ts'
import { getTermsOn, type TermChange, type TermInput } from '../reference-model.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { chargeEndorsement, getDay, type PolicyModel } from './policy-model.ts'
import { getElapsedReturn, releaseEndorsement } from './release-credit.ts'

/** Changes of renewals that came from endorsements of the expiring term. Later endorsements replace them. */
const carried = new WeakSet<TermChange>()

/**
 * Returns the change for the renewal: the fields that have a new final value, except those that the renewal itself
 * changed.
 */
function getRenewalChange(was: TermInput, after: TermInput, renewal: TermInput): TermChange | undefined {
  const [old, now] = [getTermsOn(was, was.days), getTermsOn(after, after.days)]
  const starts = getTermsOn(renewal, 0)
  const own = renewal.changes.filter((termChange) => termChange.day <= 0 && !carried.has(termChange))
  const limits = Object.fromEntries(
    Object.entries(now.limits).filter(
      ([code, limit]) =>
        limit !== old.limits[code] &&
        limit !== starts.limits[code] &&
        own.every(
          (termChange) =>
            termChange.limits[code] === undefined ||
            termChange.limits[code] === getTermsBefore(renewal, termChange).limits[code],
        ),
    ),
  )
  const keepsDeductible = own.some(
    (termChange) =>
      termChange.deductible !== undefined && termChange.deductible !== getTermsBefore(renewal, termChange).deductible,
  )
  const isDeductibleNew = now.deductible !== old.deductible && now.deductible !== starts.deductible && !keepsDeductible
  if (Object.keys(limits).length === 0 && !isDeductibleNew) return undefined
  return { day: 0, limits, ...(isDeductibleNew && { deductible: now.deductible }) }
}

/** Returns the limits and deductible of the renewal before a change. They show whether the change has an effect. */
function getTermsBefore(termInput: TermInput, termChange: TermChange) {
  const earlier = termInput.changes.slice(0, termInput.changes.indexOf(termChange))
  return getTermsOn({ ...termInput, changes: earlier }, Math.max(0, termChange.day))
}

/**
 * Applies a change of the expiring term to the bound renewal, unless the renewal is cancelled. `endorsement` is undefined for
 * a reversal.
 */
export async function carryForward(
  context: HistoryContext,
  policy: PolicyModel,
  before: TermInput,
  endorsement: TermChange | undefined,
): Promise<void> {
  const { renewal } = policy
  if (!renewal || renewal.ended || renewal.isRewritten) return
  const termChange = getRenewalChange(before, policy.termInput, renewal.termInput)
  if (!termChange) return
  carried.add(termChange)
  const was: TermInput = { ...renewal.termInput, changes: [...renewal.termInput.changes] }
  const whole = getFullCost({ ...renewal, termInput: { ...was, changes: [...was.changes, termChange] } })
  const change = subtractCost(whole, getFullCost(renewal))
  context.changed.add(renewal)
  renewal.termInput.changes.push(termChange)
  chargeEndorsement(renewal, change, context.today)
  renewal.writtenPremiumCents += change.premium
  await checkPosted(context, renewal, 'EB', change)
  await checkEmail(context, renewal, 'endorsement', { changeCents: getTotal(change), totalCents: getTotal(whole) })
  const elapsed = getElapsedReturn({ ...renewal, termInput: was }, renewal.termInput, getDay(renewal, context.today))
  releaseEndorsement(context.policies, renewal, {
    ...{ cause: 'renewal', day: 0, cents: -getTotal(change), elapsed, endorsement },
  })
  await carryForward(context, renewal, was, endorsement)
}
