import type { RecordedPayment } from '@tideline/sdk'
import { assign } from 'xstate'
import { getCheckErrorText } from '../payments/payment-error.ts'
import { paymentText } from '../payments/text.ts'
import { getPolicy } from './wizard.ts'
import {
  getPaymentAttempt,
  getPolicyInput,
  onFetchFailed,
  onRejected,
  onRejectedBeforeCharge,
  toErrorParams,
  toPaymentOutcome,
  wizardSetup,
} from './wizard-setup.ts'

/**
 * The states of a charge. The payer cannot switch to another payment method in these states. The idempotency key is
 * created before the first attempt, so that a retry cannot charge twice.
 */
export const chargeStates = wizardSetup.createStateConfig({
  initial: 'processing',
  states: {
    confirming_bank_setup: {
      invoke: {
        src: 'confirmBankSetup',
        input: ({ context, event }) => {
          if (event.type !== 'ON_MAKE_ACH_PAYMENT' || 'savedMethodId' in event.account)
            throw new Error('Enter a bank account to save it.')
          return { ...getPolicyInput(context), account: event.account }
        },
        onDone: {
          target: 'processing',
          actions: { type: 'storePaymentMethod', params: ({ event }) => ({ id: event.output }) },
        },
        onError: onRejectedBeforeCharge('#wizard.payments.loaded'),
      },
    },
    confirming_card_setup: {
      invoke: {
        src: 'confirmCardSetup',
        input: ({ context, event }) => {
          if (!context.card) throw new Error('Enter the card details to save the card.')
          return {
            ...getPolicyInput(context),
            card: context.card,
            amount: getPaymentAttempt(context).amount,
            email: event.type === 'ON_MAKE_CC_PAYMENT' ? event.email : '',
          }
        },
        onDone: {
          target: 'processing',
          actions: { type: 'storePaymentMethod', params: ({ event }) => ({ id: event.output }) },
        },
        onError: onRejectedBeforeCharge('#wizard.payments.loaded'),
      },
    },
    processing: {
      invoke: {
        src: 'processPayment',
        input: ({ context }) => ({ policyNo: context.policyNo, ...getPaymentAttempt(context) }),
        onDone: [
          {
            guard: { type: 'requiresPayerConfirmation', params: ({ event }) => ({ result: event.output }) },
            target: 'confirming_charge',
            actions: {
              type: 'storeOutcome',
              params: ({ event }) => ({ outcome: toPaymentOutcome(event.output) }),
            },
          },
          {
            target: 'reloading_policy',
            actions: {
              type: 'storeOutcome',
              params: ({ event }) => ({ outcome: toPaymentOutcome(event.output) }),
            },
          },
        ],
        onError: [
          {
            guard: { type: 'isSessionExpired', params: ({ event }) => toErrorParams(event.error) },
            target: '#wizard.unauthorized',
          },
          {
            guard: { type: 'isOutcomeUnknown', params: ({ event }) => toErrorParams(event.error) },
            target: 'outcome_unknown',
          },
          {
            target: 'rejected',
            actions: { type: 'showProblem', params: ({ event }) => toErrorParams(event.error) },
          },
        ],
      },
    },
    /** Authentication by the payer's bank (3-D Secure), which can happen only in the browser. */
    confirming_charge: {
      invoke: {
        src: 'confirmCharge',
        input: ({ context, event }) => ({
          policy: getPolicy(context),
          clientSecret: 'output' in event ? ((event.output as RecordedPayment).nextAction?.clientSecret ?? '') : '',
        }),
        onDone: 'awaiting_settlement',
        onError: onRejected('rejected'),
      },
    },
    awaiting_settlement: {
      invoke: {
        src: 'awaitSettlement',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: {
          target: '#wizard.finish',
          actions: [{ type: 'storePolicy', params: ({ event }) => ({ policy: event.output }) }, 'refreshOtherScreens'],
        },
        onError: onFetchFailed('policy'),
      },
    },
    reloading_policy: {
      invoke: {
        src: 'refetchPolicy',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: {
          target: '#wizard.finish',
          actions: [{ type: 'storePolicy', params: ({ event }) => ({ policy: event.output }) }, 'refreshOtherScreens'],
        },
        // The payment was made, so the wizard finishes even if the policy cannot be reloaded.
        onError: { target: '#wizard.finish', actions: 'refreshOtherScreens' },
      },
    },
    /**
     * No response was received, so the payment may have succeeded. RETRY repeats the payment with the same idempotency
     * key.
     */
    outcome_unknown: {
      entry: assign({ problem: paymentText.pay.outcomeUnknown }),
      on: { RETRY: { target: 'processing', actions: 'clearProblem' } },
    },
    /**
     * The payment was rejected. The policy is reloaded before the form returns, because the amount due may have
     * changed.
     */
    rejected: {
      entry: assign({ attempt: undefined, outcome: undefined }),
      invoke: {
        src: 'refetchPolicy',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: {
          target: '#wizard.payments.loaded',
          actions: { type: 'storePolicy', params: ({ event }) => ({ policy: event.output }) },
        },
        // If the reload of the policy fails, the reason for the rejection is still shown, because it is more important.
        onError: [
          {
            guard: { type: 'isSessionExpired', params: ({ event }) => toErrorParams(event.error) },
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
          idempotencyKey: getPaymentAttempt(context).idempotencyKey,
        }),
        onDone: {
          target: 'reloading_policy',
          actions: {
            type: 'storeOutcome',
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
          if (event.type !== 'ON_MAKE_CHECK_PAYMENT') throw new Error('Submit the check form to apply a check.')
          return {
            policyNo: context.policyNo,
            check: event.check,
            idempotencyKey: getPaymentAttempt(context).idempotencyKey,
          }
        },
        onDone: {
          target: 'reloading_policy',
          actions: [
            {
              type: 'storeOutcome',
              params: ({ event }) => ({ outcome: { kind: 'check' as const, payment: event.output.payment } }),
            },
            'notifyCheckApplied',
          ],
        },
        onError: [
          {
            guard: { type: 'isSessionExpired', params: ({ event }) => toErrorParams(event.error) },
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
