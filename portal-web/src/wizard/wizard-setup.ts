import type {
  AddressData,
  CheckPaymentRequest,
  DocumentWithSignatures,
  MortgageeBilling,
  PaymentFee,
  PaymentMethod,
  PolicyConfirmation,
  PolicyTransaction,
  RecordedPayment,
  SigningConsent,
} from '@tideline/sdk'
import { isClientError, isUnauthorized, requiresOneTimeCode } from '@tideline/web-kit/errors/api-errors.ts'
import { assign, fromPromise, setup } from 'xstate'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { getProcessingPaymentKind } from '../base/processing-payment.ts'
import { isOverCardLimit } from '../payments/card-limit.ts'
import { getAmountToPay } from '../payments/fee-basis.ts'
import type { PaymentMethodKind } from '../payments/initial-payment-method.ts'
import { getPaymentErrorText, getPreChargeErrorText, isOutcomeUnknown } from '../payments/payment-error.ts'
import type { BankAccount, CardMethod } from '../payments/payment-method-details.ts'
import { paymentText } from '../payments/text.ts'
import { getUnsignedPlaces } from '../signing/place-signatures.ts'
import type { PlacedSignatures } from '../signing/signing-requests.ts'
import {
  getPolicy,
  isPaymentRequired,
  isPolicyPaid,
  isSignatureRequired,
  owesNothing,
  type PaymentAttempt,
  type PaymentOutcome,
  type RetryableRequest,
  type WizardContext,
  type WizardEvent,
  type WizardInput,
} from './wizard.ts'

type OfPolicy = { policyNo: string }
type Known = { policy: PolicyConfirmation; transactions: PolicyTransaction[] }

/** Declares a request that `connectedWizardMachine` or a test provides later. */
const actor = <Output, Input>() => fromPromise<Output, Input>(() => Promise.reject(new Error('not provided')))

export const toErrorParams = (error: unknown) => ({ error })

export const toPaymentOutcome = ({ payment, receipt }: RecordedPayment): PaymentOutcome => ({
  kind: payment.paymentStatus === 'paid' ? 'paid' : 'processing',
  payment,
  ...(receipt && { receiptNo: receipt.receiptNo }),
})

/** The building blocks of the wizard's states: requests, guards, and actions. */
export const wizardSetup = setup({
  types: { context: {} as WizardContext, events: {} as WizardEvent, input: {} as WizardInput },
  actors: {
    fetchPolicy: actor<Known & { location: AddressData | undefined }, OfPolicy>(),
    fetchAddress: actor<AddressData | undefined, { transactions: PolicyTransaction[] }>(),
    fetchDocuments: actor<
      { documents: DocumentWithSignatures[]; consent: SigningConsent; hasConsented: boolean },
      OfPolicy & { isSigner: boolean; isPendingCancel: boolean }
    >(),
    recordConsent: actor<void, OfPolicy & { version: string }>(),
    declineToSign: actor<void, OfPolicy & { reason: string }>(),
    submitSignatures: actor<void, OfPolicy & PlacedSignatures>(),
    refetchPolicy: actor<PolicyConfirmation, OfPolicy>(),
    fetchPaymentMethods: actor<PaymentMethod[], OfPolicy>(),
    createCard: actor<CardMethod, { create: () => Promise<CardMethod> }>(),
    fetchFee: actor<PaymentFee, Known & { card: CardMethod; paysAll: boolean }>(),
    confirmBankSetup: actor<string, Known & { account: BankAccount }>(),
    confirmCardSetup: actor<string, Known & { card: CardMethod; amount: number; email: string }>(),
    processPayment: actor<RecordedPayment, OfPolicy & PaymentAttempt>(),
    confirmCharge: actor<void, { policy: PolicyConfirmation; clientSecret: string }>(),
    awaitSettlement: actor<PolicyConfirmation, OfPolicy>(),
    applyCheck: actor<RecordedPayment, OfPolicy & { check: CheckPaymentRequest; idempotencyKey: string }>(),
    billMortgagee: actor<MortgageeBilling, OfPolicy & { idempotencyKey: string }>(),
  },
  guards: {
    isSessionExpired: (_, { error }: { error: unknown }) => isUnauthorized(error),
    isRejectedByServer: (_, { error }: { error: unknown }) => isClientError(error),
    isCodeRequired: (_, { error }: { error: unknown }) => requiresOneTimeCode(error),
    isDeclining: ({ context }) => context.declineReason !== undefined,
    hasSignatures: ({ context }) => context.signed !== undefined,
    isOutcomeUnknown: (_, { error }: { error: unknown }) => isOutcomeUnknown(error),
    isLocationUnknown: ({ context }) => !context.location?.geocode || !context.location.polygon,
    isStaffPayment: ({ context }) => context.start === 'payments' && getPolicy(context).viewer.party === null,
    mustSign: ({ context }) => isSignatureRequired(context),
    mustPay: ({ context }) => isPaymentRequired(context),
    startsWithPayment: ({ context }) => context.start === 'payments',
    isFullySigned: ({ context }) => !isSignatureRequired(context),
    isStaff: ({ context }) => getPolicy(context).viewer.party === null,
    canSkipConsent: ({ context }) => {
      const { party } = getPolicy(context).viewer
      return context.hasConsented || party === null || getUnsignedPlaces(context.documents, party).length === 0
    },
    isCompleteAfterSigning: ({ context }) => isPolicyPaid(context) || getPolicy(context).isPendingCancel,
    closesAfterSigning: ({ context }) =>
      context.isModal && (isPolicyPaid(context) || getPolicy(context).isPendingCancel),
    isDocumentsStep: ({ event }) => event.type === 'SHOW_STEP' && event.step === 'documents',
    isPaymentsStep: ({ event }) => event.type === 'SHOW_STEP' && event.step === 'payments',
    canShowCompletion: ({ context, event }) =>
      event.type === 'SHOW_STEP' && event.step === 'complete' && isPolicyPaid(context),
    owesNothing: ({ context }) => owesNothing(context),
    isBankPaymentProcessing: ({ context }) =>
      getProcessingPaymentKind(getPolicy(context)) === 'bank' && getPolicy(context).payableAmount <= 0,
    isCardPaymentProcessing: ({ context }) => getProcessingPaymentKind(getPolicy(context)) === 'card',
    isOverCardLimit: ({ context }) => isOverCardLimit(getPolicy(context)),
    isMethod: ({ context }, { method }: { method: PaymentMethodKind }) => context.method === method,
    isFeeAcknowledged: ({ context }) => context.isFeeAcknowledged && context.card !== undefined,
    isFeeAcknowledgedForSavedCard: ({ context }) => context.isFeeAcknowledged && context.card?.isSaved === true,
    isSavedAccount: ({ event }) => event.type === 'ON_MAKE_ACH_PAYMENT' && 'savedMethodId' in event.account,
    requiresPayerConfirmation: (_, { result }: { result: RecordedPayment }) => result.nextAction !== null,
    hasFailedIn: ({ context }, { step }: { step: RetryableRequest }) => context.failure?.in === step,
  },
  actions: {
    storeFailure: assign({
      failure: (_, { step, error }: { step: RetryableRequest; error: unknown }) => ({ in: step, error }),
    }),
    showProblem: assign({ problem: (_, { error }: { error: unknown }) => getPaymentErrorText(error) }),
    showUnchargedProblem: assign({
      problem: (_, { error }: { error: unknown }) => getPreChargeErrorText(error),
    }),
    showUnfinishedCardPayment: assign({
      problem: ({ context }) =>
        getProcessingPaymentKind(getPolicy(context)) === 'card' && isActionAllowed(getPolicy(context), 'pay')
          ? (context.problem ?? paymentText.pay.unfinished)
          : context.problem,
    }),
    storeDeclineReason: assign({
      declineReason: ({ event }) => (event.type === 'DECLINE' ? event.reason : undefined),
    }),
    clearProblem: assign({ problem: undefined }),
    storePolicy: assign({ policy: (_, { policy }: { policy: PolicyConfirmation }) => policy }),
    selectMethod: assign({ method: (_, { method }: { method: PaymentMethodKind }) => method, problem: undefined }),
    chooseAmount: assign({
      paysAll: ({ context, event }) => (event.type === 'CHOOSE_AMOUNT' ? event.paysAll : context.paysAll),
      problem: undefined,
    }),
    clearCard: assign({ card: undefined, fee: undefined, isFeeAcknowledged: false }),
    startPayment: assign({
      problem: undefined,
      attempt: ({ context, event }): PaymentAttempt => ({
        idempotencyKey: crypto.randomUUID(),
        amount: getAmountToPay(
          getPolicy(context),
          event.type === 'ON_MAKE_CC_PAYMENT' ? context.fee?.feeYear : 0,
          context.paysAll,
        ),
        paysAll: context.paysAll,
        optInAutoPayRenewal: 'optInAutoPayRenewal' in event && event.optInAutoPayRenewal,
        ...('autoPayTermsVersion' in event && { autoPayTermsVersion: event.autoPayTermsVersion }),
        ...(event.type === 'ON_MAKE_ACH_PAYMENT' &&
          'savedMethodId' in event.account && { paymentMethodId: event.account.savedMethodId }),
        ...(event.type === 'ON_MAKE_CC_PAYMENT' && context.card?.isSaved && { paymentMethodId: context.card.id }),
      }),
    }),
    storePaymentMethod: assign({
      attempt: ({ context }, { id }: { id: string }) => context.attempt && { ...context.attempt, paymentMethodId: id },
    }),
    storeOutcome: assign({ outcome: (_, { outcome }: { outcome: PaymentOutcome }) => outcome }),
    finishAsSigned: assign({ finishedAs: 'signed' }),
    // Provided by the screens.
    closeWizard: () => undefined,
    notifyCheckApplied: () => undefined,
    refreshOtherScreens: () => undefined,
    signOutAndRedirect: () => undefined,
  },
  delays: { redirectDelay: 5000 },
})

export const getPaymentAttempt = ({ attempt }: WizardContext): PaymentAttempt => {
  if (!attempt) throw new Error('The payment attempt has not been created.')
  return attempt
}

export const getPolicyInput = (context: WizardContext): Known => ({
  policy: getPolicy(context),
  transactions: context.transactions,
})

/**
 * Handles a failed request. Moves to the unauthorized state if the session has expired. Otherwise, moves to the error
 * state, where RETRY repeats the request.
 */
export const onFetchFailed = (step: RetryableRequest) =>
  [
    {
      guard: {
        type: 'isSessionExpired',
        params: ({ event }: { event: { error: unknown } }) => toErrorParams(event.error),
      },
      target: '#wizard.unauthorized',
    },
    {
      target: '#wizard.error',
      actions: {
        type: 'storeFailure',
        params: ({ event }: { event: { error: unknown } }) => ({ step, error: event.error }),
      },
    },
  ] as const

/**
 * Handles a rejected request: shows the error message and lets the viewer try again with the same input. If the session
 * has expired, moves to the unauthorized state.
 */
const onRejectedWith =
  <Action extends 'showProblem' | 'showUnchargedProblem'>(type: Action) =>
  <Target extends string>(target: Target) =>
    [
      {
        guard: {
          type: 'isSessionExpired',
          params: ({ event }: { event: { error: unknown } }) => toErrorParams(event.error),
        },
        target: '#wizard.unauthorized',
      },
      { target, actions: { type, params: ({ event }: { event: { error: unknown } }) => toErrorParams(event.error) } },
    ] as const

export const onRejected = onRejectedWith('showProblem')

/**
 * Like `onRejected`, for steps before a charge. After a connection failure, the message states that nothing was
 * charged.
 */
export const onRejectedBeforeCharge = onRejectedWith('showUnchargedProblem')

/**
 * Asks for a code that verifies the signer if the server requires one (SIGN-4). The interrupted action then continues.
 */
export const onCodeRequired = {
  guard: {
    type: 'isCodeRequired',
    params: ({ event }: { event: { error: unknown } }) => toErrorParams(event.error),
  },
  target: '#wizard.signatures.loaded.confirming_code',
} as const

export const createSelectMethodAction = <Method extends PaymentMethodKind>(method: Method) => ({
  type: 'selectMethod' as const,
  params: { method },
})

export const createMethodGuard = <Method extends PaymentMethodKind>(method: Method) => ({
  type: 'isMethod' as const,
  params: { method },
})
