import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { expireTerm } from '@tideline/api/lifecycle/renew/expire-term.ts'
import { renewPolicy } from '@tideline/api/lifecycle/renew/renew-policy.ts'
import { getCost, getReplacingTerm } from '../cancellation-model.ts'
import { moveMoney } from '../payer-model.ts'
import { getBoundPremium, type Story } from '../reference-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { addMovedPayments } from './move-money.ts'
import { createPolicyModel, isEarthquake, type PolicyModel } from './policy-model.ts'
import { sum } from './random.ts'
import { getFreeCredit } from './release-credit.ts'

/** Decides as staff not to renew a policy, which is possible only for earthquake (REN-3). */
export async function nonRenew(stage: HistoryContext, book: PolicyModel): Promise<void> {
  stage.log(`${book.policyNo}: is not to be renewed`)
  const body = { PolicyNo: book.policyNo, Note: 'Leaves the house.', reasonCode: '99' }
  const answer = await stage.as(stage.staff, 'POST /api/v1/policies/nonRenew', body)
  if (!isEarthquake(book.productId)) return assertStatus(answer, 422)
  if (book.isNonRenewed) return assertStatus(answer, 409)
  assertStatus(answer, 200)
  book.isNonRenewed = true
}

/** Returns the same date a year later. February 29 becomes February 28. */
const yearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`

/**
 * Runs the renewal job and checks whether it binds the next term: within 45 days of expiration, for a policy in force
 * that is not ending.
 */
export async function renew(stage: HistoryContext, old: PolicyModel): Promise<void> {
  const { story, state, productId, feeCents, isMonthly, policyholder } = old
  const isDue =
    stage.today < story.expirationDate &&
    addDays(stage.today, 45) >= story.expirationDate &&
    !(old.ended || old.pending || old.isRewritten || old.isNonRenewed || old.isRenewed)
  const policyNo = await renewPolicy(stage.job('renewal'), old.policyNo)
  assertSame(policyNo !== undefined, isDue, `whether ${old.policyNo} is renewed`)
  if (!policyNo) return
  stage.log(`${old.policyNo}: renewed as ${policyNo}`)
  const row = await stage.db
    .selectFrom('policies')
    .select(['policy_id', 'quote_number', 'inception_date', 'expiration_date'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  const inceptionDate = story.expirationDate
  const expirationDate = yearAfter(inceptionDate)
  assertSame([row.inception_date, row.expiration_date], [inceptionDate, expirationDate], `the term of ${policyNo}`)
  const next: Story = {
    ...getReplacingTerm({ ...story, adjusted: [] }),
    ...{ inceptionDate, expirationDate, days: countDaysBetween(inceptionDate, expirationDate) },
    ...{ minimumEarned: story.minimumEarned, wishes: [] },
  }
  const bound = {
    ...{ policyId: row.policy_id, policyNo, quoteNumber: String(row.quote_number), story: next },
    ...{ state, productId, feeCents, isMonthly, policyholder, isRenewal: true },
  }
  const cost = getCost(bound, getBoundPremium(next))
  const made: PolicyModel = { ...createPolicyModel(bound, cost, stage.today), origin: 'renewal' }
  old.isRenewed = true
  old.renewal = made
  stage.books.push(made)
  stage.touched.add(made)
  await checkPosted(stage, made, 'RN', cost)
  // Credit that staff kept for it pays it, the oldest payment first.
  const kept = sum(old.overpaid.map(({ state, keptCents }) => (state === 'kept' ? (keptCents ?? 0) : 0)))
  const moved = Math.min(getFreeCredit(old), kept, made.invoicedCents)
  await addMovedPayments(stage, old, made, moveMoney(old, moved))
  await checkEmail(stage, made, 'renewal', { totalCents: made.invoicedCents, dueCents: made.invoicedCents - moved })
}

/** Runs the job that expires terms. */
export const expireDueTerm = (stage: HistoryContext, { policyNo }: PolicyModel): Promise<void> =>
  expireTerm(stage.job('end-of-term'), policyNo)
