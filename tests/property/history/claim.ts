import { addDays } from '@tideline/api/calendar/days.ts'
import { isCovered } from '../reference-model.ts'
import { assertStatus } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { getDay, isEarthquake, type PolicyModel } from './policy-model.ts'
import { formatMoney, toDollars } from './random.ts'

type Claim = PolicyModel['claims'][number]

const updateClaim = async (
  { callAs, staff }: HistoryContext,
  reportClaim: Claim,
  status: string,
  paidCents: number,
) => {
  const { claimId, noticeDate, dateOfLoss } = reportClaim
  const wanted = { status, noticeDate, dateOfLoss, paid: toDollars(paidCents) }
  assertStatus(await callAs(staff, `PUT /api/v1/claims/${claimId}`, wanted), 200)
  reportClaim.paidCents = paidCents
  reportClaim.isOpen = status !== 'Closed' && status !== 'Denied'
}

/** Reports a loss on a covered day until today. Some claims are paid. */
export async function claim(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, staff, below, oneOf, today } = context
  const last = Math.min(getDay(policy, today), policy.termInput.days - 1)
  if (last < 0 || isEarthquake(policy.productId)) return
  const dateOfLoss = addDays(policy.termInput.inceptionDate, below(last + 1))
  const paid = oneOf([0, 0, 1, 5_000, 1_200_000])
  context.log(`${policy.policyNo}: a loss of ${dateOfLoss} is reported, ${formatMoney(paid)} is paid on it`)
  const created = await callAs(staff, 'POST /api/v1/claims', {
    policyNo: policy.policyNo,
    noticeDate: today,
    dateOfLoss,
    causeOfLoss: 'flood',
  })
  if (!isCovered(policy.termInput, getDay(policy, dateOfLoss))) {
    context.log('  rejected: the loss occurred during a lapse in coverage')
    return assertStatus(created, 422)
  }
  assertStatus(created, 201)
  const claimId = String(created.body.payload.claim?.id ?? created.body.payload.id)
  const reported: Claim = { claimId, dateOfLoss, noticeDate: today, paidCents: 0, isOpen: true }
  policy.claims.push(reported)
  if (paid > 0) await updateClaim(context, reported, 'Paid', paid)
}

/** Closes a claim. Its payment is kept, or corrected to zero. */
export async function closeClaim(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const open = context.oneOf(policy.claims.filter(({ isOpen }) => isOpen))
  if (!open) return
  const paid = context.oneOf([open.paidCents, 0])
  const status = paid > 0 ? 'Closed' : context.oneOf(['Closed', 'Denied'])
  context.log(
    `${policy.policyNo}: the claim of ${open.dateOfLoss} is ${status.toLowerCase()}, ${formatMoney(paid)} was paid`,
  )
  await updateClaim(context, open, status, paid)
}
