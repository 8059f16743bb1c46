import { countDaysBetween } from '@tideline/api/calendar/days.ts'
import type { InsuredActor } from '@tideline/api/http/context.ts'
import {
  type Cost,
  getCarriedCost,
  getCost,
  getFullCost,
  getMinimumCost,
  getRetainedCost,
  getTotal,
  type Term,
} from '../cancellation-model.ts'
import { addCharge, getReceived, type ModelPayment, type PolicyMoney } from '../payer-model.ts'
import { getBoundPremium, priceModelDays, type TermChange, type TermInput } from '../reference-model.ts'
import { sum } from './random.ts'

/** Refund review: return premium on hold until staff decide. */
export interface Review {
  cause: 'cancellation' | 'endorsement' | 'renewal' | 'reversal' | 'rewrite' | 'latePayment'
  holdReason: 'claim' | 'amount' | 'newPolicy' | 'elapsedDays' | 'transferred' | 'reinstatement' | 'check'
  cents: number
  /**
   * The change in charges that is posted when the review is approved. Undefined if the change is already in the ledger.
   */
  change: Cost | undefined
  /** The returned premium for elapsed days. */
  elapsedPremium?: number
  /** The payment to refund, if the review concerns a single payment. */
  payment?: ModelPayment
  /** The endorsement that returned the premium. Reversing it withdraws the review (REF-10). */
  endorsement?: TermChange | undefined
  reason: string
  day: number
}

/** An obligation as the policy page showed it at the last check. */
interface ModelObligation {
  no: number
  invoiceId: string | null
  purpose: string
  dueDate: string
  /** The first due date. A returned payment can change it. */
  invoicedFor: string
  amountCents: number
  openCents: number
}

/** The model of a policy, with the IDs of the policy in the database. */
export interface PolicyModel extends Term, PolicyMoney {
  policyId: string
  policyNo: string
  quoteNumber: string
  policyholder: InsuredActor
  /** Invoiced amounts and installments, in cents. Negative for return premium. */
  installments: number[]
  /** Obligations at the last check, which compared them with the charges and the balance. */
  obligations: ModelObligation[]
  isMonthly: boolean
  /** True for a renewal, which has a different commission rate. */
  isRenewal: boolean
  /** Bank payment that is processing. `comes` is true if the payment will clear. */
  processingPayment: { payment: ModelPayment; clears: boolean } | undefined
  claims: { claimId: string; dateOfLoss: string; noticeDate: string; paidCents: number; isOpen: boolean }[]
  reviews: Review[]
  /** Refunds that a second person approved, in cents. */
  approvedCents: number
  /** Reviews of return premium for elapsed days that a second person declined. The premium remains withheld. */
  declinedReviews: Review[]
  /**
   * The money that the policy held at the last check, plus later payments. Returned payments, transfers to other
   * policies and refunds that two people approved are subtracted.
   */
  heldCents: number
  /**
   * True if a colleague finalized the cancellation because the requester was not allowed to. That colleague cannot
   * approve the refund.
   */
  isFinalizedByColleague?: boolean
  /**
   * Earned premium of elapsed days, at the prices in force when the days passed. Includes later charges for these days, and excludes
   * return premium that two people approved.
   */
  earned: { days: number; cents: number }
  /** Earned premium before the cancellation. A reinstatement restores it. */
  earnedBefore?: { days: number; cents: number }
  /** The change in charges that the cancellation causes while it is in effect. */
  ended: Cost | undefined
  /**
   * The reason and requested day (in days from inception) of a pending cancellation. `isAccepted`: the cancellation is
   * scheduled for that day. `isByStaff`: the requester is a staff member, who cannot finalize the cancellation if it
   * returns earned premium. `isBySystem`: the delinquency job cancels the policy.
   */
  pending: { reason: string; day: number; isAccepted: boolean; isByStaff?: boolean; isBySystem?: boolean } | undefined
  isRewritten: boolean
  /** The endorsements that can be reversed, in the order of posting. */
  endorsements: { transactionId: string; input: TermChange }[]
  /** The action that created this term from another term. */
  origin?: 'rewrite' | 'renewal'
  /** True if staff decided not to renew this term. */
  isNonRenewed: boolean
  /** True if this term has a renewal. */
  isRenewed: boolean
  /** The past-due amount for which the renewal was put on hold (REN-5). */
  renewalHold: { amountCents: number } | undefined
  /** Number of notices of a renewal hold that were sent. */
  holdNotices: number
  /** The bound renewal. A cancellation of this term also cancels it. */
  renewal?: PolicyModel
  /** Reason of the last cancellation. */
  endedFor?: string
  /** The open reinstatement offer (DEL-19). */
  offer?: { offeredOn: string; expiresOn: string }
  /** True if the policy was cancelled for nonpayment. */
  isUnpaid: boolean
  /** Premium of all transactions, the base of commission. */
  writtenPremiumCents: number
  /** Day coverage ended, in days from inception. Null for a flat cancellation. */
  endedOn: number | null | undefined
}

/** Creates the model of a new term and charges its premium today. */
export function createPolicyModel(
  bound: Term & Pick<PolicyModel, 'policyId' | 'policyNo' | 'quoteNumber' | 'policyholder' | 'isMonthly' | 'isRenewal'>,
  cost: Cost,
  today: string,
): PolicyModel {
  const policy: PolicyModel = {
    ...bound,
    invoicedCents: 0,
    installments: [],
    obligations: [],
    payments: [],
    overpayments: [],
    processingPayment: undefined,
    claims: [],
    reviews: [],
    endorsements: [],
    approvedCents: 0,
    declinedReviews: [],
    heldCents: 0,
    earned: { days: 0, cents: 0 },
    ended: undefined,
    pending: undefined,
    isRewritten: false,
    isNonRenewed: false,
    isRenewed: false,
    renewalHold: undefined,
    holdNotices: 0,
    isUnpaid: false,
    writtenPremiumCents: getBoundPremium(bound.termInput),
    endedOn: undefined,
  }
  earnElapsedDays(policy, today)
  charge(policy, cost)
  if (policy.isMonthly) policy.installments = splitEvenly(policy.invoicedCents, 12)
  return policy
}

/** Earns the premium of newly elapsed days at the current prices. Days after the end of coverage earn nothing. */
export function earnElapsedDays(policy: PolicyModel, today: string): void {
  const { termInput, earned, ended, isRewritten } = policy
  const day = Math.min(Math.max(0, getDay(policy, today)), termInput.days)
  if (ended || isRewritten || day <= earned.days) return
  policy.earned = {
    days: day,
    cents: earned.cents + priceModelDays(termInput, day) - priceModelDays(termInput, earned.days),
  }
}

/** Reduces earned premium by return premium that two people approved, or whose endorsement was reversed. */
export function reduceEarnedPremium({ earned, earnedBefore }: PolicyModel, premium: number): void {
  earned.cents -= premium
  if (earnedBefore) earnedBefore.cents -= premium
}

/** Charges a transaction as a single installment. Ignores a transaction that changes nothing. */
export function charge(policy: PolicyModel, change: Cost): void {
  const isNothing = [change.premium, change.fee, ...Object.values(change.taxes)].every((part) => part === 0)
  if (isNothing) return
  policy.installments.push(getTotal(change))
  addCharge(policy, getTotal(change))
}

/**
 * Charges an endorsement. If the policy is paid monthly, the charge is spread over the installments that remained at
 * the last check (BIL-15).
 */
export function chargeEndorsement(policy: PolicyModel, change: Cost, today: string): void {
  const total = getTotal(change)
  const remaining = policy.isMonthly ? getRemainingInstallments(policy.obligations, today) : []
  if (total === 0 || remaining.length === 0) {
    charge(policy, change)
    return
  }
  if (total < 0) reduceInstallments(policy, remaining, -total)
  const dates = new Set(remaining.map(({ dueDate }) => dueDate))
  policy.installments.push(...(total > 0 ? splitEvenly(total, dates.size) : [total]))
  addCharge(policy, total)
}

/** Returns the open amounts of invoices with several amounts that are due after `today`, by due date. */
function getRemainingInstallments(obligations: readonly ModelObligation[], today: string) {
  const isPlan = ({ invoiceId }: ModelObligation) =>
    invoiceId !== null && obligations.filter((other) => other.invoiceId === invoiceId).length > 1
  return obligations
    .filter((one) => isPlan(one) && one.openCents > 0 && one.dueDate > today)
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate) || one.no - other.no)
}

/** Reduces installments evenly. If return premium is left over, then reduces the last installments. */
function reduceInstallments({ installments }: PolicyModel, remaining: readonly ModelObligation[], cents: number) {
  const even = Math.floor(cents / remaining.length)
  let left = cents - sum(remaining.map(({ openCents }) => Math.min(even, openCents)))
  for (const { amountCents, openCents } of remaining.toReversed()) {
    const first = Math.min(even, openCents)
    const more = Math.min(left, openCents - first)
    left -= more
    installments[installments.indexOf(amountCents)] = amountCents - first - more
  }
}

/** Splits an amount. The last part includes the remaining cents (BIL-6). */
function splitEvenly(total: number, count: number): number[] {
  const part = Math.floor(total / count)
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? total - (count - 1) * part : part))
}

/** Converts a date to the number of days since inception. */
export const getDay = ({ termInput }: { termInput: TermInput }, day: string): number =>
  countDaysBetween(termInput.inceptionDate, day)

/** Returns the open amounts that are due by a date, and the first amount of the term (BIL-2). */
export const getCurrentlyDue = ({ obligations }: PolicyModel, today: string): number =>
  sum(obligations.filter(({ no, dueDate }) => no === 1 || dueDate <= today).map(({ openCents }) => openCents))

/** Returns the amount of a payment: the amount due or, if nothing is due, the next open amount (BIL-13). */
export function getPayable(policy: PolicyModel, today: string): number {
  const open = policy.obligations.filter(({ openCents }) => openCents > 0)
  const [next] = open.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate) || one.no - other.no)
  return getCurrentlyDue(policy, today) || (next?.openCents ?? 0)
}

/** Returns whether a product is earthquake. Earthquake policies can be paid monthly, and cannot be cancelled or rewritten. */
export const isEarthquake = (productId: number): boolean => productId === 4 || productId === 5

/** Returns whether return premium is on hold because a claim of the term is paid or open. */
export const hasClaimOnReturnPremium = ({ claims }: PolicyModel): boolean =>
  claims.some(({ paidCents, isOpen }) => paidCents > 0 || isOpen)

/** Returns the retained cost of a cancelled term. With a paid or open claim, it is the full cost until staff decide. */
export const getRetained = (policy: PolicyModel, reason: string, day: number): Cost =>
  hasClaimOnReturnPremium(policy) ? getFullCost(policy) : getRetainedCost(policy, reason, day, getReceived(policy))

/**
 * Returns whether no day is earned: before the term begins, and after a flat cancellation.
 */
const hasNoEarnedDays = ({ endedOn, earned }: PolicyModel) => endedOn === null || earned.days === 0

/** Returns the cost that the policy earns regardless of elapsed days (PRI-3, PRI-9), at most what it was charged. */
export const getMinimumCents = (policy: PolicyModel): number =>
  Math.max(
    0,
    Math.min(policy.invoicedCents, getTotal((hasNoEarnedDays(policy) ? getCarriedCost : getMinimumCost)(policy))),
  )

/** Returns the earned premium of elapsed days, at least the minimum earned premium, including fee and taxes. */
export const getEarnedCents = (policy: PolicyModel): number =>
  Math.max(getMinimumCents(policy), hasNoEarnedDays(policy) ? 0 : getTotal(getCost(policy, policy.earned.cents)))
