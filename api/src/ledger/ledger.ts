/**
 * The rules of the journal, as plain values. Amounts are integer cents; a debit is positive, a credit negative, and
 * every entry sums to zero.
 */

export type Charge =
  | 'premium_written'
  | 'policy_fee'
  | 'surcharge'
  | 'tax_surplus_lines'
  | 'tax_stamping'
  | 'tax_emergency_fund'
  | 'tax_fireman'
  | 'tax_municipal'
  | 'tax_mwua'
  | 'tax_transaction_fee'
  | 'tax_maintenance'

export type CashAccount =
  | 'cash_mortgagee'
  | 'cash_ach'
  | 'cash_check'
  | 'cash_card'
  | 'cash_lockbox'
  | 'clearing_transfer'

export type ClearingAccount = 'clearing_ach' | 'clearing_card' | 'clearing_check'

export type AccountCode =
  | Charge
  | CashAccount
  | ClearingAccount
  | 'receivable'
  | 'payments_in_process'
  | 'refunds_payable'
  | 'suspense'
  | 'card_fee'
  | 'write_off'

export interface Posting {
  account: AccountCode
  amountCents: number
  policyId?: string
  paymentId?: string
  invoiceId?: string
}

export type EntryKind =
  | 'invoice'
  | 'paymentProcessing'
  | 'paymentSettled'
  | 'paymentFailed'
  | 'refund'
  | 'refundPaid'
  | 'transfer'
  | 'suspense'
  | 'adjustment'

export interface Entry {
  /** The fact that is booked; the database refuses to book it twice. */
  businessKey: string
  kind: EntryKind
  description: string
  postings: Posting[]
}

/** What a payment row says, as far as the journal cares. */
export interface BookedPayment {
  id: string
  policyId: string
  typeId: number
  amountCents: number
  /** Card fee on top of the amount: income of its own that pays no premium. */
  feeCents: number
}

export interface ChargeLine {
  charge: Charge
  /** Below zero for a return premium. */
  amountCents: number
  description: string
}

// Payment type ids: PAY-16 fixes 3 (check) and 12 (no receipt); the others are rows of payment_types.
const cashByType: Record<number, CashAccount> = {
  1: 'cash_mortgagee',
  2: 'cash_ach',
  3: 'cash_check',
  4: 'cash_card',
  5: 'cash_lockbox',
  6: 'cash_check',
  12: 'clearing_transfer',
}

/** Where the money of a payment type lies once it is there. Throws for a type that does not exist. */
export function cashAccount(typeId: number): CashAccount {
  const account = cashByType[typeId]
  if (!account) throw new RangeError(`There is no payment type ${typeId}`)
  return account
}

/** Where the money of a payment type is while it is on its way. */
export const clearingAccount = (typeId: number): ClearingAccount =>
  typeId === 2 ? 'clearing_ach' : typeId === 4 ? 'clearing_card' : 'clearing_check'

/** Throws when an amount is not whole cents or the entry does not sum to zero: both are mistakes of ours. */
export function assertBalanced({ businessKey, postings }: Entry): void {
  const sum = postings.reduce((total, posting) => total + posting.amountCents, 0)
  if (postings.some(({ amountCents }) => !Number.isSafeInteger(amountCents)) || sum !== 0)
    throw new RangeError(`Entry ${businessKey} does not balance (${sum} cents)`)
}

/** An invoice: owed by the policyholder, earned or owed on as premium, fees and taxes. */
export const invoiceEntry = (invoiceId: string, policyId: string, lines: ChargeLine[]): Entry => {
  const total = lines.reduce((sum, line) => sum + line.amountCents, 0)
  return {
    businessKey: `invoice:${invoiceId}`,
    kind: 'invoice',
    description: total < 0 ? 'Return premium' : 'Invoice',
    postings: omitZero([
      { account: 'receivable', amountCents: total, policyId, invoiceId },
      ...lines.map((line) => ({ account: line.charge, amountCents: -line.amountCents, policyId, invoiceId })),
    ]),
  }
}

/** A payment on its way (ACH up to 4 business days, PAY-7): nothing is paid yet, but it must not be asked for twice. */
export const processingEntry = (payment: BookedPayment): Entry => ({
  businessKey: `payment:${payment.id}:processing`,
  kind: 'paymentProcessing',
  description: 'Payment submitted',
  postings: inProcess(payment, 1),
})

/** Money that has arrived. `source` is what it came from: the outside, a payment in process, or unapplied money. */
export function settledEntry(payment: BookedPayment, source: 'outside' | 'process' | 'suspense'): Entry {
  const { id: paymentId, policyId, amountCents, feeCents } = payment
  const from = source === 'suspense' ? 'suspense' : cashAccount(payment.typeId)
  return {
    businessKey: `payment:${paymentId}:settled`,
    kind: 'paymentSettled',
    description: 'Payment received',
    postings: omitZero([
      ...(source === 'process' ? inProcess(payment, -1) : []),
      { account: from, amountCents: amountCents + feeCents, paymentId },
      { account: 'receivable', amountCents: -amountCents, policyId, paymentId },
      { account: 'card_fee', amountCents: -feeCents, policyId, paymentId },
    ]),
  }
}

/** A part of a payment that pays another policy now. */
export interface MovedPart {
  policyId: string
  amountCents: number
}

/**
 * A payment that failed, on its way or after it had arrived (a returned ACH debit, a lost dispute): it is owed again, by
 * each policy that it pays by now. `takenFrom` says where the money is gone from: it left our account, or it is there
 * still and stands in suspense again.
 */
export function failedEntry(
  payment: BookedPayment,
  was: 'processing' | 'paid',
  moved: MovedPart[] = [],
  takenFrom: 'cash' | 'suspense' = 'cash',
  isChargeback = false,
): Entry {
  const { id: paymentId, policyId, amountCents, feeCents } = payment
  const kept = amountCents - moved.reduce((sum, part) => sum + part.amountCents, 0)
  return {
    businessKey: `payment:${paymentId}:failed`,
    kind: 'paymentFailed',
    description: isChargeback ? 'Chargeback' : 'Payment failed',
    postings:
      was === 'processing'
        ? inProcess(payment, -1)
        : omitZero([
            { account: 'receivable', amountCents: kept, policyId, paymentId },
            ...moved.map((part) => ({ account: 'receivable' as const, ...part, paymentId })),
            { account: 'card_fee', amountCents: feeCents, policyId, paymentId },
            {
              account: takenFrom === 'suspense' ? ('suspense' as const) : cashAccount(payment.typeId),
              amountCents: -amountCents - feeCents,
              paymentId,
            },
          ]),
  }
}

/** A refund that was decided: the money is the payer's, and ours to send. `amountCents` is above zero. */
export const refundEntry = (refundId: string, policyId: string, amountCents: number): Entry => ({
  businessKey: `refund:${refundId}`,
  kind: 'refund',
  description: 'Refund due',
  postings: [
    { account: 'receivable', amountCents, policyId, paymentId: refundId },
    { account: 'refunds_payable', amountCents: -amountCents, policyId, paymentId: refundId },
  ],
})

/** A refund that has left by the way the payment had come. */
export const refundPaidEntry = (refundId: string, policyId: string, amountCents: number, typeId: number): Entry => ({
  businessKey: `refund:${refundId}:paid`,
  kind: 'refundPaid',
  description: 'Refund paid',
  postings: [
    { account: 'refunds_payable', amountCents, policyId, paymentId: refundId },
    { account: cashAccount(typeId), amountCents: -amountCents, paymentId: refundId },
  ],
})

/** A refund that could not be sent: the money is the policy's again. */
export const refundFailedEntry = (refundId: string, policyId: string, amountCents: number): Entry => ({
  businessKey: `refund:${refundId}:failed`,
  kind: 'refund',
  description: 'Refund failed',
  postings: [
    { account: 'refunds_payable', amountCents, policyId, paymentId: refundId },
    { account: 'receivable', amountCents: -amountCents, policyId, paymentId: refundId },
  ],
})

/** Money that pays another policy instead. The transfer account ends where it began. */
export const transferEntry = (
  from: { rowId: string; policyId: string },
  to: { rowId: string; policyId: string },
  amountCents: number,
): Entry => ({
  businessKey: `transfer:${from.rowId}`,
  kind: 'transfer',
  description: 'Payment transferred',
  postings: [
    { account: 'receivable', amountCents, policyId: from.policyId, paymentId: from.rowId },
    { account: 'clearing_transfer', amountCents: -amountCents, paymentId: from.rowId },
    { account: 'clearing_transfer', amountCents, paymentId: to.rowId },
    { account: 'receivable', amountCents: -amountCents, policyId: to.policyId, paymentId: to.rowId },
  ],
})

/**
 * A small balance that is written off: what was owed (above zero) is owed no more, what was credit (below zero) is ours.
 * It is an adjustment, since nothing was received. `isReversal` takes it back.
 */
export const writeOffEntry = (
  writeOff: { id: string; policyId: string; amountCents: number },
  isReversal = false,
): Entry => {
  const cents = isReversal ? -writeOff.amountCents : writeOff.amountCents
  return {
    businessKey: `write-off:${writeOff.id}${isReversal ? ':reversed' : ''}`,
    kind: 'adjustment',
    description: isReversal ? 'Write-off reversed' : 'Small balance written off',
    postings: [
      { account: 'receivable', amountCents: -cents, policyId: writeOff.policyId },
      { account: 'write_off', amountCents: cents, policyId: writeOff.policyId },
    ],
  }
}

/**
 * Most that may be moved away from a payment, in cents: while something is due on the policy, what is left of all its
 * rows with this payment id; otherwise the selected payment's amount (PAY-14) — but never more than is left (PAY-14).
 */
export const maximumTransferCents = (
  totalDueCents: number,
  { amountCents, leftCents }: { amountCents: number; leftCents: number },
): number => Math.max(0, totalDueCents > 0 ? leftCents : Math.min(amountCents, leftCents))

/**
 * What a payment made now takes, in cents (BIL-2): parts of invoices that are due by `today`, and the first part of
 * each from its beginning, as far as they are not covered by what was received. So whatever is owed can be paid at any
 * time, but for the instalments to come of a monthly plan; a policy is paid when this is nothing.
 */
export function currentlyDueCents(
  installments: { installmentNo: number; dueDate: string; amountCents: number }[],
  balance: { receivedCents: number; dueCents: number },
  today: string,
): number {
  const asked = installments
    .filter(({ dueDate, installmentNo }) => dueDate <= today || installmentNo === 1)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return Math.max(0, Math.min(asked - balance.receivedCents, balance.dueCents))
}

const inProcess = (
  { id: paymentId, policyId, typeId, amountCents, feeCents }: BookedPayment,
  sign: 1 | -1,
): Posting[] => [
  { account: clearingAccount(typeId), amountCents: sign * (amountCents + feeCents), paymentId },
  ...omitZero([
    { account: 'payments_in_process', amountCents: -sign * amountCents, policyId, paymentId },
    { account: 'card_fee', amountCents: -sign * feeCents, policyId, paymentId },
  ]),
]

/** A line of nothing is no line: the journal holds movements only. `-0` counts as nothing, too. */
const omitZero = (postings: Posting[]): Posting[] => postings.filter(({ amountCents }) => amountCents !== 0)
