import { PaymentType } from '@tideline/sdk/words'

/** Code of a charge on an invoice, such as a fee or a tax. */
export type ChargeCode =
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

type ClearingAccount = 'clearing_ach' | 'clearing_card' | 'clearing_check'

type LedgerAccountCode =
  | ChargeCode
  | CashAccount
  | ClearingAccount
  | 'receivable'
  | 'payments_in_process'
  | 'refunds_payable'
  | 'suspense'
  | 'card_fee'
  | 'write_off'

export interface Posting {
  account: LedgerAccountCode
  amountCents: number
  policyId?: string
  paymentId?: string
  invoiceId?: string
}

type JournalEntryKind =
  | 'invoice'
  | 'paymentProcessing'
  | 'paymentSettled'
  | 'paymentFailed'
  | 'refund'
  | 'refundPaid'
  | 'transfer'
  | 'suspense'
  | 'adjustment'

export interface JournalEntry {
  /** Unique key of the posted event. The database rejects a second entry with the same key. */
  businessKey: string
  kind: JournalEntryKind
  description: string
  postings: Posting[]
}

/** The fields of a payment row that the journal uses. */
export interface BookedPayment {
  id: string
  policyId: string
  typeId: number
  amountCents: number
  /** Card fee on top of the amount. The fee is separate income and does not pay premium. */
  feeCents: number
}

export interface ChargeLine {
  charge: ChargeCode
  /** Amount in cents. Negative for return premium. */
  amountCents: number
  description: string
}

/** Cash accounts by payment type (PAY-16). */
const cashByType: Record<number, CashAccount> = {
  [PaymentType.lienholder]: 'cash_mortgagee',
  [PaymentType.ach]: 'cash_ach',
  [PaymentType.check]: 'cash_check',
  [PaymentType.card]: 'cash_card',
  [PaymentType.lockboxCheck]: 'cash_lockbox',
  [PaymentType.wire]: 'cash_check',
  [PaymentType.transfer]: 'clearing_transfer',
}

/** Returns the cash account for settled payments of a type. Throws RangeError for an unknown type. */
export function getCashAccount(typeId: number): CashAccount {
  const account = cashByType[typeId]
  if (!account) throw new RangeError(`There is no payment type ${typeId}`)
  return account
}

/** Returns the clearing account for processing payments of a type. */
export const getClearingAccount = (typeId: number): ClearingAccount =>
  typeId === PaymentType.ach ? 'clearing_ach' : typeId === PaymentType.card ? 'clearing_card' : 'clearing_check'

/** Throws RangeError if an amount is not whole cents or the entry does not sum to zero. */
export function assertBalanced({ businessKey, postings }: JournalEntry): void {
  const sum = postings.reduce((total, posting) => total + posting.amountCents, 0)
  if (postings.some(({ amountCents }) => !Number.isSafeInteger(amountCents)) || sum !== 0)
    throw new RangeError(`Entry ${businessKey} does not balance (${sum} cents)`)
}

/** Creates the entry for an invoice. Debits the total to the policyholder and credits premium, fees and taxes. */
export const buildInvoiceEntry = (invoiceId: string, policyId: string, lines: ChargeLine[]): JournalEntry => {
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

/**
 * Creates the entry for a submitted payment that has not settled, such as an ACH debit (PAY-7). The policy still owes
 * the amount, but it cannot be charged again.
 */
export const buildProcessingPaymentEntry = (payment: BookedPayment): JournalEntry => ({
  businessKey: `payment:${payment.id}:processing`,
  kind: 'paymentProcessing',
  description: 'Payment submitted',
  postings: inProcess(payment, 1),
})

/**
 * Creates the entry for received money. `source` is `outside` for a new payment, `process` for a processing payment or
 * `suspense` for unapplied cash.
 */
export function buildSettledPaymentEntry(
  payment: BookedPayment,
  source: 'outside' | 'process' | 'suspense',
): JournalEntry {
  const { id: paymentId, policyId, amountCents, feeCents } = payment
  const from = source === 'suspense' ? 'suspense' : getCashAccount(payment.typeId)
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

/** A part of a payment that was moved to another policy. */
export interface TransferredPaymentPart {
  policyId: string
  amountCents: number
}

/**
 * Creates the entry for a payment that failed, even after it settled (a returned ACH debit, a lost dispute). The
 * policies that received parts of the payment owe these parts again. `takenFrom` is `cash` if the money left our
 * account, or `suspense` if it became unapplied cash.
 */
export function buildFailedPaymentEntry(
  payment: BookedPayment,
  was: 'processing' | 'paid',
  transferred: TransferredPaymentPart[] = [],
  takenFrom: 'cash' | 'suspense' = 'cash',
  isChargeback = false,
): JournalEntry {
  const { id: paymentId, policyId, amountCents, feeCents } = payment
  const kept = amountCents - transferred.reduce((sum, part) => sum + part.amountCents, 0)
  return {
    businessKey: `payment:${paymentId}:failed`,
    kind: 'paymentFailed',
    description: isChargeback ? 'Chargeback' : 'Payment failed',
    postings:
      was === 'processing'
        ? inProcess(payment, -1)
        : omitZero([
            { account: 'receivable', amountCents: kept, policyId, paymentId },
            ...transferred.map((part) => ({ account: 'receivable' as const, ...part, paymentId })),
            { account: 'card_fee', amountCents: feeCents, policyId, paymentId },
            {
              account: takenFrom === 'suspense' ? ('suspense' as const) : getCashAccount(payment.typeId),
              amountCents: -amountCents - feeCents,
              paymentId,
            },
          ]),
  }
}

/** Returns the business key of the entry for a partial dispute. */
export const getDisputeKey = (disputeId: string): string => `dispute:${disputeId}`

/**
 * Creates the entry for a dispute of a part of a payment. Each policy owes its part again. The card fee of the disputed
 * part is lost, too.
 */
export const buildDisputedPartEntry = (
  disputeId: string,
  payment: BookedPayment,
  parts: readonly { rowId: string; policyId: string; amountCents: number }[],
  feeCents: number,
): JournalEntry => ({
  businessKey: getDisputeKey(disputeId),
  kind: 'paymentFailed',
  description: 'Chargeback',
  postings: omitZero([
    ...parts.map(({ rowId, policyId, amountCents }) => ({
      ...{ account: 'receivable' as const, amountCents, policyId, paymentId: rowId },
    })),
    { account: 'card_fee', amountCents: feeCents, policyId: payment.policyId, paymentId: payment.id },
    {
      account: getCashAccount(payment.typeId),
      amountCents: 0 - feeCents - parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
      paymentId: payment.id,
    },
  ]),
})

/** Creates the entry for a refund that is approved but not sent. `amountCents` is positive. */
export const buildRefundEntry = (refundId: string, policyId: string, amountCents: number): JournalEntry => ({
  businessKey: `refund:${refundId}`,
  kind: 'refund',
  description: 'Refund due',
  postings: [
    { account: 'receivable', amountCents, policyId, paymentId: refundId },
    { account: 'refunds_payable', amountCents: -amountCents, policyId, paymentId: refundId },
  ],
})

/** Creates the entry for a refund that was sent by the original payment type. */
export const buildPaidRefundEntry = (
  refundId: string,
  policyId: string,
  amountCents: number,
  typeId: number,
): JournalEntry => ({
  businessKey: `refund:${refundId}:paid`,
  kind: 'refundPaid',
  description: 'Refund paid',
  postings: [
    { account: 'refunds_payable', amountCents, policyId, paymentId: refundId },
    { account: getCashAccount(typeId), amountCents: -amountCents, paymentId: refundId },
  ],
})

/** Creates the entry for a refund that could not be sent. The policy keeps the money. */
export const buildFailedRefundEntry = (refundId: string, policyId: string, amountCents: number): JournalEntry => ({
  businessKey: `refund:${refundId}:failed`,
  kind: 'refund',
  description: 'Refund failed',
  postings: [
    { account: 'refunds_payable', amountCents, policyId, paymentId: refundId },
    { account: 'receivable', amountCents: -amountCents, policyId, paymentId: refundId },
  ],
})

/** Creates the entry that moves money to another policy. The transfer account nets to zero. */
export const buildTransferEntry = (
  from: { rowId: string; policyId: string },
  to: { rowId: string; policyId: string },
  amountCents: number,
): JournalEntry => ({
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
 * Creates the adjustment entry for a write-off of a small balance. The amount is positive if it is owed and negative if
 * it is a credit. `isReversal` creates the opposite entry.
 */
export const buildWriteOffEntry = (
  writeOff: { id: string; policyId: string; amountCents: number },
  isReversal = false,
): JournalEntry => {
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

/** Returns the maximum amount that can be moved from a payment row to another policy, in cents (PAY-14). */
export const calculateMaximumTransferCents = (
  totalDueCents: number,
  { amountCents, leftCents }: { amountCents: number; leftCents: number },
): number => Math.max(0, totalDueCents > 0 ? leftCents : Math.min(amountCents, leftCents))

const inProcess = (
  { id: paymentId, policyId, typeId, amountCents, feeCents }: BookedPayment,
  sign: 1 | -1,
): Posting[] => [
  { account: getClearingAccount(typeId), amountCents: sign * (amountCents + feeCents), paymentId },
  ...omitZero([
    { account: 'payments_in_process', amountCents: -sign * amountCents, policyId, paymentId },
    { account: 'card_fee', amountCents: -sign * feeCents, policyId, paymentId },
  ]),
]

/** Removes zero postings, including `-0`. */
const omitZero = (postings: Posting[]): Posting[] => postings.filter(({ amountCents }) => amountCents !== 0)
