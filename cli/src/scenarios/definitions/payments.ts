import type { Scenario } from '../scenario.ts'

// Annual premium with taxes and fees; see cancellations.ts.
const annualPremium = 464.01

export const paymentScenarios: readonly Scenario[] = [
  {
    name: 'bank-pays',
    title: 'Pay by bank account, which settles after four days',
    source: 'PAY-7: the payment is processing until the bank responds',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent' },
      { do: 'verify', day: 3, expect: { due: annualPremium, payments: [['processing', annualPremium]] } },
      { do: 'verify', day: 5, expect: { due: 0, payments: [['paid', annualPremium]] } },
    ],
    ends: { home: { status: 'Active', paid: annualPremium } },
  },
  {
    name: 'bank-returns',
    title: 'Reopen the balance when a bank payment is returned',
    source: 'PAY-6: the balance is due again, and the parties are notified',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent', account: '000222222227' },
      { do: 'verify', day: 3, expect: { due: annualPremium, payments: [['processing', annualPremium]] } },
      { do: 'verify', day: 5, expect: { due: annualPremium, paid: 0, payments: [['failed', annualPremium]] } },
    ],
    ends: { home: { due: annualPremium, paid: 0, notifications: ['payment-failed'] } },
  },
  {
    name: 'lender-and-insured-pay',
    title: 'Receive the lender’s check while the insured’s bank payment is processing',
    source: 'PAY-6 and REF-4: the overpayment is recorded separately and refunded to its payer',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent' },
      { do: 'check', day: 1, amount: annualPremium, from: 'Sample Savings Bank' },
      { do: 'verify', day: 5, expect: { due: -annualPremium, paid: 928.02, overpaid: annualPremium } },
      { do: 'resolve', decision: 'refundPayer', by: 'finance' },
    ],
    ends: { home: { due: 0, paid: annualPremium, overpaid: 0 } },
  },
  {
    name: 'lockbox-file-twice',
    title: 'Import the same lockbox file twice',
    source: 'LBX-1 and LBX-3: a check is applied once, even when its file is imported again',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'lockbox', checks: [{ amount: annualPremium }] },
      { do: 'verify', expect: { due: 0, payments: [['paid', annualPremium]] } },
      { do: 'lockbox', day: 1, checks: [{ amount: annualPremium }] },
    ],
    ends: { home: { due: 0, paid: annualPremium, overpaid: 0, payments: [['paid', annualPremium]] } },
  },
  {
    name: 'payment-transfer',
    title: 'Transfer a check to another policy',
    source: 'PAY-14',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bind', begins: 12, of: 'other' },
      { do: 'check', amount: 'due' },
      { do: 'transfer', amount: annualPremium, to: 'other', by: 'finance' },
    ],
    ends: { home: { due: annualPremium, paid: 0 }, other: { due: 0, paid: annualPremium } },
  },
  {
    name: 'bank-account-closed',
    title: 'Replace a failed bank payment with a check',
    source: 'PAY-6',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent', account: '000111111113' },
      { do: 'check', day: 6, amount: 'due' },
    ],
    ends: {
      home: {
        due: 0,
        paid: annualPremium,
        payments: [
          ['failed', annualPremium],
          ['paid', annualPremium],
        ],
      },
    },
  },
  {
    name: 'lockbox-of-three',
    title: 'Import a lockbox file with two matching checks and one unmatched check',
    source: 'LBX-4: only an exact policy number is applied automatically',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bind', begins: 12, of: 'other' },
      {
        do: 'lockbox',
        checks: [{ amount: annualPremium }, { amount: 200, of: 'other' }, { amount: 12, reference: 'unmatched' }],
      },
    ],
    ends: { home: { due: 0, paid: annualPremium }, other: { due: 264.01, paid: 200 } },
  },
  {
    name: 'partial-transfer',
    title: 'Transfer part of a payment, but not more than its amount',
    source: 'PAY-14',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bind', begins: 12, of: 'other' },
      { do: 'check', amount: 'due' },
      { do: 'transfer', amount: 100, to: 'other', by: 'finance' },
      { do: 'transfer', amount: 400, to: 'other', by: 'finance', rejected: 'amount_exceeds_payment' },
    ],
    ends: { home: { due: 100, paid: 364.01 }, other: { due: 364.01, paid: 100 } },
  },
  {
    name: 'partial-refund',
    title: 'Refund part of a payment, which is then due again',
    source: 'BIL-2: invoiced amounts that are not paid are due',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'check', amount: 'due' },
      { do: 'refund', amount: 100, by: 'finance' },
    ],
    ends: { home: { total: annualPremium, due: 100, paid: 364.01 } },
  },
  {
    name: 'card-with-fee',
    title: 'Pay by card with a fee that is not refunded on cancellation before inception',
    source: 'CAN-1, reason 13: flat; 2.9% of 464.01 plus 0.30 is 13.76, which the processor retains',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'card', by: 'agent' },
      {
        do: 'verify',
        expect: {
          due: 0,
          paid: annualPremium,
          fees: 13.76,
          payments: [['paid', annualPremium]],
          notifications: ['receipt'],
        },
      },
      { do: 'cancel', reason: '13' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 0, due: 0, paid: 0, fees: 13.76 } },
  },
  {
    name: 'card-disputed',
    title: 'Reopen the balance when the payer disputes a card payment',
    source: 'PAY-6: the balance is due again and is paid by a second card',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'card', by: 'agent', number: '4000000000000259' },
      {
        do: 'verify',
        day: 1,
        expect: {
          due: annualPremium,
          paid: 0,
          payments: [['disputed', annualPremium]],
          notifications: ['payment-disputed'],
        },
      },
      { do: 'card', by: 'agent' },
    ],
    ends: {
      home: {
        ...{ status: 'Active', due: 0, paid: annualPremium, fees: 13.76 },
        payments: [
          ['disputed', annualPremium],
          ['paid', annualPremium],
        ],
      },
    },
  },
  {
    name: 'bank-dispute-lost',
    title: 'Lose a dispute of a bank debit immediately',
    source: 'PAY-6: the balance is due again, and the parties are notified',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent', account: '000555555559' },
      { do: 'verify', day: 3, expect: { due: annualPremium, payments: [['processing', annualPremium]] } },
      { do: 'verify', day: 6, expect: { payments: [['disputed', annualPremium]] } },
    ],
    ends: { home: { due: annualPremium, paid: 0, notifications: ['payment-disputed'] } },
  },
  {
    name: 'two-checks',
    title: 'Pay by two checks and reject a third',
    source: 'PAY-10: a paid policy accepts no more payments',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'check', amount: 200 },
      { do: 'verify', expect: { due: 264.01 } },
      { do: 'check', amount: 'due' },
      { do: 'check', amount: 10, rejected: 'already_paid' },
    ],
    ends: { home: { due: 0, paid: annualPremium } },
  },
]
