import type { Scenario } from '../scenario.ts'

// An earthquake policy costs 464.01 a year (see cancellations.ts), in twelve installments of 38.66 or 38.67.
const total = 464.01
const installment = 38.66

export const autoPayScenarios: readonly Scenario[] = [
  {
    name: 'installment-returned',
    title: 'Retry a returned debit of an installment twice, then charge a card',
    source:
      'AUT-2, AUT-4, AUT-6: debits on days 5, 12 and 19 are returned after 4 days; BIL-3: the amount is due again on the date of each return',
    steps: [
      { do: 'bind', begins: 5, product: 4, monthly: true },
      { do: 'autoPay', by: 'agent', account: '000222222227' },
      { do: 'verify', expect: { autoPay: { next: [5, installment] }, sent: { 'auto-pay-on': [0] } } },
      { do: 'verify', day: 6, expect: { dueNow: installment, dueDay: 5, payments: [['processing', installment]] } },
      { do: 'verify', day: 11, expect: { dueDay: 9, autoPay: { next: [12, installment] } } },
      { do: 'verify', day: 18, expect: { dueDay: 16, autoPay: { next: [19, installment] } } },
      {
        do: 'verify',
        day: 24,
        expect: {
          dueDay: 23,
          autoPay: { next: null, hold: 'unpaid' },
          sent: { 'auto-pay-failed': [9, 16, 23], 'agency-auto-pay-failed': [23] },
        },
      },
      { do: 'autoPay', by: 'agent' },
      { do: 'verify', expect: { autoPay: { next: [27, installment] } } },
      {
        do: 'verify',
        day: 28,
        expect: { dueNow: 0, paid: installment, autoPay: 'on', sent: { receipt: [27], 'past-due': [] } },
      },
    ],
    ends: {
      home: {
        ...{ status: 'Active', total, dueNow: 0, fees: 0, notice: null, autoPay: 'on' },
        sent: { 'amount-due': [], 'payment-reminder': [] },
      },
    },
  },
  {
    name: 'card-expires',
    title: 'Email the policyholder before a card expires, and turn off auto-pay if the card is not replaced',
    source: 'AUT-9: once, 30 days before; AUT-3: a permanent decline ends the consent; no card fee (AUT-4)',
    steps: [
      { do: 'bind', begins: 50, product: 4, monthly: true },
      { do: 'bind', begins: 50, product: 4, monthly: true, of: 'replaced' },
      { do: 'autoPay', by: 'agent', expires: 15 },
      { do: 'autoPay', by: 'agent', expires: 15, of: 'replaced' },
      { do: 'verify', day: 16, expect: { sent: { 'card-expiring': 1 }, autoPay: { next: [50, installment] } } },
      { do: 'autoPay', day: 17, by: 'agent', of: 'replaced' },
      { do: 'verify', day: 51, of: 'replaced', expect: { paid: installment, fees: 0, dueNow: 0 } },
    ],
    ends: {
      home: {
        paid: 0,
        dueNow: installment,
        autoPay: { ended: 'declined' },
        sent: { 'card-expiring': 1, 'auto-pay-failed': [50] },
      },
      replaced: { autoPay: 'on', sent: { 'card-expiring': 1, 'auto-pay-failed': [] } },
    },
  },
]
