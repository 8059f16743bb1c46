import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { createInsuredActor } from '@tideline/api/testing/area-app.ts'
import { insertPolicy } from '@tideline/api/testing/builders.ts'
import { getCost, products, states } from '../cancellation-model.ts'
import { getBoundPremium, type Story } from '../reference-model.ts'
import type { HistoryContext } from './context.ts'
import { createPolicyModel, isEarthquake, type PolicyModel } from './policy-model.ts'
import { money } from './random.ts'

/** Binds a policy that started up to two months ago or starts within a month. */
export async function bind(stage: HistoryContext): Promise<PolicyModel> {
  const { db, agency, below, oneOf, next, today } = stage
  const productId = Number(oneOf(Object.keys(products)))
  const state = oneOf(Object.keys(states))
  const inceptionDate = addDays(today, below(90) - 60)
  const coverages = ['A', 'B'].map((code) => ({ code, limit: 50 + below(450), premiumCents: 20_000 + below(150_000) }))
  const deductible = 1 + below(20)
  const feeCents = oneOf([0, 2_500, 7_500])
  const story: Story = {
    inceptionDate,
    expirationDate: '',
    days: 0,
    coverages,
    deductible,
    minimumEarned: products[productId]?.minimumEarned ?? { percent: 0, cents: 0 },
    wishes: [],
  }
  const isRenewal = next() < 0.25
  const policy = await insertPolicy(db, {
    product: productId,
    monthly: isEarthquake(productId) && next() < 0.5,
    premiumCents: getBoundPremium(story),
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
    .where('policy_id', '=', policy.policy_id)
    .execute()
  story.expirationDate = String(policy.expiration_date)
  story.days = countDaysBetween(inceptionDate, story.expirationDate)
  const bound = {
    policyId: policy.policy_id,
    policyNo: policy.policy_no,
    quoteNumber: String(policy.quote_number),
    policyholder: createInsuredActor(policy.identity_id, { identification: { way: 'mailbox', mailbox: policy.email } }),
    story,
    state,
    productId,
    feeCents,
    isMonthly: policy.payment_interval === 'Monthly',
    isRenewal,
  }
  const book = createPolicyModel(bound, getCost(bound, getBoundPremium(story)), today)
  stage.books.push(book)
  const named = coverages.map(({ code, limit, premiumCents }) => `${code} $${limit},000 for ${money(premiumCents)}`)
  stage.log(
    `${book.policyNo} is ${isRenewal ? 'renewed' : 'bound'}: product ${productId} in ${state} from ${inceptionDate}, ${named.join(', ')}, deductible $${deductible},000, fee ${money(feeCents)}${book.isMonthly ? ', paid by the month' : ''}`,
  )
  return book
}
