import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { createInvalidRequestError } from './stripe-api-error.ts'

/**
 * Behavior of a test bank account. `fails_validation`: setup fails. `unusable`: debits are declined immediately.
 * `disputes`: debits succeed and are then disputed. `stays_processing`: debits never settle. Keys of `LATE_FAILURES`:
 * the bank returns the debit days later.
 */
type BankBehavior =
  | 'succeeds'
  | 'fails_validation'
  | 'unusable'
  | 'disputes'
  | 'stays_processing'
  | keyof typeof LATE_FAILURES

/** Stripe's messages for debits that the bank returns after submission, by failure code. */
const LATE_FAILURES = {
  account_closed: "The customer's bank account has been closed.",
  no_account: "The customer's bank account could not be located.",
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
  debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
} as const

/** Returns Stripe's message for a debit that the bank returns later, or undefined for all other behaviors. */
export const getDelayedFailureMessage = (behavior: string): string | undefined =>
  LATE_FAILURES[behavior as keyof typeof LATE_FAILURES]

/** Stripe's test accounts: https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers */
const TEST_ACCOUNTS: Record<string, BankBehavior> = {
  '000111111113': 'account_closed',
  '000111111116': 'unusable',
  '000222222227': 'insufficient_funds',
  '000333333335': 'debit_not_authorized',
  '000555555559': 'disputes',
  '000000000009': 'stays_processing',
  '000666666661': 'fails_validation',
}

const BANK_NAMES: Record<string, string> = { '110000000': 'STRIPE TEST BANK', '021000021': 'JPMORGAN CHASE BANK' }

/** Returns whether a routing number has a correct ABA check digit. The digit reveals typing errors. */
const isRoutingNumber = (routing: string) =>
  /^\d{9}$/.test(routing) &&
  [...routing].reduce((sum, digit, i) => sum + Number(digit) * ([3, 7, 1][i % 3] ?? 0), 0) % 10 === 0

export interface BankAccountInput {
  routing_number: string
  account_number: string
}

/**
 * Validates the routing number and account number. Returns bank name, last four digits, fingerprint and behavior, but
 * not the account number.
 */
export function parseBankAccount({ routing_number, account_number }: BankAccountInput, path: string) {
  if (!isRoutingNumber(routing_number)) {
    throw createInvalidRequestError('Routing number must have 9 digits and be valid.', {
      code: 'routing_number_invalid',
      param: `${path}[routing_number]`,
    })
  }
  if (!/^\d{4,17}$/.test(account_number)) {
    throw createInvalidRequestError('Invalid account number: must contain only digits, and be at most 17 digits long', {
      code: 'account_number_invalid',
      param: `${path}[account_number]`,
    })
  }
  return {
    behavior: TEST_ACCOUNTS[account_number] ?? ('succeeds' as BankBehavior),
    bank_name: BANK_NAMES[routing_number] ?? 'TEST BANK',
    last4: account_number.slice(-4),
    fingerprint: createHash('sha256').update(`${routing_number} ${account_number}`).digest('base64url').slice(0, 16),
    routing_number,
  }
}

/** Returns a payment method's `us_bank_account`. */
export const toUsBankAccount = (
  bank: ReturnType<typeof parseBankAccount>,
  holder: string | undefined,
  account: string | undefined,
): Stripe.PaymentMethod.UsBankAccount => ({
  account_holder_type: holder ?? 'individual',
  account_type: account ?? 'checking',
  bank_name: bank.bank_name,
  financial_connections_account: null,
  fingerprint: bank.fingerprint,
  last4: bank.last4,
  networks: { preferred: 'ach', supported: ['ach'] },
  routing_number: bank.routing_number,
  status_details: null,
})
