import { daysBetween } from '@tideline/api/calendar/days.ts'
import { type Cost, keptOf, type Term, totalOf, wholeOf } from '../end-reckoner.ts'
import { dueOf, invoice, type Paid, type Purse, receivedBy } from '../payer-reckoner.ts'
import { boundFor, type Story } from '../reckoner.ts'
import { sum } from './numbers.ts'

/** Money of an end that waits for staff (decision 101). */
export interface Review {
  heldBy: 'claim' | 'amount' | 'newPolicy'
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
  /** What it held when it was last looked at. */
  heldCents: number
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
    ended: undefined,
    pending: undefined,
    isRewritten: false,
    isLeaving: false,
    isRenewed: false,
    isUnpaid: false,
    earningCents: boundFor(bound.story),
    heldCents: 0,
    cameCents: 0,
    endedOn: undefined,
  }
  charge(book, cost, today)
  if (book.isMonthly) book.parts = monthsOf(book.invoicedCents, bound.story.inceptionDate)
  return book
}

/** A transaction is in the ledger: invoiced in one part, unless it changes nothing. */
export function charge(book: Book, change: Cost, today: string): void {
  const isNothing = [change.premium, change.fee, ...Object.values(change.taxes)].every((part) => part === 0)
  if (isNothing) return
  book.parts.push({ dueDate: today, cents: totalOf(change), isFirst: true })
  invoice(book, totalOf(change))
}

/** Twelve parts, the first on the inception, the others on its day of the months after it, at most the 28th; the last takes the cents that do not divide (decision 62). */
export function monthsOf(total: number, inception: string): Book['parts'] {
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
export const dayOf = ({ story }: { story: Story }, day: string): number => daysBetween(story.inceptionDate, day)

/** What a payment made on a day takes: the parts that are due, and the first one of an invoice at once (decision 62). */
export function currentlyDue(book: Book, today: string): number {
  const due = book.parts.filter(({ isFirst, dueDate }) => isFirst || dueDate <= today)
  return Math.max(0, Math.min(dueOf(book), sum(due.map((part) => part.cents)) - receivedBy(book)))
}

/** Earthquake is paid by the year or by the month; it is neither cancelled nor rewritten. */
export const isEarthquake = (productId: number): boolean => productId === 4 || productId === 5

/** What was paid on claims holds back what would go back (decision 101). */
export const isClaimPaid = ({ claims }: Book): boolean => claims.some(({ paidCents }) => paidCents > 0)

/** What a term keeps that ends; a paid claim keeps everything until staff decide (decision 101). */
export const keptBy = (book: Book, reason: string, day: number): Cost =>
  isClaimPaid(book) ? wholeOf(book) : keptOf(book, reason, day, receivedBy(book))
