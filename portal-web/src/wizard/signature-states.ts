import { assign } from 'xstate'
import { getPolicy, isSignatureRequired } from './wizard.ts'
import { onCodeRequired, onFetchFailed, onRejected, toErrorParams, wizardSetup } from './wizard-setup.ts'

/** The states of the signing step: consent, reading and signing the documents, and reloading the policy. */
export const signatureStates = wizardSetup.createStateConfig({
  initial: 'begin',
  states: {
    begin: {
      invoke: {
        src: 'fetchDocuments',
        // Records the documents as opened only for viewers who still have to sign.
        input: ({ context }) => ({
          policyNo: context.policyNo,
          isPendingCancel: getPolicy(context).isPendingCancel,
          isSigner:
            isSignatureRequired(context) &&
            getPolicy(context).viewer.party !== null &&
            !getPolicy(context).viewer.isReadonly,
        }),
        onDone: { target: 'loaded', actions: assign(({ event }) => event.output) },
        onError: onFetchFailed('documents'),
      },
    },
    loaded: {
      initial: 'route',
      on: {
        SKIP_TO_PAYMENT: { guard: 'isStaff', target: '#wizard.payments' },
        SHOW_STEP: { guard: 'isPaymentsStep', target: '.continuing' },
      },
      states: {
        route: { always: [{ guard: 'canSkipConsent', target: 'signing' }, { target: 'requesting_consent' }] },
        requesting_consent: {
          on: {
            CONSENT: {
              target: 'recording_consent',
              actions: ['clearProblem', 'storeDeclineReason'],
            },
            DECLINE: { target: 'declining', actions: ['clearProblem', 'storeDeclineReason'] },
          },
        },
        recording_consent: {
          invoke: {
            src: 'recordConsent',
            input: ({ context }) => ({ policyNo: context.policyNo, version: context.consent?.version ?? '' }),
            onDone: { target: 'signing', actions: assign({ hasConsented: true }) },
            onError: [onCodeRequired, ...onRejected('requesting_consent')],
          },
        },
        signing: {
          on: {
            SUBMIT_SIGNATURES: [
              { guard: 'isFullySigned', target: 'continuing' },
              {
                target: '#wizard.signatures.submit_signatures',
                actions: assign({
                  problem: undefined,
                  declineReason: undefined,
                  signed: ({ event: { documents, useTextSignature, elanyNoticeAccepted } }) => ({
                    documents,
                    useTextSignature,
                    elanyNoticeAccepted,
                  }),
                }),
              },
            ],
            DECLINE: { target: 'declining', actions: ['clearProblem', 'storeDeclineReason'] },
            // The documents were signed in another tab. The wizard continues as if they were signed here.
            SIGNED_ELSEWHERE: '#wizard.signatures.submit_signatures.refetching',
          },
        },
        /** Asks for the emailed code, then continues the interrupted action. */
        confirming_code: {
          on: {
            CODE_CONFIRMED: [
              { guard: 'isDeclining', target: 'declining' },
              { guard: 'hasSignatures', target: '#wizard.signatures.submit_signatures' },
              { target: 'recording_consent' },
            ],
            LEAVE_CODE: { target: 'route' },
          },
        },
        declining: {
          invoke: {
            src: 'declineToSign',
            input: ({ context }) => ({ policyNo: context.policyNo, reason: context.declineReason ?? '' }),
            onDone: 'declined',
            onError: [onCodeRequired, ...onRejected('route')],
          },
        },
        declined: { on: { RETRY: { target: 'route' } } },
        // The party had already signed. The wizard continues without posting signatures.
        continuing: {
          always: [
            { guard: 'mustSign', target: 'route' },
            { guard: 'mustPay', target: '#wizard.payments' },
            { guard: 'isPaymentsStep', target: '#wizard.payments' },
            { target: '#wizard.finish' },
          ],
        },
      },
    },
    submit_signatures: {
      initial: 'posting',
      states: {
        posting: {
          invoke: {
            src: 'submitSignatures',
            input: ({ context }) => {
              if (!context.signed) throw new Error('There are no signatures to post.')
              return { policyNo: context.policyNo, ...context.signed }
            },
            onDone: 'refetching',
            // Shows a rejection on the signing screen. Only technical failures can be retried.
            onError: [
              onCodeRequired,
              {
                guard: { type: 'isRejectedByServer', params: ({ event }) => toErrorParams(event.error) },
                target: '#wizard.signatures.loaded.signing',
                actions: { type: 'showProblem', params: ({ event }) => toErrorParams(event.error) },
              },
              ...onFetchFailed('submit'),
            ],
          },
        },
        refetching: {
          invoke: {
            src: 'refetchPolicy',
            input: ({ context }) => ({ policyNo: context.policyNo }),
            onDone: {
              target: 'signed',
              actions: {
                type: 'storePolicy',
                params: ({ event }) => ({ policy: event.output }),
              },
            },
            onError: onFetchFailed('refetch'),
          },
        },
        signed: {
          entry: 'refreshOtherScreens',
          always: [
            { guard: 'mustSign', target: '#wizard.signatures' },
            { guard: 'closesAfterSigning', target: '#wizard.closed' },
            { guard: 'isCompleteAfterSigning', target: '#wizard.finish', actions: 'finishAsSigned' },
            { target: '#wizard.payments' },
          ],
        },
      },
    },
  },
})
