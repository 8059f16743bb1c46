import { splitInProportion } from './cancellation-model.ts'

/** An independent model of who owns which money, in cents. It shares no code with the product. */

export interface Paid {
  rowId: string
  paymentId: string
  payer: string
  /** The original amount of the payment. */
  originalCents: number
  leftCents: number
  /** True if it was moved from another policy. */
  isMoved: boolean
  /** The original payment, if it was moved. */
  cameBy?: Paid
  /** The amount that was refunded to the payer. */
  refundedCents: number
  /** What of it was moved to another policy. */
  movedCents?: number
  /** True if its bank took it back. */
  isReturned?: boolean
}

/** The part of a payment that was not owed, until staff or a later charge use it. */
export interface Overpaid {
  payment: Paid
  cents: number
  /** Staff keep a `kept` item as credit until the renewal. It is not refunded before. */
  state: 'open' | 'spent' | 'closed' | 'kept'
  /** What staff kept as credit for the renewal. */
  keptCents?: number
}

export interface PolicyMoney {
  invoicedCents: number
  /** In the order in which they were received. */
  payments: Paid[]
  /** In the order in which they were opened. */
  overpaid: Overpaid[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)
export const getReceived = ({ payments }: PolicyMoney): number => sum(payments.map(({ leftCents }) => leftCents))
export const getDue = (purse: PolicyMoney): number => purse.invoicedCents - getReceived(purse)
export const getCredit = (purse: PolicyMoney): number => Math.max(0, -getDue(purse))

/**
 * Returns the remaining overpayment. Money that leaves a payment first reduces its overpayment (REF-3), and a payment
 * that its bank took back has none.
 */
const notGone = ({ cents, payment }: Overpaid) =>
  payment.isReturned ? 0 : Math.max(0, cents - (payment.originalCents - payment.leftCents))

/**
 * Returns what is available of an overpayment: at most the policy's credit, which belongs to the latest overpayments
 * first.
 */
export function getRemaining(purse: PolicyMoney, item: Overpaid): number {
  const later = purse.overpaid
    .slice(purse.overpaid.indexOf(item) + 1)
    .filter(({ state }) => state === 'open' || state === 'kept')
  return Math.max(0, Math.min(notGone(item), -getDue(purse) - sum(later.map(notGone))))
}

/** Closes overpayments that are used up, and reopens them when their money is available again. */
function updateOverpayments(purse: PolicyMoney, at: readonly Overpaid[], as: 'spent' | 'closed') {
  const left = at.map((item) => getRemaining(purse, item))
  for (const [index, item] of at.entries())
    if (item.state !== 'kept' && (item.state === 'open') !== (left[index] ?? 0) > 0)
      item.state = (left[index] ?? 0) > 0 ? 'open' : as
}

/** Charges or returns premium. */
export function invoice(purse: PolicyMoney, cents: number): void {
  purse.invoicedCents += cents
  const at = purse.overpaid.filter(({ state }) => state !== 'closed')
  updateOverpayments(purse, at, 'spent')
}

/** Receives a payment from outside. The part that is not owed is an overpayment (REF-3). */
export function receive(purse: PolicyMoney, paid: Paid): void {
  purse.payments.push(paid)
  openOverpayment(purse, paid)
}

/** Opens an overpayment for the part of a payment that the policy does not owe. */
export function openOverpayment(purse: PolicyMoney, payment: Paid): void {
  if (getDue(purse) < 0)
    purse.overpaid.push({ payment, cents: Math.min(payment.originalCents, -getDue(purse)), state: 'open' })
}

/** Removes money from a payment. */
export function removeMoney(purse: PolicyMoney, payment: Paid, cents: number): void {
  payment.leftCents -= cents
  updateOverpayments(
    purse,
    purse.overpaid.filter((item) => item.payment === payment),
    'closed',
  )
}

/** Money of one payment is moved to another policy. */
export function move(purse: PolicyMoney, payment: Paid, cents: number): void {
  payment.movedCents = (payment.movedCents ?? 0) + cents
  removeMoney(purse, payment, cents)
}

/** Refunds money of a payment to its payer. */
export function refundPayment(purse: PolicyMoney, payment: Paid, cents: number): void {
  payment.refundedCents += cents
  removeMoney(purse, payment, cents)
}

/**
 * Reverses a payment that its bank took back. It is owed again, wherever its money went, and so are its refunds
 * (PAY-6).
 */
export function reversePayment(purses: readonly PolicyMoney[], payment: Paid): void {
  for (const paid of purses.flatMap(({ payments }) => payments)) {
    if (paid !== payment && paid.cameBy !== payment) continue
    paid.isReturned = true
    paid.leftCents = -paid.refundedCents
  }
}

/** Refund amounts by payer. */
export type Payees = Map<string, number>
const pays = (payees: Payees, { payer }: Paid, cents: number) => payees.set(payer, (payees.get(payer) ?? 0) + cents)

/** Refunds money in proportion to the payments that hold it. */
export function refundInProportion(purse: PolicyMoney, cents: number, payees: Payees = new Map()): Payees {
  const held = purse.payments.filter(({ leftCents }) => leftCents > 0)
  const parts = splitInProportion(
    Math.min(cents, getReceived(purse)),
    held.map(({ leftCents }) => leftCents),
  )
  for (const [index, payment] of held.entries()) {
    const part = parts[index] ?? 0
    if (part === 0) continue
    refundPayment(purse, payment, part)
    pays(payees, payment, part)
  }
  return payees
}

/** Who overpaid gets it back before anything is shared (REF-3), without what is withheld. */
export function refundOverpayments(purse: PolicyMoney, withheld: number): Payees {
  const payees: Payees = new Map()
  let free = -getDue(purse) - withheld
  const open = purse.overpaid.filter(({ state }) => state === 'open').toReversed()
  const parts = open.map((item) => getRemaining(purse, item))
  for (const [index, { payment }] of open.entries()) {
    const part = Math.min(parts[index] ?? 0, free)
    if (part <= 0) continue
    free -= part
    refundPayment(purse, payment, part)
    pays(payees, payment, part)
  }
  return payees
}

/** Moves money to another policy, from the oldest payments first (REW-1). */
export function moveMoney(purse: PolicyMoney, cents: number): { payment: Paid; cents: number }[] {
  let left = cents
  return purse.payments.flatMap((payment) => {
    const part = Math.max(0, Math.min(left, payment.leftCents))
    if (part === 0) return []
    left -= part
    move(purse, payment, part)
    return [{ payment, cents: part }]
  })
}
