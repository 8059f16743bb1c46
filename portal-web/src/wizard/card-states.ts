import { assign } from 'xstate'
import { getPolicyInput, onRejectedBeforeCharge, wizardSetup } from './wizard-setup.ts'

/**
 * The states of a card payment before the charge: create the payment method, fetch the fee, and accept the fee (PAY-3).
 */
export const creditCardStates = wizardSetup.createStateConfig({
  initial: 'entering',
  entry: 'clearCard',
  on: { CHANGE_CARD: { target: '.entering', actions: 'clearCard' } },
  states: {
    entering: {
      on: {
        CARD_ENTERED: { target: 'creating_payment_method', actions: 'clearProblem' },
      },
    },
    creating_payment_method: {
      invoke: {
        src: 'createCard',
        input: ({ event }) => ({
          create:
            event.type === 'CARD_ENTERED'
              ? event.createPaymentMethod
              : () => Promise.reject(new Error('Creating a card requires the entered card.')),
        }),
        onDone: { target: 'fetching_fee', actions: assign({ card: ({ event }) => event.output }) },
        onError: onRejectedBeforeCharge('entering'),
      },
    },
    fetching_fee: {
      invoke: {
        src: 'fetchFee',
        input: ({ context }) => {
          if (!context.card) throw new Error('The fee cannot be calculated without a card.')
          return { ...getPolicyInput(context), card: context.card, paysAll: context.paysAll }
        },
        onDone: { target: 'acknowledging_fee', actions: assign({ fee: ({ event }) => event.output }) },
        onError: onRejectedBeforeCharge('entering'),
      },
    },
    acknowledging_fee: {
      on: {
        ACKNOWLEDGE_FEE: { actions: assign({ isFeeAcknowledged: ({ event }) => event.isAcknowledged }) },
        ON_MAKE_CC_PAYMENT: [
          {
            guard: 'isFeeAcknowledgedForSavedCard',
            target: '#wizard.payments.charging.processing',
            actions: 'startPayment',
          },
          {
            guard: 'isFeeAcknowledged',
            target: '#wizard.payments.charging.confirming_card_setup',
            actions: 'startPayment',
          },
        ],
      },
    },
  },
})
