import { daysBetween, plusDays } from '@tideline/api/calendar/days.ts'
import { expireTerm } from '@tideline/api/lifecycle/renew/expire-term.ts'
import { renewPolicy } from '@tideline/api/lifecycle/renew/renew-policy.ts'
import { getCost, getRewritten } from '../cancellation-model.ts'
import { boundFor, type Story } from '../reference-model.ts'
import { type Book, isEarthquake, openBook } from './book.ts'
import { answered, same } from './check.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { Stage } from './stage.ts'

/** Decides as staff not to renew a policy, which is possible only for earthquake (REN-3). */
export async function nonRenew(stage: Stage, book: Book): Promise<void> {
  stage.tell(`${book.policyNo}: is not to be renewed`)
  const body = { PolicyNo: book.policyNo, Note: 'Leaves the house.', reasonCode: '99' }
  const answer = await stage.as(stage.staff, 'POST /api/v1/policies/nonRenew', body)
  if (!isEarthquake(book.productId)) return answered(answer, 422)
  if (book.isLeaving) return answered(answer, 409)
  answered(answer, 200)
  book.isLeaving = true
}

/** Returns the same date a year later. February 29 becomes February 28. */
const yearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`

/**
 * Runs the renewal job and checks whether it binds the next term: within 45 days of expiration, for a policy in force
 * that is not ending.
 */
export async function renew(stage: Stage, old: Book): Promise<void> {
  const { story, state, productId, feeCents, isMonthly } = old
  const isDue =
    stage.today < story.expirationDate &&
    plusDays(stage.today, 45) >= story.expirationDate &&
    !(old.ended || old.pending || old.isRewritten || old.isLeaving || old.isRenewed)
  const policyNo = await renewPolicy(stage.job('renewal'), old.policyNo)
  same(policyNo !== undefined, isDue, `whether ${old.policyNo} is renewed`)
  if (!policyNo) return
  stage.tell(`${old.policyNo}: renewed as ${policyNo}`)
  const row = await stage.db
    .selectFrom('policies')
    .select(['policy_id', 'quote_number', 'inception_date', 'expiration_date'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  const inceptionDate = story.expirationDate
  const expirationDate = yearAfter(inceptionDate)
  same([row.inception_date, row.expiration_date], [inceptionDate, expirationDate], `the term of ${policyNo}`)
  const next: Story = {
    ...getRewritten({ ...story, adjusted: [] }),
    ...{ inceptionDate, expirationDate, days: daysBetween(inceptionDate, expirationDate) },
    ...{ minimumEarned: story.minimumEarned, wishes: [] },
  }
  const bound = {
    ...{ policyId: row.policy_id, policyNo, quoteNumber: String(row.quote_number), story: next },
    ...{ state, productId, feeCents, isMonthly, isRenewal: true },
  }
  const cost = getCost(bound, boundFor(next))
  const made: Book = { ...openBook(bound, cost, stage.today), cameBy: 'renewal' }
  old.isRenewed = true
  old.renewal = made
  stage.books.push(made)
  stage.touched.add(made)
  await checkPosted(stage, made, 'RN', cost)
  await checkEmail(stage, made, 'renewal', { totalCents: made.invoicedCents, dueCents: made.invoicedCents })
}

/** Runs the job that expires terms. */
export const lookForEnd = (stage: Stage, { policyNo }: Book): Promise<void> =>
  expireTerm(stage.job('end-of-term'), policyNo)
