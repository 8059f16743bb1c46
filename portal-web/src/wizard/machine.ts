import { assign } from 'xstate'
import { payments } from './payment-states.ts'
import { config, failed, onFetchFailed } from './setup.ts'
import { signatures } from './signature-states.ts'

/**
 * The completion wizard: policy, signatures, payments, and finish. Does not depend on React: requests are actors and
 * page effects are actions, both provided from outside.
 */
export const wizardMachine = config.createMachine({
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
            onDone: { target: 'locating', actions: assign(({ event }) => event.output) },
            onError: onFetchFailed('policy'),
          },
        },
        locating: { always: [{ guard: 'the location is not known', target: 'loading_address' }, { target: 'loaded' }] },
        loading_address: {
          invoke: {
            src: 'fetchAddress',
            input: ({ context }) => ({ transactions: context.transactions }),
            onDone: { target: 'loaded', actions: assign({ location: ({ event }) => event.output }) },
            // A policy without a map can still be signed and paid.
            onError: [
              {
                guard: { type: 'the session has expired', params: ({ event }) => failed(event.error) },
                target: '#wizard.unauthorized',
              },
              { target: 'loaded' },
            ],
          },
        },
        loaded: {
          always: [
            { guard: 'staff want to pay', target: '#wizard.payments' },
            { guard: 'signatures are missing', target: '#wizard.signatures' },
            { guard: 'something is to be paid', target: '#wizard.payments' },
            { guard: 'the viewer asked for the payment step', target: '#wizard.payments' },
            { target: '#wizard.finish' },
          ],
        },
      },
    },
    signatures,
    payments,
    finish: {
      on: {
        SHOW_STEP: [
          { guard: 'the documents are asked for', target: 'signatures' },
          { guard: 'the payment step is asked for', target: 'payments' },
        ],
      },
    },
    error: {
      on: {
        RETRY: [
          { guard: { type: 'it failed in', params: { step: 'documents' } }, target: 'signatures' },
          { guard: { type: 'it failed in', params: { step: 'submit' } }, target: 'signatures.submit_signatures' },
          {
            guard: { type: 'it failed in', params: { step: 'refetch' } },
            target: 'signatures.submit_signatures.refetching',
          },
          { guard: { type: 'it failed in', params: { step: 'methods' } }, target: 'payments' },
          { target: 'fetch_policy' },
        ],
      },
    },
    unauthorized: {
      initial: 'waiting',
      states: {
        waiting: { after: { 'time to read why': 'leaving' }, on: { REDIRECT: 'leaving' } },
        leaving: { entry: 'sign out and go to the sign-in page' },
      },
    },
    closed: { type: 'final', entry: 'close the wizard' },
  },
})
