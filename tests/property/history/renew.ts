import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { expireTerm } from '@tideline/api/lifecycle/renew/expire-term.ts'
import { renewPolicy } from '@tideline/api/lifecycle/renew/renew-policy.ts'
import { getCost, getReplacingTerm } from '../cancellation-model.ts'
import { transferMoney } from '../payer-model.ts'
import { getBoundPremium, type TermInput } from '../reference-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkBooks } from './check-books.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { createPolicyModel, isEarthquake, type PolicyModel } from './policy-model.ts'
import { formatMoney, sum } from './random.ts'
import { getFreeCredit } from './release-credit.ts'
import { addTransferredPayments } from './transfer-money.ts'

/** Non-renews a policy as staff. Only earthquake policies can be non-renewed (REN-3). */
export async function nonRenew(context: HistoryContext, policy: PolicyModel): Promise<void> {
  context.log(`${policy.policyNo}: non-renewed`)
  const body = { PolicyNo: policy.policyNo, Note: 'The insured sold the house.', reasonCode: '99' }
  const response = await context.callAs(context.staff, 'POST /api/v1/policies/nonRenew', body)
  if (!isEarthquake(policy.productId)) return assertStatus(response, 422)
  if (policy.isNonRenewed) return assertStatus(response, 409)
  assertStatus(response, 200)
  policy.isNonRenewed = true
}

/** Returns the same date one year later. February 29 becomes February 28. */
const addYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`

/** Past-due amount in cents up to which a renewal is not put on hold. This is the default write-off limit (REN-5). */
const writeOffLimitCents = 500

/** Returns the past-due amount that the processing payment does not cover (REN-5). */
const getPastDue = ({ obligations, processingPayment }: PolicyModel, today: string): number =>
  Math.max(
    0,
    sum(obligations.map(({ dueDate, openCents }) => (dueDate < today ? openCents : 0))) -
      (processingPayment?.payment.originalCents ?? 0),
  )

/** Checks that one notice of the hold was sent to the policyholder, with the amount on the first day of the hold. */
async function checkHold(context: HistoryContext, policy: PolicyModel, pastDueCents: number): Promise<void> {
  if (policy.renewalHold === undefined) {
    context.log(`${policy.policyNo}: renewal on hold for ${formatMoney(pastDueCents)}`)
    policy.renewalHold = { amountCents: pastDueCents }
    policy.holdNotices += 1
  }
  const { expirationDate } = policy.termInput
  await checkEmail(context, policy, 'renewal-on-hold', { ...policy.renewalHold, expirationDate })
  const { rows } = await context.pool.query<{ notices: number }>(
    `select count(*)::int as notices from graphile_worker._private_jobs
     where payload ->> 'policyId' = $1 and payload ->> 'template' = 'renewal-on-hold'`,
    [policy.policyId],
  )
  assertSame(rows[0]?.notices, policy.holdNotices, `the hold notices of ${policy.policyNo}`)
}

/**
 * Runs the renewal job. Checks that the job binds the next term within 45 days of expiration, and only if the policy is
 * in force without a pending cancellation or non-renewal. Checks that a past-due amount puts the renewal on hold
 * (REN-5).
 */
export async function renew(context: HistoryContext, old: PolicyModel): Promise<void> {
  const { termInput } = old
  const isDue =
    context.today < termInput.expirationDate &&
    addDays(context.today, 45) >= termInput.expirationDate &&
    !(old.ended || old.pending || old.isRewritten || old.isNonRenewed || old.isRenewed)
  // Payments of this step may have changed the obligations.
  await checkBooks(context, [old])
  const pastDueCents = getPastDue(old, context.today)
  const isHeld = isDue && pastDueCents > writeOffLimitCents
  const policyNo = await renewPolicy(context.createJobContext('renewal'), old.policyNo)
  assertSame(policyNo !== undefined, isDue && !isHeld, `whether ${old.policyNo} is renewed`)
  if (policyNo) return addRenewal(context, old, policyNo)
  if (isHeld) await checkHold(context, old, pastDueCents)
  if (context.next() < 0.5) await bindHeldRenewal(context, old)
}

/** Binds a renewal as staff. Checks that this is possible only while the renewal is on hold (REN-6). */
async function bindHeldRenewal(context: HistoryContext, old: PolicyModel): Promise<void> {
  const { ended, pending, isRewritten, isNonRenewed, isRenewed, renewalHold, termInput, policyNo } = old
  const isInForce = !(ended || pending || isRewritten) && context.today < termInput.expirationDate
  const isHeld = renewalHold !== undefined && !isNonRenewed && !isRenewed && isInForce
  context.log(`${policyNo}: staff bind the renewal`)
  const response = await context.callAs(context.staff, `POST /api/v1/policies/${policyNo}/bind-renewal`, {
    reason: 'The lender has confirmed the payment.',
  })
  if (!isHeld) return assertStatus(response, 409)
  assertStatus(response, 200)
  await addRenewal(context, old, response.body.payload.renewalPolicyNo)
}

/** Adds a bound renewal to the model, and compares it with the policy in the database. */
async function addRenewal(context: HistoryContext, old: PolicyModel, policyNo: string): Promise<void> {
  const { termInput, state, productId, feeCents, isMonthly, policyholder } = old
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
  const renewal: PolicyModel = { ...createPolicyModel(bound, cost, context.today), origin: 'renewal' }
  old.isRenewed = true
  old.renewalHold = undefined
  old.renewal = renewal
  context.policies.push(renewal)
  context.changed.add(renewal)
  await checkPosted(context, renewal, 'RN', cost)
  // Credit that staff kept for the renewal pays it, from the oldest payments first.
  const kept = sum(old.overpayments.map(({ state, keptCents }) => (state === 'kept' ? (keptCents ?? 0) : 0)))
  const transferred = Math.min(getFreeCredit(old), kept, renewal.invoicedCents)
  await addTransferredPayments(context, old, renewal, transferMoney(old, transferred))
  await checkEmail(context, renewal, 'renewal', {
    totalCents: renewal.invoicedCents,
    balanceCents: renewal.invoicedCents - transferred,
  })
}

/** Runs the job that sets terms to expired. */
export const expireDueTerm = (context: HistoryContext, { policyNo }: PolicyModel): Promise<void> =>
  expireTerm(context.createJobContext('end-of-term'), policyNo)
