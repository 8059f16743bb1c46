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
import { paymentUnderWay } from '../base/payment-under-way.ts'
import type { PayMethod } from '../payments/initial-method.ts'
import type { BankAccount, CardMethod } from '../payments/payer.ts'
import type { Signed } from '../signing/calls.ts'

/** The steps that have an address of their own in page form (`signed` is the same screen as `completeCancellation`). */
export type Step = 'documents' | 'payments' | 'complete' | 'signed'

/** One payment. Made before the paying state is entered, so that doing it again is the same payment. */
export interface Attempt {
  idempotencyKey: string
  /** What the payer saw, fee included, in dollars (PAY-3). */
  amount: number
  optInAutoPayRenewal: boolean
  /** Known when the set-up is confirmed. */
  paymentMethodId?: string
}

export type Outcome =
  | { kind: 'paid' | 'processing' | 'check'; payment: PolicyPayment; receiptNo?: string }
  | { kind: 'billed'; lienholderName: string }

/** Where RETRY goes on. */
export type Fetching = 'policy' | 'documents' | 'submit' | 'refetch' | 'methods'

export interface WizardInput {
  policyNo: string
  isModal: boolean
  /** Where the viewer wants to start; signing that is missing comes first all the same. */
  start: Step | undefined
}

export interface WizardContext extends WizardInput {
  policy: PolicyConfirmation | undefined
  transactions: PolicyTransaction[]
  location: AddressData | undefined
  documents: DocumentWithSignatures[]
  consent: SigningConsent | undefined
  hasConsented: boolean
  signed: Signed | undefined
  methods: PaymentMethod[]
  method: PayMethod | undefined
  card: CardMethod | undefined
  fee: PaymentFee | undefined
  isFeeAcknowledged: boolean
  attempt: Attempt | undefined
  outcome: Outcome | undefined
  /** Why the signer declines, while that is not recorded. */
  declineReason: string | undefined
  finishedAs: 'complete' | 'signed'
  /** What the error screen shows. */
  failure: { in: Fetching; error: unknown } | undefined
  /** What stopped the last attempt to sign, decline or pay; shown where it was tried. */
  problem: string | undefined
}

export type WizardEvent =
  | { type: 'CONSENT' }
  | { type: 'DECLINE'; reason: string }
  /** The signer has confirmed the code that was mailed, or does not want to. */
  | { type: 'CODE_CONFIRMED' | 'LEAVE_CODE' }
  | ({ type: 'SUBMIT_SIGNATURES' } & Signed)
  | { type: 'SIGNED_ELSEWHERE' }
  | { type: 'SKIP_TO_PAYMENT' }
  | { type: 'SHOW_STEP'; step: Step }
  | { type: 'MAKE_ACH_PAYMENT' | 'MAKE_MORTGAGEE_PAYMENT' | 'MAKE_CC_PAYMENT' }
  | { type: 'APPLY_CHECK' | 'LOCKBOX_INFO' | 'CC_MESSAGE' }
  /** The card fields hold a card: make a payment method of it, and ask what it costs. */
  | { type: 'CARD_ENTERED'; createPaymentMethod: () => Promise<CardMethod> }
  | { type: 'CHANGE_CARD' }
  | { type: 'ACKNOWLEDGE_FEE'; isAcknowledged: boolean }
  | { type: 'ON_MAKE_ACH_PAYMENT'; account: BankAccount | { savedMethodId: string }; optInAutoPayRenewal: boolean }
  | { type: 'ON_MAKE_CC_PAYMENT'; email: string; optInAutoPayRenewal: boolean }
  | { type: 'ON_MAKE_CHECK_PAYMENT'; check: CheckPaymentRequest }
  | { type: 'ON_MAKE_MORTGAGEE_PAYMENT' }
  | { type: 'RETRY' }
  | { type: 'REDIRECT' }

/** The policy once it is loaded; every state after fetch_policy has one. */
export function getPolicy({ policy }: Pick<WizardContext, 'policy'>): PolicyConfirmation {
  if (!policy) throw new Error('The policy is loaded before anything is done with it.')
  return policy
}

/** BIL-2: isPaid or nothing currently due. */
export const isPaid = ({ policy }: Pick<WizardContext, 'policy'>) =>
  policy !== undefined && (policy.isPaid || policy.currentlyDue <= 0)

/** Something is due, and no bank payment is under way for it. */
export const mustPay = (context: Pick<WizardContext, 'policy'>) =>
  !isPaid(context) && paymentUnderWay(getPolicy(context)) !== 'bank'

/** The viewer's own party has still to sign; staff, who sign for nobody, look at what anybody has still to sign. */
export function mustSign({ policy }: Pick<WizardContext, 'policy'>): boolean {
  const isOpen = ({ requiresSignatures, isSigned }: PolicyConfirmation['isSigned'][number]) =>
    requiresSignatures && !isSigned
  if (!policy) return false
  const { party } = policy.viewer
  return policy.isSigned.some((entry) => isOpen(entry) && (party === null || entry.party === party))
}
