/**
 * Obligations as pure functions: what a policy owes, when, and how money covers it. Amounts are integer cents, dates are
 * `YYYY-MM-DD` at the insured property.
 */

import { getLaterDate } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'

export interface Obligation {
  /** The order of posting. Number 1 is the first amount of the term. */
  obligationNo: number
  /** Null for an amount that exceeds all invoices, after the bank returned a payment that was refunded before. */
  invoiceId: string | null
  dueDate: string
  amountCents: number
  /** Neither paid nor credited nor written off. A processing payment does not change it. */
  openCents: number
  writtenOffCents: number
}

export type ObligationState = 'upcoming' | 'due' | 'pastDue' | 'processing' | 'paid' | 'writtenOff'

/** States of obligations that are owed, the most urgent first. */
const owedStates = ['pastDue', 'due', 'processing', 'upcoming'] as const

/**
 * Orders obligations as payments cover them (BIL-5): the first amount of the term, then the oldest due date. What is
 * currently due therefore comes before what is upcoming.
 */
export const compareInPaymentOrder = (one: PaymentOrder, other: PaymentOrder): number =>
  Number(other.obligationNo === 1) - Number(one.obligationNo === 1) ||
  one.dueDate.localeCompare(other.dueDate) ||
  one.obligationNo - other.obligationNo
type PaymentOrder = Pick<Obligation, 'obligationNo' | 'dueDate'>

/** Returns whether an open amount is currently due (BIL-2): due by today, or the first amount of the term. */
const isCurrentlyDue = ({ obligationNo, dueDate }: PaymentOrder, today: string): boolean =>
  dueDate <= today || obligationNo === 1

export interface DueSummary {
  /** Open amounts that are due by today, and the first amount of the term (BIL-2). */
  currentlyDueCents: number
  /** Open amounts that are currently due, otherwise the next one. */
  nextDueCents: number
  /** The amount that a payment takes by default (BIL-13): what is currently due, otherwise what is due next, not processing. */
  payableCents: number
  /** The amount of a payment that pays everything: all open amounts, not processing (BIL-13). */
  payableTotalCents: number
  /** The due date of the oldest amount that is currently due, otherwise of the next upcoming one. */
  dueDate: string | undefined
  /** The most urgent state of all obligations. Undefined if nothing is owed. */
  dueState: (typeof owedStates)[number] | undefined
}

/** Returns the state of each obligation (BIL-12), in payment order, given the processing payments. */
export function getStates<Row extends Obligation>(
  obligations: readonly Row[],
  { today, processingCents }: { today: string; processingCents: number },
): (Row & { state: ObligationState })[] {
  let processing = processingCents
  return obligations.toSorted(compareInPaymentOrder).map((obligation) => {
    const isProcessing = obligation.openCents > 0 && processing >= obligation.openCents
    processing = Math.max(0, processing - obligation.openCents)
    return { ...obligation, state: isProcessing ? 'processing' : getSettledState(obligation, today) }
  })
}

function getSettledState(obligation: Obligation, today: string): ObligationState {
  if (obligation.openCents === 0) return obligation.writtenOffCents > 0 ? 'writtenOff' : 'paid'
  if (obligation.dueDate < today) return 'pastDue'
  return isCurrentlyDue(obligation, today) ? 'due' : 'upcoming'
}

/** Returns what a policy owes now, and when. */
export function summarizeDue(
  obligations: readonly Obligation[],
  { today, processingCents }: { today: string; processingCents: number },
): DueSummary {
  const open = getStates(obligations, { today, processingCents }).filter(({ openCents }) => openCents > 0)
  const due = open.filter((obligation) => isCurrentlyDue(obligation, today))
  const payable = due.length > 0 ? due : open.slice(0, 1)
  return {
    currentlyDueCents: sumOpen(due),
    nextDueCents: sumOpen(payable),
    payableCents: Math.max(0, sumOpen(payable) - processingCents),
    payableTotalCents: Math.max(0, sumOpen(open) - processingCents),
    dueDate: payable.map(({ dueDate }) => dueDate).toSorted()[0],
    dueState: owedStates.find((owed) => open.some(({ state }) => state === owed)),
  }
}

/** The amount due with a label that states its date, and the balance, as emails and letters show them (BIL-16). */
export interface DueFacts {
  dueLabel: string
  dueCents: number
  balanceCents: number
}

/** An amount that will be charged automatically. */
export interface DueCharge {
  /** Date at the insured property, `YYYY-MM-DD`. */
  chargeDate: string
  amountCents: number
  /** The payment method from the view of the recipient, such as `your card ending in 4242`. */
  payer: string
}

/**
 * Returns the amount that is due now or next and the balance, with the names that the policy page uses (BIL-16). If the
 * amount is not past due and will be charged automatically, returns the charge instead of the due date (AUT-10).
 */
export function toDueFacts(
  {
    currentlyDueCents,
    nextDueCents,
    dueDate,
    dueState,
    dueCents,
  }: Pick<DueSummary, 'currentlyDueCents' | 'nextDueCents' | 'dueDate' | 'dueState'> & { dueCents: number },
  charge?: DueCharge,
): DueFacts {
  const amounts = { dueCents: nextDueCents, balanceCents: Math.max(0, dueCents) }
  if (!dueDate) return { ...amounts, dueLabel: 'Amount due' }
  if (charge && dueState !== 'pastDue') {
    const dueLabel = `We will charge ${charge.payer} on ${formatUsDate(charge.chargeDate)}`
    return { ...amounts, dueCents: charge.amountCents, dueLabel }
  }
  const date = formatUsDate(dueDate)
  if (currentlyDueCents === 0) return { ...amounts, dueLabel: `Next amount due by ${date}` }
  return {
    ...amounts,
    dueLabel: dueState === 'pastDue' ? `Amount due, past due since ${date}` : `Amount due by ${date}`,
  }
}

/** Returns the past-due open amounts that the processing payments do not cover, in cents. */
export const getPastDueCents = (
  obligations: readonly Pick<Obligation, 'dueDate' | 'openCents'>[],
  { today, processingCents }: { today: string; processingCents: number },
): number =>
  Math.max(0, sum(obligations.flatMap((one) => (one.dueDate < today ? [one.openCents] : []))) - processingCents)

/** A part of an invoice that a payment covers. */
export interface CoveredPart {
  invoiceId: string
  policyPaymentId: string
  amountCents: number
}

export interface PolicyMoney {
  obligations: readonly Obligation[]
  /** The policy's balance in the ledger. Negative when the policy is in credit. */
  dueCents: number
  /** Write-offs that are not reversed. */
  writtenOffCents: number
  /** Return premium of all invoices, as a positive amount. */
  returnedCents: number
  /** Payments that are not fully refunded or moved, oldest first. */
  payments: readonly { policyPaymentId: string; leftCents: number }[]
  /** What payments covered before. */
  parts: readonly CoveredPart[]
  /** The date at the property. */
  today: string
  /** The payment whose failure is being recorded. */
  failure?: { amountCents: number; wasProcessing: boolean; submittedOn: string }
}

export interface AppliedMoney {
  obligations: Obligation[]
  parts: CoveredPart[]
  /** What the policy owes beyond all obligations: the bank returned a payment that was refunded before. */
  excessCents: number
}

/**
 * Applies the money of a policy to its obligations, so that their open amounts add up to its balance (BIL-12).
 *
 * What is covered stays covered. New money covers the first amount of the term, then the oldest due date. What a payment
 * had covered is open again when it fails, is refunded or moved, the latest due date first. An obligation that it had
 * paid in full is then due on the date of the return, or on its own later due date (BIL-3).
 */
export function applyMoney(money: PolicyMoney): AppliedMoney {
  const obligations = money.obligations.map((obligation) => ({ ...obligation })).toSorted(compareInPaymentOrder)
  const wasPaid = new Set(obligations.filter(({ openCents }) => openCents === 0))
  const reopened = reopenLostParts(obligations, money)
  const returned = money.failure?.wasProcessing === false ? reopened.filter((one) => wasPaid.has(one)) : []

  adjustWriteOffs(obligations, money.writtenOffCents)
  const missingCents = Math.max(0, money.dueCents) - sumOpen(obligations)
  if (missingCents < 0) cover(obligations, -missingCents)
  const excessCents = missingCents > 0 ? missingCents - reopen(obligations, missingCents) : 0

  if (money.failure?.wasProcessing && money.failure.submittedOn < money.today)
    returned.push(...getFullyCoverable(obligations, money.failure.amountCents))
  for (const obligation of returned)
    if (obligation.openCents > 0) obligation.dueDate = getLaterDate(obligation.dueDate, money.today)
  return { obligations, parts: getParts(obligations, money), excessCents }
}

/** Reopens what payments covered and no longer hold. Returns the obligations that it reopened. */
function reopenLostParts(obligations: Obligation[], { parts, payments }: PolicyMoney): Obligation[] {
  const left = new Map(payments.map(({ policyPaymentId, leftCents }) => [policyPaymentId, leftCents]))
  const reopened: Obligation[] = []
  for (const [policyPaymentId, own] of Map.groupBy(parts, (part) => part.policyPaymentId)) {
    let lostCents = sum(own.map(({ amountCents }) => amountCents)) - (left.get(policyPaymentId) ?? 0)
    const byInvoice = new Map<string | null, number>(own.map(({ invoiceId, amountCents }) => [invoiceId, amountCents]))
    for (const obligation of obligations.toReversed()) {
      const heldCents = byInvoice.get(obligation.invoiceId) ?? 0
      const cents = reopen([obligation], Math.max(0, Math.min(lostCents, heldCents)))
      lostCents -= cents
      byInvoice.set(obligation.invoiceId, heldCents - cents)
      if (cents > 0) reopened.push(obligation)
    }
  }
  return reopened
}

/** Makes the written-off amounts of the obligations add up to the policy's write-offs. */
function adjustWriteOffs(obligations: Obligation[], writtenOffCents: number) {
  let cents = writtenOffCents - sum(obligations.map((obligation) => obligation.writtenOffCents))
  for (const obligation of cents > 0 ? obligations : obligations.toReversed()) {
    const change = cents > 0 ? Math.min(cents, obligation.openCents) : Math.max(cents, -obligation.writtenOffCents)
    obligation.writtenOffCents += change
    obligation.openCents -= change
    cents -= change
  }
}

function cover(obligations: Obligation[], coveredCents: number) {
  let cents = coveredCents
  for (const obligation of obligations) {
    const part = Math.min(cents, obligation.openCents)
    obligation.openCents -= part
    cents -= part
  }
}

/** Reopens covered amounts, the latest due date first, and write-offs last. Returns the cents that it reopened. */
function reopen(obligations: Obligation[], reopenedCents: number): number {
  let cents = reopenedCents
  for (const keptOf of [(one: Obligation) => one.writtenOffCents, () => 0])
    for (const obligation of obligations.toReversed()) {
      const part = Math.min(cents, obligation.amountCents - obligation.openCents - keptOf(obligation))
      obligation.openCents += part
      obligation.writtenOffCents = Math.min(obligation.writtenOffCents, obligation.amountCents - obligation.openCents)
      cents -= part
    }
  return reopenedCents - cents
}

/** Returns the obligations that an amount would have paid in full. */
function getFullyCoverable(obligations: readonly Obligation[], amountCents: number): Obligation[] {
  let cents = amountCents
  return obligations.filter(({ openCents }) => {
    const isCoverable = openCents <= cents
    cents = Math.max(0, cents - openCents)
    return isCoverable
  })
}

/** Returns the covered parts of invoices. Return premium covers the oldest amounts first, followed by payments in the order received. */
function getParts(obligations: readonly Obligation[], { returnedCents, payments }: PolicyMoney): CoveredPart[] {
  let creditCents = returnedCents
  const held = payments.map((payment) => ({ ...payment }))
  const parts = new Map<string, CoveredPart>()
  for (const { invoiceId, amountCents, openCents, writtenOffCents } of obligations) {
    let coveredCents = amountCents - openCents - writtenOffCents
    const credited = Math.min(creditCents, coveredCents)
    creditCents -= credited
    coveredCents -= credited
    for (const payment of held) {
      const cents = Math.min(payment.leftCents, coveredCents)
      if (cents <= 0) continue
      payment.leftCents -= cents
      coveredCents -= cents
      if (invoiceId === null) continue
      const key = `${invoiceId} ${payment.policyPaymentId}`
      const before = parts.get(key)?.amountCents ?? 0
      parts.set(key, { invoiceId, policyPaymentId: payment.policyPaymentId, amountCents: before + cents })
    }
  }
  return [...parts.values()]
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
const sumOpen = (obligations: readonly Obligation[]) => sum(obligations.map(({ openCents }) => openCents))
