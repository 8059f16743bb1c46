import { getFullCost, getTotal, minus } from '../cancellation-model.ts'
import { getTermsOn, type ModelInput, type Story } from '../reference-model.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { charge, getDay, type PolicyModel } from './policy-model.ts'
import { getElapsedReturn, releaseEndorsement } from './release-credit.ts'

/** Changes of a renewal that came from endorsements of the term before it. Later changes replace them. */
const carried = new WeakSet<ModelInput>()

/** Returns the change for the renewal: the fields whose final value is new, unless the renewal has set them itself. */
function getRenewalChange(was: Story, after: Story, renewal: Story): ModelInput | undefined {
  const [old, now] = [getTermsOn(was, was.days), getTermsOn(after, after.days)]
  const starts = getTermsOn(renewal, 0)
  const own = renewal.wishes.filter((wish) => wish.day <= 0 && !carried.has(wish))
  const limits = Object.fromEntries(
    Object.entries(now.limits).filter(
      ([code, limit]) =>
        limit !== old.limits[code] &&
        limit !== starts.limits[code] &&
        own.every(
          (wish) => wish.limits[code] === undefined || wish.limits[code] === before(renewal, wish).limits[code],
        ),
    ),
  )
  const keepsDeductible = own.some(
    (wish) => wish.deductible !== undefined && wish.deductible !== before(renewal, wish).deductible,
  )
  const isDeductibleNew = now.deductible !== old.deductible && now.deductible !== starts.deductible && !keepsDeductible
  if (Object.keys(limits).length === 0 && !isDeductibleNew) return undefined
  return { day: 0, limits, ...(isDeductibleNew && { deductible: now.deductible }) }
}

/** Returns the terms before a change of the renewal. A change to the same value has no effect. */
function before(story: Story, wish: ModelInput) {
  const earlier = story.wishes.slice(0, story.wishes.indexOf(wish))
  return getTermsOn({ ...story, wishes: earlier }, Math.max(0, wish.day))
}

/** Applies an endorsement to the renewal that is already bound, unless that is canceled. */
export async function carryForward(stage: HistoryContext, book: PolicyModel, before: Story): Promise<void> {
  const { renewal } = book
  if (!renewal || renewal.ended || renewal.isRewritten) return
  const wish = getRenewalChange(before, book.story, renewal.story)
  if (!wish) return
  carried.add(wish)
  const was: Story = { ...renewal.story, wishes: [...renewal.story.wishes] }
  const whole = getFullCost({ ...renewal, story: { ...was, wishes: [...was.wishes, wish] } })
  const change = minus(whole, getFullCost(renewal))
  stage.touched.add(renewal)
  renewal.story.wishes.push(wish)
  charge(renewal, change, stage.today)
  renewal.earningCents += change.premium
  await checkPosted(stage, renewal, 'EB', change)
  await checkEmail(stage, renewal, 'endorsement', { changeCents: getTotal(change), totalCents: getTotal(whole) })
  const elapsed = getElapsedReturn({ ...renewal, story: was }, renewal.story, getDay(renewal, stage.today))
  releaseEndorsement(renewal, { cause: 'renewal', day: 0, cents: -getTotal(change), elapsed })
  await carryForward(stage, renewal, was)
}
