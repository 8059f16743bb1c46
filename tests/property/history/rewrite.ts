import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { getCost, getEarnedCost, getFullCost, getReplacingTerm, minus, nothing } from '../cancellation-model.ts'
import { getDue, moveMoney } from '../payer-model.ts'
import { getBoundPremium, type Story } from '../reference-model.ts'
import { assertStatus } from './assertions.ts'
import { checkEmail, checkPayees, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { addMovedPayments } from './move-money.ts'
import { charge, createPolicyModel, getDay, isEarthquake, type PolicyModel } from './policy-model.ts'
import { getFreeCredit, release } from './release-credit.ts'

/** Changes the inception date: a new term replaces the old one and receives its money (POL-8). */
export async function rewrite(stage: HistoryContext, old: PolicyModel): Promise<void> {
  const { db, today, isAgents } = stage
  const inceptionDate = addDays(today, 10 + stage.below(51))
  if (inceptionDate > old.story.expirationDate || inceptionDate === old.story.inceptionDate) return
  if (isAgents && (old.isRenewal || today >= old.story.inceptionDate)) return
  if (isEarthquake(old.productId)) return
  stage.log(`${old.policyNo}: its inception is moved to ${inceptionDate}`)
  const answer = await stage.as(stage.requester, `POST /api/v1/policies/cancelRewrite/${old.policyNo}`, {
    inceptionDate,
  })
  if (old.claims.some(({ paidCents, isOpen }) => paidCents > 0 || isOpen) || old.processingPayment) {
    stage.log('  which is refused: a claim of the term was paid or is not settled, or money is on its way')
    return assertStatus(answer, 409)
  }
  assertStatus(answer, 200)
  const { policyNo, policyId } = answer.body.payload.policy
  const onRisk = Math.max(0, getDay(old, today))
  const withoutMinimum = { ...old, story: { ...old.story, minimumEarned: { percent: 0, cents: 0 } } }
  const change = minus(onRisk > 0 ? getEarnedCost(withoutMinimum, onRisk) : nothing, getFullCost(old))
  const row = await db
    .selectFrom('policies')
    .select(['expiration_date', 'quote_number'])
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  const expirationDate = String(row.expiration_date)
  const story: Story = {
    // Manual adjustments stay with the old term (ADR 11).
    ...getReplacingTerm({ ...old.story, adjusted: [] }),
    inceptionDate,
    expirationDate,
    days: countDaysBetween(inceptionDate, expirationDate),
    minimumEarned: old.story.minimumEarned,
    wishes: [],
  }
  const { state, productId, feeCents, isMonthly, isRenewal, policyholder } = old
  const bound = {
    policyId,
    policyNo,
    quoteNumber: String(row.quote_number),
    story,
    state,
    productId,
    feeCents,
    isMonthly,
    isRenewal,
    policyholder,
  }
  const cost = getCost(bound, getBoundPremium(story))
  const made: PolicyModel = { ...createPolicyModel(bound, cost, today), origin: 'rewrite' }
  charge(old, change, today)
  old.earningCents += change.premium
  old.ended = change
  old.endedOn = onRisk > 0 ? onRisk : null
  old.isRewritten = true
  stage.books.push(made)
  stage.touched.add(made)
  await checkPosted(stage, old, 'CN', change)
  await checkPosted(stage, made, isRenewal ? 'RN' : 'NB', cost)
  // The credit pays for the new term, oldest payments first. The rest is refunded.
  const moved = Math.min(getFreeCredit(old), made.invoicedCents)
  await addMovedPayments(stage, old, made, moveMoney(old, moved))
  const payees = release(old, { cause: 'rewrite', reason: '22', day: onRisk })
  const words = await checkEmail(stage, made, 'policy-rewritten', {
    movedCents: moved,
    dueCents: Math.max(0, getDue(made)),
  })
  checkPayees(words, payees)
}
