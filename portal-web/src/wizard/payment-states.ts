import { assign } from 'xstate'
import { getInitialPaymentMethod } from '../payments/initial-payment-method.ts'
import { creditCardStates } from './card-states.ts'
import { chargeStates } from './charge-states.ts'
import { getPolicy } from './wizard.ts'
import {
  createMethodGuard,
  createSelectMethodAction,
  onFetchFailed,
  toErrorParams,
  wizardSetup,
} from './wizard-setup.ts'

/** The states in which the payer selects a payment method and pays. */
export const paymentStates = wizardSetup.createStateConfig({
  initial: 'fetch_payment_methods',
  entry: assign(({ context }) => ({
    problem: undefined,
    method: context.method ?? getInitialPaymentMethod(getPolicy(context), context.transactions),
  })),
  states: {
    fetch_payment_methods: {
      invoke: {
        src: 'fetchPaymentMethods',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: { target: 'loaded', actions: assign({ methods: ({ event }) => event.output }) },
        onError: onFetchFailed('methods'),
      },
    },
    loaded: {
      initial: 'route',
      on: {
        MAKE_MORTGAGEE_PAYMENT: { target: '.mortgagee_payment', actions: createSelectMethodAction('mortgagee') },
        MAKE_ACH_PAYMENT: { target: '.automated_check_payment', actions: createSelectMethodAction('ach') },
        MAKE_CC_PAYMENT: [
          { guard: 'isOverCardLimit', target: '.cc_message', actions: createSelectMethodAction('cardMessage') },
          { target: '.credit_card_payment', actions: createSelectMethodAction('card') },
        ],
        LOCKBOX_INFO: { target: '.lockbox_check_payment', actions: createSelectMethodAction('lockbox') },
        CC_MESSAGE: { target: '.cc_message', actions: createSelectMethodAction('cardMessage') },
        CHOOSE_AMOUNT: { target: '.method_selected', actions: ['chooseAmount', 'clearCard'] },
        APPLY_CHECK: { target: '.apply_check_payment', actions: createSelectMethodAction('applyCheck') },
        SHOW_STEP: [
          { guard: 'isDocumentsStep', target: '#wizard.signatures' },
          { guard: 'canShowCompletion', target: '#wizard.finish' },
        ],
      },
      states: {
        route: {
          always: [
            { guard: 'owesNothing', target: 'already_paid' },
            { guard: 'isBankPaymentProcessing', target: 'bank_payment_processing' },
            { guard: 'isCardPaymentProcessing', target: 'checking_card_payment' },
            { target: 'method_selected' },
          ],
        },
        method_selected: {
          always: [
            { guard: createMethodGuard('mortgagee'), target: 'mortgagee_payment' },
            { guard: createMethodGuard('card'), target: 'credit_card_payment' },
            { guard: createMethodGuard('lockbox'), target: 'lockbox_check_payment' },
            { guard: createMethodGuard('cardMessage'), target: 'cc_message' },
            { guard: createMethodGuard('applyCheck'), target: 'apply_check_payment' },
            { target: 'automated_check_payment' },
          ],
        },
        already_paid: {},
        bank_payment_processing: {},
        /**
         * Checks the result of an interrupted card payment. The payer may have reloaded the page or left the bank's
         * authentication prompt.
         */
        checking_card_payment: {
          invoke: {
            src: 'awaitSettlement',
            input: ({ context }) => ({ policyNo: context.policyNo }),
            onDone: {
              target: 'card_payment_checked',
              actions: [
                { type: 'storePolicy', params: ({ event }) => ({ policy: event.output }) },
                'showUnfinishedCardPayment',
              ],
            },
            onError: [
              {
                guard: { type: 'isSessionExpired', params: ({ event }) => toErrorParams(event.error) },
                target: '#wizard.unauthorized',
              },
              { target: 'method_selected', actions: 'showUnfinishedCardPayment' },
            ],
          },
        },
        card_payment_checked: {
          always: [
            { guard: 'owesNothing', target: 'already_paid' },
            { guard: 'isBankPaymentProcessing', target: 'bank_payment_processing' },
            { target: 'method_selected' },
          ],
        },
        mortgagee_payment: {
          on: {
            ON_MAKE_MORTGAGEE_PAYMENT: {
              target: '#wizard.payments.charging.billing_mortgagee',
              actions: 'startPayment',
            },
          },
        },
        automated_check_payment: {
          on: {
            ON_MAKE_ACH_PAYMENT: [
              {
                guard: 'isSavedAccount',
                target: '#wizard.payments.charging.processing',
                actions: 'startPayment',
              },
              { target: '#wizard.payments.charging.confirming_bank_setup', actions: 'startPayment' },
            ],
          },
        },
        credit_card_payment: creditCardStates,
        lockbox_check_payment: {},
        cc_message: {},
        apply_check_payment: {
          on: {
            ON_MAKE_CHECK_PAYMENT: {
              target: '#wizard.payments.charging.applying_check',
              actions: 'startPayment',
            },
          },
        },
      },
    },
    charging: chargeStates,
  },
})
