import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { getCost, getEarnedCost, getFullCost, getReplacingTerm, noCost, subtractCost } from '../cancellation-model.ts'
import { getDue, transferMoney } from '../payer-model.ts'
import { getBoundPremium, getModelMinimum, type TermInput } from '../reference-model.ts'
import { assertStatus } from './assertions.ts'
import { checkEmail, checkPayees, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { charge, createPolicyModel, getDay, isEarthquake, type PolicyModel } from './policy-model.ts'
import { getFreeCredit, releaseReturnPremium } from './release-credit.ts'
import { addTransferredPayments } from './transfer-money.ts'

/** Changes the inception date by cancel/rewrite: a new term replaces the old one and receives its money (POL-8). */
export async function rewrite(context: HistoryContext, old: PolicyModel): Promise<void> {
  const { db, today, agent, requester } = context
  const inceptionDate = addDays(today, 10 + context.below(51))
  if (inceptionDate > old.termInput.expirationDate || inceptionDate === old.termInput.inceptionDate) return
  if (requester === agent && (old.isRenewal || today >= old.termInput.inceptionDate)) return
  if (isEarthquake(old.productId)) return
  context.log(`${old.policyNo}: rewritten with the inception date ${inceptionDate}`)
  const response = await context.callAs(requester, `POST /api/v1/policies/cancelRewrite/${old.policyNo}`, {
    inceptionDate,
  })
  if (old.claims.some(({ paidCents, isOpen }) => paidCents > 0 || isOpen) || old.processingPayment) {
    context.log('  rejected: a claim of the term is paid or open, or a payment is processing')
    return assertStatus(response, 409)
  }
  assertStatus(response, 200)
  const { policyNo, policyId } = response.body.payload.policy
  const onRisk = Math.max(0, getDay(old, today))
  const noMinimum = { minimumEarned: { percent: 0, cents: 0 }, carriedMinimumCents: 0 }
  const withoutMinimum = { ...old, termInput: { ...old.termInput, ...noMinimum } }
  const retained = onRisk > 0 ? getEarnedCost(withoutMinimum, onRisk) : noCost
  const change = subtractCost(retained, getFullCost(old))
  const row = await db
    .selectFrom('policies')
    .select(['expiration_date', 'quote_number'])
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  const expirationDate = String(row.expiration_date)
  const termInput: TermInput = {
    // Excludes manual adjustments, which stay with the old term (ADR 11).
    ...getReplacingTerm({ ...old.termInput, adjusted: [] }),
    inceptionDate,
    expirationDate,
    days: countDaysBetween(inceptionDate, expirationDate),
    minimumEarned: old.termInput.minimumEarned,
    // The new term retains the part of the minimum that the old term does not (PRI-9).
    carriedMinimumCents: Math.max(
      0,
      onRisk > 0
        ? getModelMinimum(old.termInput) - retained.premium
        : Math.min(old.termInput.carriedMinimumCents ?? 0, getModelMinimum(old.termInput)),
    ),
    changes: [],
  }
  const { state, productId, feeCents, isMonthly, isRenewal, policyholder } = old
  const bound = {
    policyId,
    policyNo,
    quoteNumber: String(row.quote_number),
    termInput,
    state,
    productId,
    feeCents,
    isMonthly,
    isRenewal,
    policyholder,
  }
  const cost = getCost(bound, getBoundPremium(termInput))
  const rewritten: PolicyModel = { ...createPolicyModel(bound, cost, today), origin: 'rewrite' }
  charge(old, change)
  old.writtenPremiumCents += change.premium
  old.ended = change
  old.endedOn = onRisk > 0 ? onRisk : null
  old.isRewritten = true
  context.policies.push(rewritten)
  context.changed.add(rewritten)
  await checkPosted(context, old, 'CN', change)
  await checkPosted(context, rewritten, isRenewal ? 'RN' : 'NB', cost)
  // The credit pays the new term, from the oldest payments first. The rest is refunded.
  const transferred = Math.min(getFreeCredit(old), rewritten.invoicedCents)
  await addTransferredPayments(context, old, rewritten, transferMoney(old, transferred))
  const payees = releaseReturnPremium(context.policies, old, { cause: 'rewrite', reason: '22', day: onRisk })
  const refundText = await checkEmail(context, rewritten, 'policy-rewritten', {
    movedCents: transferred,
    balanceCents: Math.max(0, getDue(rewritten)),
  })
  checkPayees(refundText, payees)
}
