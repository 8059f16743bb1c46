import type {
  AddressData,
  CheckPaymentRequest,
  DocumentWithSignatures,
  PaymentFee,
  PaymentMethod,
  PolicyConfirmation,
  PolicyPayment,
  PolicyTransaction,
  SigningConsent,
} from '@tideline/sdk'
import { getProcessingPaymentKind } from '../base/processing-payment.ts'
import type { PaymentMethodKind } from '../payments/initial-payment-method.ts'
import type { BankAccount, CardMethod } from '../payments/payment-method-details.ts'
import type { PlacedSignatures } from '../signing/signing-requests.ts'

/** Steps with their own URL in the full-page wizard. `signed` and `complete` show the same screen. */
export type WizardStep = 'documents' | 'payments' | 'complete' | 'signed'

/** A payment attempt, created before the payment starts. A retry uses the same attempt and idempotency key. */
export interface PaymentAttempt {
  idempotencyKey: string
  /** Amount shown to the payer in dollars, including the fee (PAY-3). */
  amount: number
  /** Whether the payment pays everything that is owed, including upcoming obligations (BIL-13). */
  paysAll: boolean
  optInAutoPayRenewal: boolean
  /**
   * Version of the auto-pay terms that the payer agreed to. Undefined if auto-pay for installments was not selected
   * (AUT-1).
   */
  autoPayTermsVersion?: string | undefined
  /** Id of the payment method, set once the setup is confirmed. */
  paymentMethodId?: string
}

export type PaymentOutcome =
  | { kind: 'paid' | 'processing' | 'check'; payment: PolicyPayment; receiptNo?: string }
  | { kind: 'billed'; lienholderName: string }

/** Names of the requests that RETRY can repeat. */
export type RetryableRequest = 'policy' | 'documents' | 'submit' | 'refetch' | 'methods'

export interface WizardInput {
  policyNo: string
  isModal: boolean
  /** Step that the viewer wants to start with. If a signature is missing, signing comes first. */
  start: WizardStep | undefined
}

export interface WizardContext extends WizardInput {
  policy: PolicyConfirmation | undefined
  transactions: PolicyTransaction[]
  location: AddressData | undefined
  documents: DocumentWithSignatures[]
  consent: SigningConsent | undefined
  hasConsented: boolean
  signed: PlacedSignatures | undefined
  methods: PaymentMethod[]
  method: PaymentMethodKind | undefined
  /** Whether the payer chose to pay everything that is owed. */
  paysAll: boolean
  card: CardMethod | undefined
  fee: PaymentFee | undefined
  isFeeAcknowledged: boolean
  attempt: PaymentAttempt | undefined
  outcome: PaymentOutcome | undefined
  /** Reason entered by a signer who declines, kept until the decline is recorded. */
  declineReason: string | undefined
  finishedAs: 'complete' | 'signed'
  /** The failed request and its error, shown on the error screen. */
  failure: { in: RetryableRequest; error: unknown } | undefined
  /** Error message of the last attempt to sign, decline, or pay, shown on the same screen. */
  problem: string | undefined
}

/** The automatic charges that the payer agreed to. */
type AutoPayChoices = Pick<PaymentAttempt, 'optInAutoPayRenewal' | 'autoPayTermsVersion'>

export type WizardEvent =
  | { type: 'CONSENT' }
  | { type: 'DECLINE'; reason: string }
  /** The signer confirmed the emailed code, or left the code prompt. */
  | { type: 'CODE_CONFIRMED' | 'LEAVE_CODE' }
  | ({ type: 'SUBMIT_SIGNATURES' } & PlacedSignatures)
  | { type: 'SIGNED_ELSEWHERE' }
  | { type: 'SKIP_TO_PAYMENT' }
  | { type: 'SHOW_STEP'; step: WizardStep }
  | { type: 'MAKE_ACH_PAYMENT' | 'MAKE_MORTGAGEE_PAYMENT' | 'MAKE_CC_PAYMENT' }
  | { type: 'APPLY_CHECK' | 'LOCKBOX_INFO' | 'CC_MESSAGE' }
  /** The card fields are complete. The machine creates a payment method and requests its fee. */
  | { type: 'CARD_ENTERED'; createPaymentMethod: () => Promise<CardMethod> }
  | { type: 'CHANGE_CARD' }
  | { type: 'CHOOSE_AMOUNT'; paysAll: boolean }
  | { type: 'ACKNOWLEDGE_FEE'; isAcknowledged: boolean }
  | ({ type: 'ON_MAKE_ACH_PAYMENT'; account: BankAccount | { savedMethodId: string } } & AutoPayChoices)
  | ({ type: 'ON_MAKE_CC_PAYMENT'; email: string } & AutoPayChoices)
  | { type: 'ON_MAKE_CHECK_PAYMENT'; check: CheckPaymentRequest }
  | { type: 'ON_MAKE_MORTGAGEE_PAYMENT' }
  | { type: 'RETRY' }
  | { type: 'REDIRECT' }

/**
 * Returns the policy, which is available after the state `fetch_policy`.
 * @throws if the policy is not loaded
 */
export function getPolicy({ policy }: Pick<WizardContext, 'policy'>): PolicyConfirmation {
  if (!policy) throw new Error('The policy is not loaded.')
  return policy
}

/** Checks whether the policy is paid or nothing is currently due (BIL-2). */
export const isPolicyPaid = ({ policy }: Pick<WizardContext, 'policy'>) =>
  policy !== undefined && (policy.isPaid || policy.currentlyDue <= 0)

/** Checks whether nothing is owed, not even later (BIL-14). */
export const owesNothing = (context: Pick<WizardContext, 'policy'>) => getPolicy(context).totalDue <= 0

/** Checks whether an amount is due and no bank payment is processing for it. */
export const isPaymentRequired = (context: Pick<WizardContext, 'policy'>) =>
  !isPolicyPaid(context) && getProcessingPaymentKind(getPolicy(context)) !== 'bank'

/** Checks whether the viewer's party still has to sign. For staff, who cannot sign, checks both parties. */
export function isSignatureRequired({ policy }: Pick<WizardContext, 'policy'>): boolean {
  const isOpen = ({ requiresSignatures, isSigned }: PolicyConfirmation['isSigned'][number]) =>
    requiresSignatures && !isSigned
  if (!policy) return false
  const { party } = policy.viewer
  return policy.isSigned.some((entry) => isOpen(entry) && (party === null || entry.party === party))
}
