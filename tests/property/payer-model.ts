import { splitAs } from './cancellation-model.ts'

/**
 * Whose money it is, reckoned from the decisions (20, 95, 100 and 101) by somebody who has never seen the engine: nothing is
 * imported from it. Cents throughout.
 */

export interface Paid {
  rowId: string
  paymentId: string
  payer: string
  /** What came with it. */
  cameCents: number
  leftCents: number
  /** It came from another policy. */
  isMoved: boolean
  /** The payment that it first came by, where it was moved. */
  cameBy?: Paid
  /** What of it went back to the payer. */
  refundedCents: number
  /** Its bank took it back. */
  isGone?: boolean
}

/** What somebody paid beyond what was owed, until staff or a later premium have taken it. */
export interface Overpaid {
  payment: Paid
  cents: number
  /** Kept as credit by staff, it is there until the renewal, and nobody's to share before it. */
  state: 'open' | 'spent' | 'closed' | 'kept'
}

export interface Purse {
  invoicedCents: number
  /** As they came. */
  payments: Paid[]
  /** As they were opened. */
  overpaid: Overpaid[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)
export const receivedBy = ({ payments }: Purse): number => sum(payments.map(({ leftCents }) => leftCents))
export const getDue = (purse: Purse): number => purse.invoicedCents - receivedBy(purse)
export const getCredit = (purse: Purse): number => Math.max(0, -getDue(purse))

/** Whatever left a payment left what was too much of it first (REF-3); what its bank took back is not there. */
const notGone = ({ cents, payment }: Overpaid) =>
  payment.isGone ? 0 : Math.max(0, cents - (payment.cameCents - payment.leftCents))

/** What is there of an overpayment: no more than the policy is in credit, of which who overpaid last has the first part. */
export function getRemaining(purse: Purse, item: Overpaid): number {
  const later = purse.overpaid
    .slice(purse.overpaid.indexOf(item) + 1)
    .filter(({ state }) => state === 'open' || state === 'kept')
  return Math.max(0, Math.min(notGone(item), -getDue(purse) - sum(later.map(notGone))))
}

/** Overpayments close by themselves at nothing, and are there again when the money is. */
function look(purse: Purse, at: readonly Overpaid[], as: 'spent' | 'closed') {
  const left = at.map((item) => getRemaining(purse, item))
  for (const [index, item] of at.entries())
    if (item.state !== 'kept' && (item.state === 'open') !== (left[index] ?? 0) > 0)
      item.state = (left[index] ?? 0) > 0 ? 'open' : as
}

/** Premium is charged or goes back. */
export function invoice(purse: Purse, cents: number): void {
  purse.invoicedCents += cents
  const at = purse.overpaid.filter(({ state }) => state !== 'closed')
  look(purse, at, 'spent')
}

/** Money comes in from outside; what is too much of it is the payer's (REF-3). */
export function receive(purse: Purse, paid: Paid): void {
  purse.payments.push(paid)
  isTooMuch(purse, paid)
}

/** A payment has come: what the policy does not owe of it is an overpayment. */
export function isTooMuch(purse: Purse, payment: Paid): void {
  if (getDue(purse) < 0)
    purse.overpaid.push({ payment, cents: Math.min(payment.cameCents, -getDue(purse)), state: 'open' })
}

/** Money of one payment leaves. */
export function leave(purse: Purse, payment: Paid, cents: number): void {
  payment.leftCents -= cents
  look(
    purse,
    purse.overpaid.filter((item) => item.payment === payment),
    'closed',
  )
}

/** Money of one payment goes back to who paid it. */
export function giveBack(purse: Purse, payment: Paid, cents: number): void {
  payment.refundedCents += cents
  leave(purse, payment, cents)
}

/** A bank took a payment back: wherever its money went, it is owed again, and so is what was refunded of it (PAY-6). */
export function takeBack(purses: readonly Purse[], payment: Paid): void {
  for (const paid of purses.flatMap(({ payments }) => payments)) {
    if (paid !== payment && paid.cameBy !== payment) continue
    paid.isGone = true
    paid.leftCents = -paid.refundedCents
  }
}

/** Who gets how much. */
export type Payees = Map<string, number>
const pays = (payees: Payees, { payer }: Paid, cents: number) => payees.set(payer, (payees.get(payer) ?? 0) + cents)

/** Money leaves as it came in. */
export function sendBack(purse: Purse, cents: number, payees: Payees = new Map()): Payees {
  const held = purse.payments.filter(({ leftCents }) => leftCents > 0)
  const parts = splitAs(
    Math.min(cents, receivedBy(purse)),
    held.map(({ leftCents }) => leftCents),
  )
  for (const [index, payment] of held.entries()) {
    const part = parts[index] ?? 0
    if (part === 0) continue
    giveBack(purse, payment, part)
    pays(payees, payment, part)
  }
  return payees
}

/** Who overpaid gets it back before anything is shared (REF-3). */
export function sendOverpaidBack(purse: Purse): Payees {
  const payees: Payees = new Map()
  const open = purse.overpaid.filter(({ state }) => state === 'open').toReversed()
  const parts = open.map((item) => getRemaining(purse, item))
  for (const [index, { payment }] of open.entries()) {
    const part = parts[index] ?? 0
    if (part === 0) continue
    giveBack(purse, payment, part)
    pays(payees, payment, part)
  }
  return payees
}

/** What is moved to another policy leaves the oldest payments first (REW-1). */
export function passOn(purse: Purse, cents: number): { payment: Paid; cents: number }[] {
  let left = cents
  return purse.payments.flatMap((payment) => {
    const part = Math.max(0, Math.min(left, payment.leftCents))
    if (part === 0) return []
    left -= part
    leave(purse, payment, part)
    return [{ payment, cents: part }]
  })
}
