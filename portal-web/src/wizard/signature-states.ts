import { assign } from 'xstate'
import { config, failed, onCodeRequired, onFetchFailed, onRefused } from './setup.ts'
import { getPolicy, mustSign } from './wizard.ts'

/** Signing: consent, reading and signing, then the policy as it stands after it. */
export const signatures = config.createStateConfig({
  initial: 'begin',
  states: {
    begin: {
      invoke: {
        src: 'fetchDocuments',
        // Only who has still to sign is written into the trail as having opened the documents.
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
            onError: [onCodeRequired, ...onRefused('asking_consent')],
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
            // Finished in another tab: this one goes on as if it had been here.
            SIGNED_ELSEWHERE: '#wizard.signatures.submit_signatures.refetching',
          },
        },
        /** The mailed code; then what was asked for goes on. */
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
            onError: [onCodeRequired, ...onRefused('route')],
          },
        },
        declined: { on: { RETRY: { target: 'route' } } },
        // Nothing was posted: the party had signed before, and goes on.
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
            // What the server does not take is told where it was signed; only what broke on the way is sent again.
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
