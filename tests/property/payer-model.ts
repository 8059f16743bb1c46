import { splitInProportion } from './cancellation-model.ts'

/** A reference model of payments and their payers, in cents. It shares no code with the product. */

export interface ModelPayment {
  rowId: string
  paymentId: string
  payer: string
  /** Original amount of the payment, in cents. */
  originalCents: number
  leftCents: number
  /** True if the money was transferred from another policy. */
  isTransferred: boolean
  /** The original payment, if the money was transferred. */
  originalPayment?: ModelPayment
  /** True if staff recorded the payment as a check. */
  isCheck: boolean
  /** Amount refunded to the payer, in cents. */
  refundedCents: number
  /** The amount that was transferred to another policy. */
  transferredCents?: number
  /** True if the payment was returned or disputed. */
  isReturned?: boolean
}

/** The part of a payment that was not owed. Staff or a later charge use it. */
export interface ModelOverpayment {
  payment: ModelPayment
  cents: number
  /** `kept`: staff keep the amount as credit for the renewal. It is not refunded before the renewal. */
  state: 'open' | 'spent' | 'closed' | 'kept'
  /** The amount that staff kept as credit for the renewal. */
  keptCents?: number
}

export interface PolicyMoney {
  invoicedCents: number
  /** Payments in the order in which they were received. */
  payments: ModelPayment[]
  /** Overpayments in the order in which they were opened. */
  overpayments: ModelOverpayment[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)
export const getReceived = ({ payments }: PolicyMoney): number => sum(payments.map(({ leftCents }) => leftCents))
export const getDue = (money: PolicyMoney): number => money.invoicedCents - getReceived(money)
export const getCredit = (money: PolicyMoney): number => Math.max(0, -getDue(money))

/**
 * Returns the unused part of an overpayment. Refunds and transfers of a payment first reduce the payment's overpayment
 * (REF-4). A returned payment has no unused part.
 */
const getUnusedOverpayment = ({ cents, payment }: ModelOverpayment) =>
  payment.isReturned ? 0 : Math.max(0, cents - (payment.originalCents - payment.leftCents))

/**
 * Returns the available part of an overpayment. The policy's credit is assigned to its overpayments, starting with the
 * latest.
 */
export function getRemaining(money: PolicyMoney, item: ModelOverpayment): number {
  const later = money.overpayments
    .slice(money.overpayments.indexOf(item) + 1)
    .filter(({ state }) => state === 'open' || state === 'kept')
  return Math.max(0, Math.min(getUnusedOverpayment(item), -getDue(money) - sum(later.map(getUnusedOverpayment))))
}

/** Closes overpayments that are used up, and reopens them if the money is available again. */
function updateOverpayments(money: PolicyMoney, at: readonly ModelOverpayment[], as: 'spent' | 'closed') {
  const left = at.map((item) => getRemaining(money, item))
  for (const [index, item] of at.entries())
    if (item.state !== 'kept' && (item.state === 'open') !== (left[index] ?? 0) > 0)
      item.state = (left[index] ?? 0) > 0 ? 'open' : as
}

/** Adds a charge, or return premium if negative. */
export function addCharge(money: PolicyMoney, cents: number): void {
  money.invoicedCents += cents
  const at = money.overpayments.filter(({ state }) => state !== 'closed')
  updateOverpayments(money, at, 'spent')
}

/** Adds a payment from a payer. The part that is not owed is an overpayment (REF-4). */
export function receivePayment(money: PolicyMoney, paid: ModelPayment): void {
  money.payments.push(paid)
  openOverpayment(money, paid)
}

/** Opens an overpayment for the part of a payment that is not owed. */
export function openOverpayment(money: PolicyMoney, payment: ModelPayment): void {
  if (getDue(money) < 0)
    money.overpayments.push({ payment, cents: Math.min(payment.originalCents, -getDue(money)), state: 'open' })
}

/** Reduces the remaining amount of a payment. */
function reduceRemainingAmount(money: PolicyMoney, payment: ModelPayment, cents: number): void {
  payment.leftCents -= cents
  updateOverpayments(
    money,
    money.overpayments.filter((item) => item.payment === payment),
    'closed',
  )
}

/** Records a transfer of money from a payment to another policy. */
export function recordTransfer(money: PolicyMoney, payment: ModelPayment, cents: number): void {
  payment.transferredCents = (payment.transferredCents ?? 0) + cents
  reduceRemainingAmount(money, payment, cents)
}

/** Records a refund of a payment to its payer. */
export function refundPayment(money: PolicyMoney, payment: ModelPayment, cents: number): void {
  payment.refundedCents += cents
  reduceRemainingAmount(money, payment, cents)
}

/**
 * Reverses a returned or disputed payment on every policy that received money from it. The amount and its refunds are
 * owed again (PAY-6).
 */
export function reversePayment(accounts: readonly PolicyMoney[], payment: ModelPayment): void {
  for (const paid of accounts.flatMap(({ payments }) => payments)) {
    if (paid !== payment && paid.originalPayment !== payment) continue
    paid.isReturned = true
    paid.leftCents = -paid.refundedCents
  }
}

/** Refunded amount for each payer. */
export type Payees = Map<string, number>
const addToPayees = (payees: Payees, { payer }: ModelPayment, cents: number) =>
  payees.set(payer, (payees.get(payer) ?? 0) + cents)

/** Puts the refund of a check that staff recorded on hold until it is confirmed (REF-13). */
export type HoldCheck = (payment: ModelPayment, cents: number) => void

/** Refunds a part of a payment to its payer. With `holdCheck`, puts the part of a check on hold instead. */
function refundPart(
  money: PolicyMoney,
  { payment, part }: { payment: ModelPayment; part: number },
  payees: Payees,
  holdCheck: HoldCheck | undefined,
) {
  if (payment.isCheck && holdCheck) return holdCheck(payment, part)
  refundPayment(money, payment, part)
  addToPayees(payees, payment, part)
}

/**
 * Refunds an amount in proportion to the remaining amounts of the payments, without the amounts that are on hold for a
 * check (`getHeld`). With `holdCheck`, puts the parts of checks on hold.
 */
export function refundInProportion(
  money: PolicyMoney,
  cents: number,
  {
    payees = new Map(),
    getHeld,
    holdCheck,
  }: { payees?: Payees; getHeld: (payment: ModelPayment) => number; holdCheck?: HoldCheck },
): Payees {
  const payments = money.payments
    .map((payment) => ({ payment, left: Math.max(0, payment.leftCents - getHeld(payment)) }))
    .filter(({ left }) => left > 0)
  const amounts = payments.map(({ left }) => left)
  const parts = splitInProportion(Math.min(cents, sum(amounts)), amounts)
  for (const [index, { payment }] of payments.entries()) {
    const part = parts[index] ?? 0
    if (part > 0) refundPart(money, { payment, part }, payees, holdCheck)
  }
  return payees
}

/** Refunds open overpayments to their payers (REF-4), except for the withheld amount. Puts checks on hold. */
export function refundOverpayments(money: PolicyMoney, withheld: number, holdCheck: HoldCheck): Payees {
  const payees: Payees = new Map()
  let free = -getDue(money) - withheld
  const open = money.overpayments.filter(({ state }) => state === 'open').toReversed()
  const parts = open.map((item) => getRemaining(money, item))
  for (const [index, { payment }] of open.entries()) {
    const part = Math.min(parts[index] ?? 0, free)
    if (part <= 0) continue
    free -= part
    refundPart(money, { payment, part }, payees, holdCheck)
  }
  return payees
}

/** Records a transfer to another policy, from the oldest payments first (REW-1). */
export function transferMoney(money: PolicyMoney, cents: number): { payment: ModelPayment; cents: number }[] {
  let left = cents
  return money.payments.flatMap((payment) => {
    const part = Math.max(0, Math.min(left, payment.leftCents))
    if (part === 0) return []
    left -= part
    recordTransfer(money, payment, part)
    return [{ payment, cents: part }]
  })
}
