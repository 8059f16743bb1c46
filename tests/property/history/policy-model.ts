import { countDaysBetween } from '@tideline/api/calendar/days.ts'
import type { InsuredActor } from '@tideline/api/http/context.ts'
import { type Cost, getCost, getFullCost, getRetainedCost, getTotal, type Term } from '../cancellation-model.ts'
import { getDue, getReceived, invoice, type Paid, type PolicyMoney } from '../payer-model.ts'
import { getBoundPremium, type ModelInput, priceModelDays, type Story } from '../reference-model.ts'
import { sum } from './random.ts'

/** Return premium on hold until staff decide. */
export interface Review {
  cause: 'cancellation' | 'endorsement' | 'renewal' | 'reversal' | 'rewrite' | 'latePayment'
  heldBy: 'claim' | 'amount' | 'newPolicy' | 'elapsedDays'
  cents: number
  /** The change in charges when the money is released, if it is not in the ledger yet. */
  change: Cost | undefined
  /** Premium of elapsed days that it returns. */
  elapsedPremium?: number
  /** The only payment that it refunds. */
  payment?: Paid
  reason: string
  day: number
}

/** The model's record of a policy, and the ids of the policy in the database. */
export interface PolicyModel extends Term, PolicyMoney {
  policyId: string
  policyNo: string
  quoteNumber: string
  /** Who it insures. */
  policyholder: InsuredActor
  /** The invoiced installments: due date, amount, and whether it is the first of its invoice. */
  parts: { dueDate: string; cents: number; isFirst: boolean }[]
  isMonthly: boolean
  /** Renewals have a different commission rate. */
  isRenewal: boolean
  /** A bank payment in process, and whether it will clear. */
  processingPayment: { payment: Paid; comes: boolean } | undefined
  claims: { claimId: string; dateOfLoss: string; noticeDate: string; paidCents: number; isOpen: boolean }[]
  reviews: Review[]
  /** Cents of refunds that a second person approved. */
  approvedCents: number
  /** Cents of return premium for elapsed days that a second person declined. They stay withheld. */
  declinedCents: number
  /**
   * What it held at the last check, with what came in since, and without what left other than by a refund of ours: returned payments,
   * transfers to other policies, and refunds that two people approved.
   */
  heldCents: number
  /**
   * True if a colleague finalized the cancellation because its requester could not. That colleague cannot approve its
   * refund.
   */
  isFinalizedByColleague?: boolean
  /**
   * Premium earned by the days that have passed, at the prices that were in force when they passed; with what was charged for them later,
   * without what two people agreed to return.
   */
  earned: { days: number; cents: number }
  /** Premium earned before coverage ended, for a reinstatement. */
  earnedBefore?: { days: number; cents: number }
  /** The change in charges by the cancellation, while it is in effect. */
  ended: Cost | undefined
  /**
   * The reason and requested day, in days from inception, of a cancellation that is not complete. An accepted one waits
   * for its day.
   */
  pending: { reason: string; day: number; isAccepted: boolean } | undefined
  isRewritten: boolean
  /** Its endorsements that can be reversed, in the order in which they were posted. */
  endorsements: { transactionId: string; input: ModelInput }[]
  /** How this term came from another term. */
  origin?: 'rewrite' | 'renewal'
  /** True if staff decided not to renew it. */
  isNonRenewed: boolean
  /** True if a renewal follows it. */
  isRenewed: boolean
  /** The renewal, which is canceled with this term until the renewal starts. */
  renewal?: PolicyModel
  /** The reason of the last cancellation. */
  endedFor?: string
  /** True if it was canceled for nonpayment. */
  isUnpaid: boolean
  /** Premium of all transactions, on which commission is due. */
  earningCents: number
  /** The day coverage ended, in days from inception. Null for a flat cancellation. */
  endedOn: number | null | undefined
}

/** Creates the record of a new term whose premium is charged today. */
export function createPolicyModel(
  bound: Term & Pick<PolicyModel, 'policyId' | 'policyNo' | 'quoteNumber' | 'policyholder' | 'isMonthly' | 'isRenewal'>,
  cost: Cost,
  today: string,
): PolicyModel {
  const book: PolicyModel = {
    ...bound,
    invoicedCents: 0,
    parts: [],
    payments: [],
    overpaid: [],
    processingPayment: undefined,
    claims: [],
    reviews: [],
    endorsements: [],
    approvedCents: 0,
    declinedCents: 0,
    heldCents: 0,
    earned: { days: 0, cents: 0 },
    ended: undefined,
    pending: undefined,
    isRewritten: false,
    isNonRenewed: false,
    isRenewed: false,
    isUnpaid: false,
    earningCents: getBoundPremium(bound.story),
    endedOn: undefined,
  }
  earnElapsedDays(book, today)
  charge(book, cost, today)
  if (book.isMonthly) book.parts = getMonths(book.invoicedCents, bound.story.inceptionDate)
  return book
}

/**
 * Adds the premium of elapsed days at the current schedule. Later endorsements never change it, and days after the end
 * of coverage earn nothing.
 */
export function earnElapsedDays(book: PolicyModel, today: string): void {
  const { story, earned, ended, isRewritten } = book
  const day = Math.min(Math.max(0, getDay(book, today)), story.days)
  if (ended || isRewritten || day <= earned.days) return
  book.earned = { days: day, cents: earned.cents + priceModelDays(story, day) - priceModelDays(story, earned.days) }
}

/** Two people agreed to return premium for elapsed days. */
export function approveElapsedReturn({ earned, earnedBefore }: PolicyModel, premium: number): void {
  earned.cents -= premium
  if (earnedBefore) earnedBefore.cents -= premium
}

/** Records a transaction in the ledger as a single installment. Ignores a transaction that changes nothing. */
export function charge(book: PolicyModel, change: Cost, today: string): void {
  const isNothing = [change.premium, change.fee, ...Object.values(change.taxes)].every((part) => part === 0)
  if (isNothing) return
  book.parts.push({ dueDate: today, cents: getTotal(change), isFirst: true })
  invoice(book, getTotal(change))
}

/**
 * Returns twelve installments: the first at inception, the others on its day of each following month, at most the 28th.
 * The last one includes the remaining cents (BIL-6).
 */
export function getMonths(total: number, inception: string): PolicyModel['parts'] {
  const [year = 0, month = 0, day = 0] = inception.split('-').map(Number)
  const part = Math.floor(total / 12)
  return Array.from({ length: 12 }, (_, index) => ({
    dueDate:
      index === 0
        ? inception
        : new Date(Date.UTC(year, month - 1 + index, Math.min(day, 28))).toISOString().slice(0, 10),
    cents: index === 11 ? total - 11 * part : part,
    isFirst: index === 0,
  }))
}

/** Converts a date to days from inception. */
export const getDay = ({ story }: { story: Story }, day: string): number => countDaysBetween(story.inceptionDate, day)

/**
 * Returns the amount that a payment takes on a date: the installments that are due, and the first one of each invoice
 * (BIL-2).
 */
export function currentlyDue(book: PolicyModel, today: string): number {
  const due = book.parts.filter(({ isFirst, dueDate }) => isFirst || dueDate <= today)
  return Math.max(0, Math.min(getDue(book), sum(due.map((part) => part.cents)) - getReceived(book)))
}

/** Earthquake policies can be paid monthly, and cannot be canceled or rewritten. */
export const isEarthquake = (productId: number): boolean => productId === 4 || productId === 5

/** Returns true if a paid or open claim holds the return premium of the term. */
export const hasClaimOnReturnPremium = ({ claims }: PolicyModel): boolean =>
  claims.some(({ paidCents, isOpen }) => paidCents > 0 || isOpen)

/**
 * Returns the retained cost of a term that ends. With a paid or open claim, everything is retained until staff decide.
 */
export const getRetained = (book: PolicyModel, reason: string, day: number): Cost =>
  hasClaimOnReturnPremium(book) ? getFullCost(book) : getRetainedCost(book, reason, day, getReceived(book))

/** What the days that have passed earned, with fee and taxes. Nothing is earned before the term begins, or where it ended flat. */
export const getEarnedCents = (book: PolicyModel): number =>
  book.endedOn === null || book.earned.days === 0 ? 0 : getTotal(getCost(book, book.earned.cents))
