import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { cardBrand, passesLuhn } from './browser/card-number.js'
import { type ProblemDetail, StripeApiError } from './stripe-api-error.ts'

/**
 * Behavior of a test card. Declining behaviors are named after Stripe's `decline_code`. Cards with `attaches_but_fails`
 * or `disputes` behave normally until they are charged.
 */
type CardBehavior =
  | 'succeeds'
  | 'needs_authentication'
  | 'always_needs_authentication'
  | 'attaches_but_fails'
  | 'disputes'
  | DeclineReason

interface Decline {
  code: string
  message: string
}

/** Stripe's decline codes: https://docs.stripe.com/declines/codes */
const DECLINES = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} satisfies Record<string, Decline>

/** Stripe's `decline_code`. */
export type DeclineReason = keyof typeof DECLINES

export const isDeclineReason = (behavior: string): behavior is DeclineReason => behavior in DECLINES

/** Returns Stripe's `card_error` for a decline. */
export const createDeclineError = (reason: DeclineReason): ProblemDetail => ({
  type: 'card_error',
  decline_code: reason,
  ...DECLINES[reason],
})

/** Returns whether the cardholder must authenticate, either during setup or for each payment. */
export const needsAuthentication = (behavior: string) => behavior.endsWith('needs_authentication')

interface TestCard {
  behavior: CardBehavior
  country?: string
}

/** Stripe's test card numbers with special behavior: https://docs.stripe.com/testing */
const TEST_CARDS: Record<string, TestCard> = {
  '4000000000000002': { behavior: 'generic_decline' },
  '4000000000009995': { behavior: 'insufficient_funds' },
  '4000000000009987': { behavior: 'lost_card' },
  '4000000000009979': { behavior: 'stolen_card' },
  '4000000000000069': { behavior: 'expired_card' },
  '4000000000000127': { behavior: 'incorrect_cvc' },
  '4000000000000119': { behavior: 'processing_error' },
  '4000002500003155': { behavior: 'needs_authentication', country: 'IE' },
  '4000000000003220': { behavior: 'needs_authentication' },
  '4000002760003184': { behavior: 'always_needs_authentication', country: 'DE' },
  '4000000000000341': { behavior: 'attaches_but_fails' },
  '4000000000000259': { behavior: 'disputes' },
  '4000000760000002': { behavior: 'succeeds', country: 'BR' },
}

const cardProblem = (code: string, param: string, message: string) =>
  new StripeApiError(402, { type: 'card_error', code, param, message })

export interface CardInput {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string | undefined
}

/** Returns whether the card's last month is over. */
export const isCardExpired = ({ exp_month, exp_year }: Pick<CardInput, 'exp_month' | 'exp_year'>, now: Date): boolean =>
  exp_year * 12 + exp_month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1

/** Validates the fields of a card. Throws Stripe's `card_error` if the number, expiration date or CVC is invalid. */
function checkCard({ number, exp_month, exp_year, cvc }: CardInput, now: Date) {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardProblem('incorrect_number', 'number', 'Your card number is incorrect.')
  }
  if (exp_month < 1 || exp_month > 12) {
    throw cardProblem('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  if (isCardExpired({ exp_month, exp_year }, now)) {
    throw cardProblem('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardProblem('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
}

/** Returns the payment method's card details and the behavior of the card number. The number itself is not returned. */
export function parseCard(input: CardInput, now: Date): { card: Stripe.PaymentMethod.Card; behavior: CardBehavior } {
  const number = input.number.replaceAll(/[\s-]/g, '')
  const year = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year
  checkCard({ ...input, number, exp_year: year }, now)
  const test = TEST_CARDS[number]
  const { brand } = cardBrand(number)
  return {
    behavior: test?.behavior ?? 'succeeds',
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: input.cvc === undefined ? null : 'pass',
      },
      country: test?.country ?? 'US',
      display_brand: brand,
      exp_month: input.exp_month,
      exp_year: year,
      fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
}
