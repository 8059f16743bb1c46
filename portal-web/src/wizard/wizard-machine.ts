import { assign } from 'xstate'
import { paymentStates } from './payment-states.ts'
import { signatureStates } from './signature-states.ts'
import { onFetchFailed, toErrorParams, wizardSetup } from './wizard-setup.ts'

/**
 * The state machine of the wizard: policy, signatures, payment, and finish. Does not depend on React; its requests and
 * page effects are provided from outside.
 */
export const wizardMachine = wizardSetup.createMachine({
  id: 'wizard',
  context: ({ input }) => ({
    ...input,
    policy: undefined,
    transactions: [],
    location: undefined,
    documents: [],
    consent: undefined,
    hasConsented: false,
    signed: undefined,
    methods: [],
    method: undefined,
    paysAll: false,
    card: undefined,
    fee: undefined,
    isFeeAcknowledged: false,
    attempt: undefined,
    outcome: undefined,
    declineReason: undefined,
    finishedAs: 'complete',
    failure: undefined,
    problem: undefined,
  }),
  initial: 'fetch_policy',
  states: {
    fetch_policy: {
      initial: 'loading_policy',
      states: {
        loading_policy: {
          invoke: {
            src: 'fetchPolicy',
            input: ({ context }) => ({ policyNo: context.policyNo }),
            onDone: { target: 'checking_location', actions: assign(({ event }) => event.output) },
            onError: onFetchFailed('policy'),
          },
        },
        checking_location: {
          always: [{ guard: 'isLocationUnknown', target: 'loading_address' }, { target: 'loaded' }],
        },
        loading_address: {
          invoke: {
            src: 'fetchAddress',
            input: ({ context }) => ({ transactions: context.transactions }),
            onDone: { target: 'loaded', actions: assign({ location: ({ event }) => event.output }) },
            // A policy without a map can still be signed and paid.
            onError: [
              {
                guard: { type: 'isSessionExpired', params: ({ event }) => toErrorParams(event.error) },
                target: '#wizard.unauthorized',
              },
              { target: 'loaded' },
            ],
          },
        },
        loaded: {
          always: [
            { guard: 'isStaffPayment', target: '#wizard.payments' },
            { guard: 'mustSign', target: '#wizard.signatures' },
            { guard: 'mustPay', target: '#wizard.payments' },
            { guard: 'startsWithPayment', target: '#wizard.payments' },
            { target: '#wizard.finish' },
          ],
        },
      },
    },
    signatures: signatureStates,
    payments: paymentStates,
    finish: {
      on: {
        SHOW_STEP: [
          { guard: 'isDocumentsStep', target: 'signatures' },
          { guard: 'isPaymentsStep', target: 'payments' },
        ],
      },
    },
    error: {
      on: {
        RETRY: [
          { guard: { type: 'hasFailedIn', params: { step: 'documents' } }, target: 'signatures' },
          { guard: { type: 'hasFailedIn', params: { step: 'submit' } }, target: 'signatures.submit_signatures' },
          {
            guard: { type: 'hasFailedIn', params: { step: 'refetch' } },
            target: 'signatures.submit_signatures.refetching',
          },
          { guard: { type: 'hasFailedIn', params: { step: 'methods' } }, target: 'payments' },
          { target: 'fetch_policy' },
        ],
      },
    },
    unauthorized: {
      initial: 'waiting',
      states: {
        waiting: { after: { redirectDelay: 'redirecting' }, on: { REDIRECT: 'redirecting' } },
        redirecting: { entry: 'signOutAndRedirect' },
      },
    },
    closed: { type: 'final', entry: 'closeWizard' },
  },
})
