/**
 * Kinds of failed automatic charges (AUT-3, AUT-6): a temporary failure is retried, a permanent one ends the consent, and
 * any other one is neither retried nor ends the consent.
 */
export type FailureKind = 'temporary' | 'permanent' | 'other'

const temporaryDeclines = new Set([
  'approve_with_id',
  'call_issuer',
  'card_velocity_exceeded',
  'do_not_honor',
  'generic_decline',
  'insufficient_funds',
  'issuer_not_available',
  'no_action_taken',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
  'withdrawal_count_limit_exceeded',
])

const permanentDeclines = new Set([
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
])

const permanentReturns = new Set([
  'account_closed',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_ownership_changed',
  'debit_not_authorized',
  'invalid_account_number',
  'no_account',
])

interface ChargeFailure {
  methodType: 'card' | 'us_bank_account'
  isDisputed: boolean
  /** Error code of Stripe or Tideline. */
  code: string | null
  /** Decline reason of the card's bank. */
  declineCode: string | null
}

/** Classifies a failed charge by the code of the card issuer or the bank. An unknown code is not retried. */
export function classifyFailure({ methodType, isDisputed, code, declineCode }: ChargeFailure): FailureKind {
  if (isDisputed) return 'permanent'
  const reason = declineCode ?? code ?? ''
  if (methodType === 'us_bank_account') {
    if (permanentReturns.has(reason)) return 'permanent'
    return reason === 'insufficient_funds' ? 'temporary' : 'other'
  }
  if (permanentDeclines.has(reason)) return 'permanent'
  return temporaryDeclines.has(reason) ? 'temporary' : 'other'
}
