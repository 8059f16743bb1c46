import { daysBetween } from '@tideline/api/calendar/days.ts'
import { type Cost, getKept, getTotal, getWhole, type Term } from '../cancellation-model.ts'
import { getDue, invoice, type Paid, type Purse, receivedBy } from '../payer-model.ts'
import { boundFor, priceModelDays, type Story } from '../reference-model.ts'
import { sum } from './numbers.ts'

/** Return premium on hold until staff decide. */
export interface Review {
  cause: 'cancellation' | 'endorsement' | 'renewal' | 'rewrite'
  heldBy: 'claim' | 'amount' | 'newPolicy' | 'elapsedDays'
  cents: number
  /** What is charged less once it is let go, where it is not in the ledger yet. */
  change: Cost | undefined
  reason: string
  day: number
}

/** A policy as the reckoner has it, beside the policy in the database. */
export interface Book extends Term, Purse {
  policyId: string
  policyNo: string
  quoteNumber: string
  /** Each part of what was invoiced: when it is due, and whether it is the first of its invoice. */
  parts: { dueDate: string; cents: number; isFirst: boolean }[]
  isMonthly: boolean
  /** Its agency has another part of the premium of a term that follows an earlier one. */
  isRenewal: boolean
  /** A bank payment that no bank has answered yet, and what it will say. */
  onItsWay: { payment: Paid; comes: boolean } | undefined
  claims: { claimId: string; dateOfLoss: string; noticeDate: string; paidCents: number; isOpen: boolean }[]
  reviews: Review[]
  /** Refunds that a second person approved. */
  approvedCents: number
  /** Return premium for elapsed days that a second person declined: it stays withheld. */
  declinedCents: number
  /** Money that staff refunded or moved by hand: the policy owes it again. */
  byHandCents: number
  /** A colleague finalized the end, since its requester could not: that colleague does not approve its refund. */
  isFinalizedByColleague?: boolean
  /** Premium earned by the days that have passed, at the prices that were in force when they passed. */
  earned: { days: number; cents: number }
  /** What it held, with what left by hand, before coverage ended. */
  heldAtEnd?: number
  /** The same before coverage ended, for a reinstatement. */
  earnedBefore?: { days: number; cents: number }
  /** What the end gave back, while it is ended. */
  ended: Cost | undefined
  /** The reason, and in days from the inception the day asked for, of an end that is not complete; accepted, it waits for its day. */
  pending: { reason: string; day: number; isAccepted: boolean } | undefined
  isRewritten: boolean
  /** What it came by, where that was another term. */
  cameBy?: 'rewrite' | 'renewal'
  /** It ends with its term, so somebody decided. */
  isLeaving: boolean
  /** A term follows it. */
  isRenewed: boolean
  /** The renewal that stands or falls with it until it begins. */
  renewal?: Book
  /** Why it ended last. */
  endedFor?: string
  /** It ended for nonpayment. */
  isUnpaid: boolean
  /** Premium of all transactions: what commission is due on. */
  earningCents: number
  /** All that ever came in from outside. */
  cameCents: number
  /** In days from the inception, when it ended; null for a flat end, as if it had never been. */
  endedOn: number | null | undefined
}

/** A term that nothing has happened to yet, its premium charged today. */
export function openBook(
  bound: Term & Pick<Book, 'policyId' | 'policyNo' | 'quoteNumber' | 'isMonthly' | 'isRenewal'>,
  cost: Cost,
  today: string,
): Book {
  const book: Book = {
    ...bound,
    invoicedCents: 0,
    parts: [],
    payments: [],
    overpaid: [],
    onItsWay: undefined,
    claims: [],
    reviews: [],
    approvedCents: 0,
    declinedCents: 0,
    byHandCents: 0,
    earned: { days: 0, cents: 0 },
    ended: undefined,
    pending: undefined,
    isRewritten: false,
    isLeaving: false,
    isRenewed: false,
    isUnpaid: false,
    earningCents: boundFor(bound.story),
    cameCents: 0,
    endedOn: undefined,
  }
  passDays(book, today)
  charge(book, cost, today)
  if (book.isMonthly) book.parts = getMonths(book.invoicedCents, bound.story.inceptionDate)
  return book
}

/**
 * Days pass: each earns what it costs by the schedule of that day. Later endorsements never rewrite it. Days after the end of coverage earn
 * nothing.
 */
export function passDays(book: Book, today: string): void {
  const { story, earned, ended, isRewritten } = book
  const day = Math.min(Math.max(0, getDay(book, today)), story.days)
  if (ended || isRewritten || day <= earned.days) return
  book.earned = { days: day, cents: earned.cents + priceModelDays(story, day) - priceModelDays(story, earned.days) }
}

/** Two people agreed to return premium for elapsed days: what is earned is what the schedule says now. */
export function approveElapsedReturn({ story, earned }: Book): void {
  earned.cents = Math.min(earned.cents, priceModelDays(story, earned.days))
}

/** A transaction is in the ledger: invoiced in one part, unless it changes nothing. */
export function charge(book: Book, change: Cost, today: string): void {
  const isNothing = [change.premium, change.fee, ...Object.values(change.taxes)].every((part) => part === 0)
  if (isNothing) return
  book.parts.push({ dueDate: today, cents: getTotal(change), isFirst: true })
  invoice(book, getTotal(change))
}

/** Twelve parts, the first on the inception, the others on its day of the months after it, at most the 28th; the last takes the cents that do not divide (BIL-6). */
export function getMonths(total: number, inception: string): Book['parts'] {
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

/** In days from the inception. */
export const getDay = ({ story }: { story: Story }, day: string): number => daysBetween(story.inceptionDate, day)

/** What a payment made on a day takes: the parts that are due, and the first one of an invoice at once (BIL-2). */
export function currentlyDue(book: Book, today: string): number {
  const due = book.parts.filter(({ isFirst, dueDate }) => isFirst || dueDate <= today)
  return Math.max(0, Math.min(getDue(book), sum(due.map((part) => part.cents)) - receivedBy(book)))
}

/** Earthquake is paid by the year or by the month; it is neither cancelled nor rewritten. */
export const isEarthquake = (productId: number): boolean => productId === 4 || productId === 5

/** A paid or open claim holds the return premium of its term. */
export const hasClaimOnReturnPremium = ({ claims }: Book): boolean =>
  claims.some(({ paidCents, isOpen }) => paidCents > 0 || isOpen)

/** What a term keeps that ends; with a paid or open claim it keeps everything until staff decide. */
export const keptBy = (book: Book, reason: string, day: number): Cost =>
  hasClaimOnReturnPremium(book) ? getWhole(book) : getKept(book, reason, day, receivedBy(book))
