import { postManualAdjustment } from '@tideline/api/demo-book/manual-adjustment.ts'
import { runInTransaction } from '@tideline/api/http/run-in-transaction.ts'
import { getFullCost, getTotal, subtractCost } from '../cancellation-model.ts'
import { countCoveredDays, priceModelDays } from '../reference-model.ts'
import { checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { charge, getDay, type PolicyModel } from './policy-model.ts'
import { formatMoney } from './random.ts'

/**
 * Posts a manual adjustment, as on policies imported from another system. The adjustment is spread evenly over the days
 * from today and taxed like other premium. Skips terms with a minimum earned premium, because no product operation
 * lowers premium below it.
 */
export async function adjustPremium(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { termInput } = policy
  const day = getDay(policy, context.today)
  if (day < 0 || day >= termInput.days || termInput.minimumEarned.percent > 0 || context.isAgentHistory) return
  const cents = context.below(40_000) - 5_000
  // A reduction applies only to future days. Elapsed days remain charged.
  if (cents === 0 || -cents > priceModelDays(termInput, termInput.days) - priceModelDays(termInput, day)) return
  context.log(`${policy.policyNo}: staff adjust the premium by ${formatMoney(cents)}`)
  const before = getFullCost(policy)
  const days = countCoveredDays(termInput, day, termInput.days)
  termInput.adjusted = [...(termInput.adjusted ?? []), { day, cents, days }]
  const change = subtractCost(getFullCost(policy), before)
  await runInTransaction(context.createJobContext('adjust'), (ctx) =>
    postManualAdjustment({ ...ctx, actor: context.staff }, policy.policyNo, cents),
  )
  charge(policy, change)
  policy.writtenPremiumCents += change.premium
  await checkPosted(context, policy, 'MA', change)
  if (getTotal(change) === 0) throw new Error('The adjustment did not change the cost of the term.')
}
