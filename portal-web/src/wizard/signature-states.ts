import { assign } from 'xstate'
import { config, failed, onCodeRequired, onFetchFailed, onRejected } from './setup.ts'
import { getPolicy, mustSign } from './wizard.ts'

/** The signing steps: consent, reading and signing, and reloading the policy afterwards. */
export const signatures = config.createStateConfig({
  initial: 'begin',
  states: {
    begin: {
      invoke: {
        src: 'fetchDocuments',
        // The signing record lists only viewers who still have to sign as having opened the documents.
        input: ({ context }) => ({
          policyNo: context.policyNo,
          isPendingCancel: getPolicy(context).isPendingCancel,
          isSigner:
            mustSign(context) && getPolicy(context).viewer.party !== null && !getPolicy(context).viewer.isReadonly,
        }),
        onDone: { target: 'loaded', actions: assign(({ event }) => event.output) },
        onError: onFetchFailed('documents'),
      },
    },
    loaded: {
      initial: 'route',
      on: {
        SKIP_TO_PAYMENT: { guard: 'the viewer is staff', target: '#wizard.payments' },
        SHOW_STEP: { guard: 'the payment step is asked for', target: '.leaving' },
      },
      states: {
        route: { always: [{ guard: 'no consent is needed', target: 'signing' }, { target: 'asking_consent' }] },
        asking_consent: {
          on: {
            CONSENT: {
              target: 'recording_consent',
              actions: ['forget what stopped it', 'remember why it is declined'],
            },
            DECLINE: { target: 'declining', actions: ['forget what stopped it', 'remember why it is declined'] },
          },
        },
        recording_consent: {
          invoke: {
            src: 'recordConsent',
            input: ({ context }) => ({ policyNo: context.policyNo, version: context.consent?.version ?? '' }),
            onDone: { target: 'signing', actions: assign({ hasConsented: true }) },
            onError: [onCodeRequired, ...onRejected('asking_consent')],
          },
        },
        signing: {
          on: {
            SUBMIT_SIGNATURES: [
              { guard: 'nothing is left to sign', target: 'leaving' },
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
            DECLINE: { target: 'declining', actions: ['forget what stopped it', 'remember why it is declined'] },
            // Signing was finished in another tab. The wizard continues as if it was finished here.
            SIGNED_ELSEWHERE: '#wizard.signatures.submit_signatures.refetching',
          },
        },
        /** Asks for the emailed code and then continues the interrupted action. */
        confirming_code: {
          on: {
            CODE_CONFIRMED: [
              { guard: 'the signer declines', target: 'declining' },
              { guard: 'signatures were given', target: '#wizard.signatures.submit_signatures' },
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
        // The party had already signed, so nothing was posted and the wizard continues.
        leaving: {
          always: [
            { guard: 'signatures are missing', target: 'route' },
            { guard: 'something is to be paid', target: '#wizard.payments' },
            { guard: 'the payment step is asked for', target: '#wizard.payments' },
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
              if (!context.signed) throw new Error('Signatures are posted only after they were given.')
              return { policyNo: context.policyNo, ...context.signed }
            },
            onDone: 'refetching',
            // A rejection by the server is shown on the signing screen. Only technical failures can be retried.
            onError: [
              onCodeRequired,
              {
                guard: { type: 'the server refused it', params: ({ event }) => failed(event.error) },
                target: '#wizard.signatures.loaded.signing',
                actions: { type: 'tell what stopped it', params: ({ event }) => failed(event.error) },
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
                type: 'remember the policy',
                params: ({ event }) => ({ policy: event.output }),
              },
            },
            onError: onFetchFailed('refetch'),
          },
        },
        signed: {
          entry: 'let the other screens look again',
          always: [
            { guard: 'signatures are missing', target: '#wizard.signatures' },
            { guard: 'signing closes the wizard', target: '#wizard.closed' },
            { guard: 'signing ends the wizard', target: '#wizard.finish', actions: 'end as signed' },
            { target: '#wizard.payments' },
          ],
        },
      },
    },
  },
})
