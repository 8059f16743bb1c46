import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { expireTerm } from '@tideline/api/lifecycle/renew/expire-term.ts'
import { renewPolicy } from '@tideline/api/lifecycle/renew/renew-policy.ts'
import { getCost, getReplacingTerm } from '../cancellation-model.ts'
import { moveMoney } from '../payer-model.ts'
import { getBoundPremium, type TermInput } from '../reference-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { addMovedPayments } from './move-money.ts'
import { createPolicyModel, isEarthquake, type PolicyModel } from './policy-model.ts'
import { sum } from './random.ts'
import { getFreeCredit } from './release-credit.ts'

/** Non-renews a policy as staff. Only earthquake policies can be non-renewed (REN-3). */
export async function nonRenew(context: HistoryContext, policy: PolicyModel): Promise<void> {
  context.log(`${policy.policyNo}: non-renewed`)
  const body = { PolicyNo: policy.policyNo, Note: 'The insured sold the house.', reasonCode: '99' }
  const answer = await context.callAs(context.staff, 'POST /api/v1/policies/nonRenew', body)
  if (!isEarthquake(policy.productId)) return assertStatus(answer, 422)
  if (policy.isNonRenewed) return assertStatus(answer, 409)
  assertStatus(answer, 200)
  policy.isNonRenewed = true
}

/** Returns the same date one year later. February 29 becomes February 28. */
const addYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`

/**
 * Runs the renewal job. Checks that it binds the next term within 45 days of expiration, and only for a policy in force
 * without a pending cancellation or non-renewal.
 */
export async function renew(context: HistoryContext, old: PolicyModel): Promise<void> {
  const { termInput, state, productId, feeCents, isMonthly, policyholder } = old
  const isDue =
    context.today < termInput.expirationDate &&
    addDays(context.today, 45) >= termInput.expirationDate &&
    !(old.ended || old.pending || old.isRewritten || old.isNonRenewed || old.isRenewed)
  const policyNo = await renewPolicy(context.createJobContext('renewal'), old.policyNo)
  assertSame(policyNo !== undefined, isDue, `whether ${old.policyNo} is renewed`)
  if (!policyNo) return
  context.log(`${old.policyNo}: renewed as ${policyNo}`)
  const row = await context.db
    .selectFrom('policies')
    .select(['policy_id', 'quote_number', 'inception_date', 'expiration_date'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  const inceptionDate = termInput.expirationDate
  const expirationDate = addYear(inceptionDate)
  assertSame([row.inception_date, row.expiration_date], [inceptionDate, expirationDate], `the term of ${policyNo}`)
  const next: TermInput = {
    ...getReplacingTerm({ ...termInput, adjusted: [] }),
    ...{ inceptionDate, expirationDate, days: countDaysBetween(inceptionDate, expirationDate) },
    ...{ minimumEarned: termInput.minimumEarned, changes: [] },
  }
  const bound = {
    ...{ policyId: row.policy_id, policyNo, quoteNumber: String(row.quote_number), termInput: next },
    ...{ state, productId, feeCents, isMonthly, policyholder, isRenewal: true },
  }
  const cost = getCost(bound, getBoundPremium(next))
  const made: PolicyModel = { ...createPolicyModel(bound, cost, context.today), origin: 'renewal' }
  old.isRenewed = true
  old.renewal = made
  context.policies.push(made)
  context.changed.add(made)
  await checkPosted(context, made, 'RN', cost)
  // Credit that staff kept for the renewal pays it, from the oldest payments first.
  const kept = sum(old.overpayments.map(({ state, keptCents }) => (state === 'kept' ? (keptCents ?? 0) : 0)))
  const moved = Math.min(getFreeCredit(old), kept, made.invoicedCents)
  await addMovedPayments(context, old, made, moveMoney(old, moved))
  await checkEmail(context, made, 'renewal', {
    totalCents: made.invoicedCents,
    balanceCents: made.invoicedCents - moved,
  })
}

/** Runs the job that sets terms to expired. */
export const expireDueTerm = (context: HistoryContext, { policyNo }: PolicyModel): Promise<void> =>
  expireTerm(context.createJobContext('end-of-term'), policyNo)
