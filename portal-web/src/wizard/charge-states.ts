import type { RecordedPayment } from '@tideline/sdk'
import { assign } from 'xstate'
import { getCheckErrorText } from '../payments/payment-error.ts'
import { text } from '../payments/text.ts'
import {
  config,
  failed,
  getAttempt,
  getOutcome,
  getPolicyData,
  onFetchFailed,
  onRejected,
  onRejectedBeforeCharge,
} from './setup.ts'
import { getPolicy } from './wizard.ts'

/**
 * The charge. It cannot be left by choosing another method. The idempotency key is in the context before `processing`
 * is entered, so that a repeated attempt cannot charge twice.
 */
export const charging = config.createStateConfig({
  initial: 'processing',
  states: {
    confirming_bank_setup: {
      invoke: {
        src: 'confirmBankSetup',
        input: ({ context, event }) => {
          if (event.type !== 'ON_MAKE_ACH_PAYMENT' || 'savedMethodId' in event.account)
            throw new Error('A bank set-up is confirmed for an account that was entered.')
          return { ...getPolicyData(context), account: event.account }
        },
        onDone: {
          target: 'processing',
          actions: { type: 'name the payment method', params: ({ event }) => ({ id: event.output }) },
        },
        onError: onRejectedBeforeCharge('#wizard.payments.loaded'),
      },
    },
    confirming_card_setup: {
      invoke: {
        src: 'confirmCardSetup',
        input: ({ context, event }) => {
          if (!context.card) throw new Error('A card set-up is confirmed for a card that was entered.')
          return {
            ...getPolicyData(context),
            card: context.card,
            amount: getAttempt(context).amount,
            email: event.type === 'ON_MAKE_CC_PAYMENT' ? event.email : '',
          }
        },
        onDone: {
          target: 'processing',
          actions: { type: 'name the payment method', params: ({ event }) => ({ id: event.output }) },
        },
        onError: onRejectedBeforeCharge('#wizard.payments.loaded'),
      },
    },
    processing: {
      invoke: {
        src: 'processPayment',
        input: ({ context }) => ({ policyNo: context.policyNo, ...getAttempt(context) }),
        onDone: [
          {
            guard: { type: 'the payer has to confirm', params: ({ event }) => ({ result: event.output }) },
            target: 'confirming_charge',
            actions: {
              type: 'remember the outcome',
              params: ({ event }) => ({ outcome: getOutcome(event.output) }),
            },
          },
          {
            target: 'looking_again',
            actions: {
              type: 'remember the outcome',
              params: ({ event }) => ({ outcome: getOutcome(event.output) }),
            },
          },
        ],
        onError: [
          {
            guard: { type: 'the session has expired', params: ({ event }) => failed(event.error) },
            target: '#wizard.unauthorized',
          },
          {
            guard: { type: 'nobody knows whether it was charged', params: ({ event }) => failed(event.error) },
            target: 'unanswered',
          },
          {
            target: 'refused',
            actions: { type: 'tell what stopped it', params: ({ event }) => failed(event.error) },
          },
        ],
      },
    },
    /** The payer's bank requires authentication (3-D Secure), which only the browser can show. */
    confirming_charge: {
      invoke: {
        src: 'confirmCharge',
        input: ({ context, event }) => ({
          policy: getPolicy(context),
          clientSecret: 'output' in event ? ((event.output as RecordedPayment).nextAction?.clientSecret ?? '') : '',
        }),
        onDone: 'settling',
        onError: onRejected('refused'),
      },
    },
    settling: {
      invoke: {
        src: 'awaitSettlement',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: {
          target: '#wizard.finish',
          actions: [
            { type: 'remember the policy', params: ({ event }) => ({ policy: event.output }) },
            'let the other screens look again',
          ],
        },
        onError: onFetchFailed('policy'),
      },
    },
    looking_again: {
      invoke: {
        src: 'refetchPolicy',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: {
          target: '#wizard.finish',
          actions: [
            { type: 'remember the policy', params: ({ event }) => ({ policy: event.output }) },
            'let the other screens look again',
          ],
        },
        // The payment was made, even if the policy cannot be reloaded.
        onError: { target: '#wizard.finish', actions: 'let the other screens look again' },
      },
    },
    /** RETRY repeats the same payment with the same key. */
    unanswered: {
      entry: assign({ problem: text.pay.unanswered }),
      on: { RETRY: { target: 'processing', actions: 'forget what stopped it' } },
    },
    /** The amount due may have changed, for example because someone else paid. The form returns with current data. */
    refused: {
      entry: assign({ attempt: undefined, outcome: undefined }),
      invoke: {
        src: 'refetchPolicy',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: {
          target: '#wizard.payments.loaded',
          actions: { type: 'remember the policy', params: ({ event }) => ({ policy: event.output }) },
        },
        // The reason for the rejection is more important than a failed reload of the policy.
        onError: [
          {
            guard: { type: 'the session has expired', params: ({ event }) => failed(event.error) },
            target: '#wizard.unauthorized',
          },
          { target: '#wizard.payments.loaded' },
        ],
      },
    },
    billing_mortgagee: {
      invoke: {
        src: 'billMortgagee',
        input: ({ context }) => ({
          policyNo: context.policyNo,
          idempotencyKey: getAttempt(context).idempotencyKey,
        }),
        onDone: {
          target: 'looking_again',
          actions: {
            type: 'remember the outcome',
            params: ({ event }) => ({
              outcome: { kind: 'billed' as const, lienholderName: event.output.lienholderName },
            }),
          },
        },
        onError: onRejectedBeforeCharge('#wizard.payments.loaded'),
      },
    },
    applying_check: {
      invoke: {
        src: 'applyCheck',
        input: ({ context, event }) => {
          if (event.type !== 'ON_MAKE_CHECK_PAYMENT') throw new Error('A check is applied when its form is sent.')
          return {
            policyNo: context.policyNo,
            check: event.check,
            idempotencyKey: getAttempt(context).idempotencyKey,
          }
        },
        onDone: {
          target: 'looking_again',
          actions: [
            {
              type: 'remember the outcome',
              params: ({ event }) => ({ outcome: { kind: 'check' as const, payment: event.output.payment } }),
            },
            'tell that the check was applied',
          ],
        },
        onError: [
          {
            guard: { type: 'the session has expired', params: ({ event }) => failed(event.error) },
            target: '#wizard.unauthorized',
          },
          {
            target: '#wizard.payments.loaded',
            actions: assign({ problem: ({ event }) => getCheckErrorText(event.error) }),
          },
        ],
      },
    },
  },
})
