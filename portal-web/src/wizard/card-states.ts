import { assign } from 'xstate'
import { config, getPolicyData, onRejectedBeforeCharge } from './setup.ts'

/**
 * The steps of a card payment before the charge: create the method, fetch the fee, and accept the fee (in the order of
 * PAY-3).
 */
export const creditCard = config.createStateConfig({
  initial: 'entering',
  entry: 'forget the card',
  on: { CHANGE_CARD: { target: '.entering', actions: 'forget the card' } },
  states: {
    entering: {
      on: {
        CARD_ENTERED: { target: 'creating_payment_method', actions: 'forget what stopped it' },
      },
    },
    creating_payment_method: {
      invoke: {
        src: 'createCard',
        input: ({ event }) => ({
          create:
            event.type === 'CARD_ENTERED'
              ? event.createPaymentMethod
              : () => Promise.reject(new Error('A card is made of what was entered.')),
        }),
        onDone: { target: 'fetching_fee', actions: assign({ card: ({ event }) => event.output }) },
        onError: onRejectedBeforeCharge('entering'),
      },
    },
    fetching_fee: {
      invoke: {
        src: 'fetchFee',
        input: ({ context }) => {
          if (!context.card) throw new Error('A fee is asked for a card.')
          return { ...getPolicyData(context), card: context.card }
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
            guard: 'the fee is acknowledged for a saved card',
            target: '#wizard.payments.charging.processing',
            actions: 'begin a payment',
          },
          {
            guard: 'the fee is acknowledged',
            target: '#wizard.payments.charging.confirming_card_setup',
            actions: 'begin a payment',
          },
        ],
      },
    },
  },
})
