import type { Kysely } from 'kysely'
import { isReturnPremiumOnHold } from '../../claims/return-premium-hold.ts'
import type { DB } from '../../db/schema.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { readTerm } from '../../policy/read-term.ts'
import type { Policy } from '../../policy/visibility.ts'
import { getCarriedMinimumCents, getMinimumEarnedPremiumCents } from '../../pricing/term-price.ts'
import { getTermTaxes } from '../../taxes/taxes.ts'
import type { CancelReason } from './reasons.ts'
import {
  type CancellableTerm,
  calculateRefundLines,
  getPaidToDate,
  type Refund,
  type RefundInput,
  type RefundLine,
} from './refund-rules.ts'

/** Returns the term with its price, fee and taxes, according to its transactions. */
async function readCancellableTerm(db: Kysely<DB>, policy: Policy): Promise<CancellableTerm> {
  const { schedule, price, taxesFor, row } = await readTerm(db, policy)
  return { schedule, price, taxesFor, feeCents: row.policy_fee_cents, taxes: getTermTaxes(row) }
}

export interface RefundQuote extends Refund, RefundInput {
  /** Part of the refund that is on hold until staff decide, because of a paid or open claim. */
  held: Refund | undefined
}

/**
 * Calculates the refund for a cancel reason and a requested effective date. For nonpayment, the paid-to date replaces
 * the requested date (CAN-4).
 */
export async function calculateRefund(
  db: Kysely<DB>,
  policy: Policy,
  reason: CancelReason,
  requestedDate: string,
): Promise<RefundQuote> {
  const term = await readCancellableTerm(db, policy)
  const { receivedCents } = await getPolicyBalance(db, policy.policyId)
  const facts: RefundInput = {
    effectiveDate: reason.effectiveFrom === 'paidToDate' ? getPaidToDate(term, receivedCents) : requestedDate,
    receivedCents,
    isBlockedByClaim: await isReturnPremiumOnHold(db, policy.policyId),
  }
  const held = facts.isBlockedByClaim
    ? calculateRefundLines(reason.refund, term, { ...facts, isBlockedByClaim: false })
    : undefined
  return { ...facts, ...calculateRefundLines(reason.refund, term, facts), held }
}

const proRataRule = { premium: 'proRata', policyFee: 'none', taxes: 'withPremium', surcharges: 'none' } as const

/**
 * Returns the amounts to refund for a term that is rewritten: everything if coverage ends on its inception date,
 * otherwise the premium for the days from `effectiveDate`. The minimum earned premium is not applied. Its part that the
 * term does not retain, `carriedMinimumCents`, applies to the new term (PRI-9).
 */
export async function calculateRewriteRefund(
  db: Kysely<DB>,
  policy: Policy,
  reason: Pick<CancelReason, 'refund'>,
  effectiveDate: string,
): Promise<{ lines: RefundLine[]; carriedMinimumCents: number }> {
  const term = await readCancellableTerm(db, policy)
  const hasCovered = effectiveDate > policy.inceptionDate
  const begun = { ...term.schedule.begun, minimumEarned: { percent: 0, cents: 0 }, carriedMinimumCents: 0 }
  const { lines } = calculateRefundLines(
    hasCovered ? { ...proRataRule, goesFirstToNewPolicy: true } : reason.refund,
    { ...term, schedule: { ...term.schedule, begun } },
    { effectiveDate, receivedCents: 0, isBlockedByClaim: false },
  )
  const minimumCents = (hasCovered ? getMinimumEarnedPremiumCents : getCarriedMinimumCents)(term.schedule)
  const retainedCents = lines.find(({ kind }) => kind === 'premium')?.keptCents ?? 0
  return { lines, carriedMinimumCents: Math.max(0, minimumCents - retainedCents) }
}
