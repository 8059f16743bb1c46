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
import { getProcessingPaymentKind } from '../base/processing-payment.ts'
import { isOverCardLimit } from '../payments/card-limit.ts'
import { getAmountToPay } from '../payments/fee-basis.ts'
import type { PayMethod } from '../payments/initial-method.ts'
import type { BankAccount, CardMethod } from '../payments/payer.ts'
import { getPaymentErrorText, getUnchargedErrorText, isOutcomeUnknown } from '../payments/payment-error.ts'
import { text } from '../payments/text.ts'
import type { PlacedSignatures } from '../signing/signing-requests.ts'
import { getUnsignedPlaces } from '../signing/slots.ts'
import {
  getPolicy,
  isPaid,
  mustPay,
  mustSign,
  type Outcome,
  type PaymentAttempt,
  type RetryableRequest,
  type WizardContext,
  type WizardEvent,
  type WizardInput,
} from './wizard.ts'

type OfPolicy = { policyNo: string }
type Known = { policy: PolicyConfirmation; transactions: PolicyTransaction[] }

/** Provided by `connectedMachine` (actors.ts) and by tests. */
const actor = <Output, Input>() => fromPromise<Output, Input>(() => Promise.reject(new Error('not provided')))

export const failed = (error: unknown) => ({ error })

export const getOutcome = ({ payment, receipt }: RecordedPayment): Outcome => ({
  kind: payment.paymentStatus === 'paid' ? 'paid' : 'processing',
  payment,
  ...(receipt && { receiptNo: receipt.receiptNo }),
})

/** The building blocks of the wizard's states: requests, guards, and actions, each named as a sentence. */
export const config = setup({
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
    fetchFee: actor<PaymentFee, Known & { card: CardMethod }>(),
    confirmBankSetup: actor<string, Known & { account: BankAccount }>(),
    confirmCardSetup: actor<string, Known & { card: CardMethod; amount: number; email: string }>(),
    processPayment: actor<RecordedPayment, OfPolicy & PaymentAttempt>(),
    confirmCharge: actor<void, { policy: PolicyConfirmation; clientSecret: string }>(),
    awaitSettlement: actor<PolicyConfirmation, OfPolicy>(),
    applyCheck: actor<RecordedPayment, OfPolicy & { check: CheckPaymentRequest; idempotencyKey: string }>(),
    billMortgagee: actor<MortgageeBilling, OfPolicy & { idempotencyKey: string }>(),
  },
  guards: {
    'the session has expired': (_, { error }: { error: unknown }) => isUnauthorized(error),
    'the server refused it': (_, { error }: { error: unknown }) => isClientError(error),
    'a code is asked for': (_, { error }: { error: unknown }) => requiresOneTimeCode(error),
    'the signer declines': ({ context }) => context.declineReason !== undefined,
    'signatures were given': ({ context }) => context.signed !== undefined,
    'nobody knows whether it was charged': (_, { error }: { error: unknown }) => isOutcomeUnknown(error),
    'the location is not known': ({ context }) => !context.location?.geocode || !context.location.polygon,
    'staff want to pay': ({ context }) => context.start === 'payments' && getPolicy(context).viewer.party === null,
    'signatures are missing': ({ context }) => mustSign(context),
    'something is to be paid': ({ context }) => mustPay(context),
    'the viewer asked for the payment step': ({ context }) => context.start === 'payments',
    'nothing is left to sign': ({ context }) => !mustSign(context),
    'the viewer is staff': ({ context }) => getPolicy(context).viewer.party === null,
    'no consent is needed': ({ context }) => {
      const { party } = getPolicy(context).viewer
      return context.hasConsented || party === null || getUnsignedPlaces(context.documents, party).length === 0
    },
    'signing ends the wizard': ({ context }) => isPaid(context) || getPolicy(context).isPendingCancel,
    'signing closes the wizard': ({ context }) =>
      context.isModal && (isPaid(context) || getPolicy(context).isPendingCancel),
    'the documents are asked for': ({ event }) => event.type === 'SHOW_STEP' && event.step === 'documents',
    'the payment step is asked for': ({ event }) => event.type === 'SHOW_STEP' && event.step === 'payments',
    'the end is asked for, and nothing is to be paid': ({ context, event }) =>
      event.type === 'SHOW_STEP' && event.step === 'complete' && isPaid(context),
    'the policy is paid': ({ context }) => isPaid(context),
    'a bank payment is under way': ({ context }) => getProcessingPaymentKind(getPolicy(context)) === 'bank',
    'a card payment is under way': ({ context }) => getProcessingPaymentKind(getPolicy(context)) === 'card',
    'the total is over the card limit': ({ context }) => isOverCardLimit(getPolicy(context)),
    'the method is': ({ context }, { method }: { method: PayMethod }) => context.method === method,
    'the fee is acknowledged': ({ context }) => context.isFeeAcknowledged && context.card !== undefined,
    'the fee is acknowledged for a saved card': ({ context }) =>
      context.isFeeAcknowledged && context.card?.isSaved === true,
    'a saved account is used': ({ event }) => event.type === 'ON_MAKE_ACH_PAYMENT' && 'savedMethodId' in event.account,
    'the payer has to confirm': (_, { result }: { result: RecordedPayment }) => result.nextAction !== null,
    'it failed in': ({ context }, { step }: { step: RetryableRequest }) => context.failure?.in === step,
  },
  actions: {
    'remember the failure': assign({
      failure: (_, { step, error }: { step: RetryableRequest; error: unknown }) => ({ in: step, error }),
    }),
    'tell what stopped it': assign({ problem: (_, { error }: { error: unknown }) => getPaymentErrorText(error) }),
    'tell what stopped it before it was charged': assign({
      problem: (_, { error }: { error: unknown }) => getUnchargedErrorText(error),
    }),
    'tell that the card payment was not finished': assign({
      problem: ({ context }) =>
        getProcessingPaymentKind(getPolicy(context)) === 'card'
          ? (context.problem ?? text.pay.unfinished)
          : context.problem,
    }),
    'remember why it is declined': assign({
      declineReason: ({ event }) => (event.type === 'DECLINE' ? event.reason : undefined),
    }),
    'forget what stopped it': assign({ problem: undefined }),
    'remember the policy': assign({ policy: (_, { policy }: { policy: PolicyConfirmation }) => policy }),
    'choose the method': assign({ method: (_, { method }: { method: PayMethod }) => method, problem: undefined }),
    'forget the card': assign({ card: undefined, fee: undefined, isFeeAcknowledged: false }),
    'begin a payment': assign({
      problem: undefined,
      attempt: ({ context, event }): PaymentAttempt => ({
        idempotencyKey: crypto.randomUUID(),
        amount: getAmountToPay(getPolicy(context), event.type === 'ON_MAKE_CC_PAYMENT' ? context.fee?.feeYear : 0),
        optInAutoPayRenewal: 'optInAutoPayRenewal' in event && event.optInAutoPayRenewal,
        ...(event.type === 'ON_MAKE_ACH_PAYMENT' &&
          'savedMethodId' in event.account && { paymentMethodId: event.account.savedMethodId }),
        ...(event.type === 'ON_MAKE_CC_PAYMENT' && context.card?.isSaved && { paymentMethodId: context.card.id }),
      }),
    }),
    'name the payment method': assign({
      attempt: ({ context }, { id }: { id: string }) => context.attempt && { ...context.attempt, paymentMethodId: id },
    }),
    'remember the outcome': assign({ outcome: (_, { outcome }: { outcome: Outcome }) => outcome }),
    'end as signed': assign({ finishedAs: 'signed' }),
    // Provided by the screens.
    'close the wizard': () => undefined,
    'tell that the check was applied': () => undefined,
    'let the other screens look again': () => undefined,
    'sign out and go to the sign-in page': () => undefined,
  },
  delays: { 'time to read why': 5000 },
})

export const getAttempt = ({ attempt }: WizardContext): PaymentAttempt => {
  if (!attempt) throw new Error('A payment has its key before it is made.')
  return attempt
}

export const getPolicyData = (context: WizardContext): Known => ({
  policy: getPolicy(context),
  transactions: context.transactions,
})

/**
 * Handles a failed request: moves to the log-in state if the session has expired, otherwise to the error state, from
 * which RETRY continues.
 */
export const onFetchFailed = (step: RetryableRequest) =>
  [
    {
      guard: {
        type: 'the session has expired',
        params: ({ event }: { event: { error: unknown } }) => failed(event.error),
      },
      target: '#wizard.unauthorized',
    },
    {
      target: '#wizard.error',
      actions: {
        type: 'remember the failure',
        params: ({ event }: { event: { error: unknown } }) => ({ step, error: event.error }),
      },
    },
  ] as const

/** Handles a rejection that the viewer can retry in place, because the input is kept. */
const onRejectedWith =
  <Telling extends 'tell what stopped it' | 'tell what stopped it before it was charged'>(type: Telling) =>
  <Target extends string>(target: Target) =>
    [
      {
        guard: {
          type: 'the session has expired',
          params: ({ event }: { event: { error: unknown } }) => failed(event.error),
        },
        target: '#wizard.unauthorized',
      },
      { target, actions: { type, params: ({ event }: { event: { error: unknown } }) => failed(event.error) } },
    ] as const

export const onRejected = onRejectedWith('tell what stopped it')

/**
 * Like `onRefused`, for steps before a charge: after a connection failure, the message states that nothing was charged.
 */
export const onRejectedBeforeCharge = onRejectedWith('tell what stopped it before it was charged')

/** The server requires a code that verifies the signer (SIGN-4). The action continues once the code is confirmed. */
export const onCodeRequired = {
  guard: {
    type: 'a code is asked for',
    params: ({ event }: { event: { error: unknown } }) => failed(event.error),
  },
  target: '#wizard.signatures.loaded.confirming_code',
} as const

export const choose = <Method extends PayMethod>(method: Method) => ({
  type: 'choose the method' as const,
  params: { method },
})

export const isMethod = <Method extends PayMethod>(method: Method) => ({
  type: 'the method is' as const,
  params: { method },
})
