import { assign } from 'xstate'
import { getInitialMethod } from '../payments/initial-method.ts'
import { creditCard } from './card-states.ts'
import { charging } from './charge-states.ts'
import { choose, config, failed, isMethod, onFetchFailed } from './setup.ts'
import { getPolicy } from './wizard.ts'

/** Selects the payment method and makes the payment. */
export const payments = config.createStateConfig({
  initial: 'fetch_payment_methods',
  entry: assign(({ context }) => ({
    problem: undefined,
    method: context.method ?? getInitialMethod(getPolicy(context), context.transactions),
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
        MAKE_MORTGAGEE_PAYMENT: { target: '.mortgagee_payment', actions: choose('mortgagee') },
        MAKE_ACH_PAYMENT: { target: '.automated_check_payment', actions: choose('ach') },
        MAKE_CC_PAYMENT: [
          { guard: 'the total is over the card limit', target: '.cc_message', actions: choose('cardMessage') },
          { target: '.credit_card_payment', actions: choose('card') },
        ],
        LOCKBOX_INFO: { target: '.lockbox_check_payment', actions: choose('lockbox') },
        CC_MESSAGE: { target: '.cc_message', actions: choose('cardMessage') },
        APPLY_CHECK: { target: '.apply_check_payment', actions: choose('applyCheck') },
        SHOW_STEP: [
          { guard: 'the documents are asked for', target: '#wizard.signatures' },
          { guard: 'the end is asked for, and nothing is to be paid', target: '#wizard.finish' },
        ],
      },
      states: {
        route: {
          always: [
            { guard: 'the policy is paid', target: 'already_paid' },
            { guard: 'a bank payment is under way', target: 'under_way' },
            { guard: 'a card payment is under way', target: 'looking_at_card_payment' },
            { target: 'chosen' },
          ],
        },
        chosen: {
          always: [
            { guard: isMethod('mortgagee'), target: 'mortgagee_payment' },
            { guard: isMethod('card'), target: 'credit_card_payment' },
            { guard: isMethod('lockbox'), target: 'lockbox_check_payment' },
            { guard: isMethod('cardMessage'), target: 'cc_message' },
            { guard: isMethod('applyCheck'), target: 'apply_check_payment' },
            { target: 'automated_check_payment' },
          ],
        },
        already_paid: {},
        under_way: {},
        /** The page was reloaded during a card charge, or the payer left the bank's authentication prompt. */
        looking_at_card_payment: {
          invoke: {
            src: 'awaitSettlement',
            input: ({ context }) => ({ policyNo: context.policyNo }),
            onDone: {
              target: 'looked',
              actions: [
                { type: 'remember the policy', params: ({ event }) => ({ policy: event.output }) },
                'tell that the card payment was not finished',
              ],
            },
            onError: [
              {
                guard: { type: 'the session has expired', params: ({ event }) => failed(event.error) },
                target: '#wizard.unauthorized',
              },
              { target: 'chosen', actions: 'tell that the card payment was not finished' },
            ],
          },
        },
        looked: {
          always: [
            { guard: 'the policy is paid', target: 'already_paid' },
            { guard: 'a bank payment is under way', target: 'under_way' },
            { target: 'chosen' },
          ],
        },
        mortgagee_payment: {
          on: {
            ON_MAKE_MORTGAGEE_PAYMENT: {
              target: '#wizard.payments.charging.billing_mortgagee',
              actions: 'begin a payment',
            },
          },
        },
        automated_check_payment: {
          on: {
            ON_MAKE_ACH_PAYMENT: [
              {
                guard: 'a saved account is used',
                target: '#wizard.payments.charging.processing',
                actions: 'begin a payment',
              },
              { target: '#wizard.payments.charging.confirming_bank_setup', actions: 'begin a payment' },
            ],
          },
        },
        credit_card_payment: creditCard,
        lockbox_check_payment: {},
        cc_message: {},
        apply_check_payment: {
          on: {
            ON_MAKE_CHECK_PAYMENT: {
              target: '#wizard.payments.charging.applying_check',
              actions: 'begin a payment',
            },
          },
        },
      },
    },
    charging,
  },
})
