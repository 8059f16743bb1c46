import { addDays } from '@tideline/api/calendar/days.ts'
import { assertStatus } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { getDay, isEarthquake, type PolicyModel } from './policy-model.ts'
import { dollars, money } from './random.ts'

type Claim = PolicyModel['claims'][number]

const change = async ({ as, staff }: HistoryContext, claim: Claim, status: string, paidCents: number) => {
  const { claimId, noticeDate, dateOfLoss } = claim
  const wanted = { status, noticeDate, dateOfLoss, paid: dollars(paidCents) }
  assertStatus(await as(staff, `PUT /api/v1/claims/${claimId}`, wanted), 200)
  claim.paidCents = paidCents
  claim.isOpen = status !== 'Closed' && status !== 'Denied'
}

/** Reports a loss on a covered day until today. Most losses get a payment. */
export async function claim(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { as, staff, below, oneOf, today } = stage
  const last = Math.min(getDay(book, today), book.story.days - 1)
  if (last < 0 || isEarthquake(book.productId)) return
  const dateOfLoss = addDays(book.story.inceptionDate, below(last + 1))
  const paid = oneOf([0, 0, 1, 5_000, 1_200_000])
  stage.log(`${book.policyNo}: a loss of ${dateOfLoss} is reported, ${money(paid)} is paid on it`)
  const made = await as(staff, 'POST /api/v1/claims', {
    policyNo: book.policyNo,
    noticeDate: today,
    dateOfLoss,
    causeOfLoss: 'flood',
  })
  assertStatus(made, 201)
  const claimId = String(made.body.payload.claim?.id ?? made.body.payload.id)
  const reported: Claim = { claimId, dateOfLoss, noticeDate: today, paidCents: 0, isOpen: true }
  book.claims.push(reported)
  if (paid > 0) await change(stage, reported, 'Paid', paid)
}

/** Closes a claim. Its payment stays, or turns out to be a mistake and is set to zero. */
export async function closeClaim(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const open = stage.oneOf(book.claims.filter(({ isOpen }) => isOpen))
  if (!open) return
  const paid = stage.oneOf([open.paidCents, 0])
  const status = paid > 0 ? 'Closed' : stage.oneOf(['Closed', 'Denied'])
  stage.log(`${book.policyNo}: the claim of ${open.dateOfLoss} is ${status.toLowerCase()}, ${money(paid)} was paid`)
  await change(stage, open, status, paid)
}
