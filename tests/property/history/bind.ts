import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { createInsuredActor } from '@tideline/api/testing/area-app.ts'
import { insertPolicy } from '@tideline/api/testing/builders.ts'
import { getCost, products, states } from '../cancellation-model.ts'
import { getBoundPremium, type TermInput } from '../reference-model.ts'
import type { HistoryContext } from './context.ts'
import { createPolicyModel, isEarthquake, type PolicyModel } from './policy-model.ts'
import { formatMoney } from './random.ts'

/** Binds a policy whose inception date is between 60 days ago and 29 days from now. */
export async function bindPolicy(context: HistoryContext): Promise<PolicyModel> {
  const { db, agency, below, oneOf, next, today } = context
  const productId = Number(oneOf(Object.keys(products)))
  const state = oneOf(Object.keys(states))
  const inceptionDate = addDays(today, below(90) - 60)
  const coverages = ['A', 'B'].map((code) => ({ code, limit: 50 + below(450), premiumCents: 20_000 + below(150_000) }))
  const deductible = 1 + below(20)
  const feeCents = oneOf([0, 2_500, 7_500])
  const termInput: TermInput = {
    inceptionDate,
    expirationDate: '',
    days: 0,
    coverages,
    deductible,
    minimumEarned: products[productId]?.minimumEarned ?? { percent: 0, cents: 0 },
    changes: [],
  }
  const isRenewal = next() < 0.25
  const inserted = await insertPolicy(db, {
    product: productId,
    monthly: isEarthquake(productId) && next() < 0.5,
    premiumCents: getBoundPremium(termInput),
    feeCents,
    columns: {
      agency_id: agency.agency_id,
      inception_date: inceptionDate,
      state,
      original_post_date: today,
      ...(isRenewal && { original_trans_type: 'RN' }),
    },
  })
  const [a, b] = coverages
  await db
    .updateTable('policy_transactions')
    .set({
      coverage_a_limit_cents: (a?.limit ?? 0) * 100_000,
      coverage_a_premium_cents: a?.premiumCents ?? 0,
      coverage_b_limit_cents: (b?.limit ?? 0) * 100_000,
      coverage_b_premium_cents: b?.premiumCents ?? 0,
      deductible_cents: deductible * 100_000,
    })
    .where('policy_id', '=', inserted.policy_id)
    .execute()
  termInput.expirationDate = String(inserted.expiration_date)
  termInput.days = countDaysBetween(inceptionDate, termInput.expirationDate)
  const bound = {
    policyId: inserted.policy_id,
    policyNo: inserted.policy_no,
    quoteNumber: String(inserted.quote_number),
    policyholder: createInsuredActor(inserted.identity_id, {
      identification: { method: 'mailbox', mailbox: inserted.email },
    }),
    termInput,
    state,
    productId,
    feeCents,
    isMonthly: inserted.payment_interval === 'Monthly',
    isRenewal,
  }
  const policy = createPolicyModel(bound, getCost(bound, getBoundPremium(termInput)), today)
  context.policies.push(policy)
  const named = coverages.map(
    ({ code, limit, premiumCents }) => `${code} $${limit},000 for ${formatMoney(premiumCents)}`,
  )
  context.log(
    `${policy.policyNo} is ${isRenewal ? 'renewed' : 'bound'}: product ${productId} in ${state} from ${inceptionDate}, ${named.join(', ')}, deductible $${deductible},000, fee ${formatMoney(feeCents)}${policy.isMonthly ? ', paid monthly' : ''}`,
  )
  return policy
}
