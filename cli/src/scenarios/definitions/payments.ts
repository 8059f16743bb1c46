import type { Scenario } from '../scenario.ts'

// Annual premium 464.01: see cancellations.ts.
const annualPremium = 464.01

export const payments: readonly Scenario[] = [
  {
    name: 'bank-pays',
    title: 'A bank account pays after four days',
    source: 'PAY-7: processing until the bank has answered',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent' },
      { do: 'look', day: 3, expect: { due: annualPremium, payments: [['processing', annualPremium]] } },
      { do: 'look', day: 5, expect: { due: 0, payments: [['paid', annualPremium]] } },
    ],
    ends: { home: { status: 'Active', paid: annualPremium } },
  },
  {
    name: 'bank-returns',
    title: 'A bank returns the payment days after the policy was bound',
    source: 'PAY-6: the balance reopens, and the parties are told',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent', account: '000222222227' },
      { do: 'look', day: 3, expect: { due: annualPremium, payments: [['processing', annualPremium]] } },
      { do: 'look', day: 5, expect: { due: annualPremium, paid: 0, payments: [['failed', annualPremium]] } },
    ],
    ends: { home: { due: annualPremium, paid: 0, notifications: ['payment-failed'] } },
  },
  {
    name: 'lender-and-insured-pay',
    title: 'The lender’s check comes while the insured’s bank still has to answer',
    source: 'PAY-6 and REF-4: what is too much lies apart, and goes back to who brought it',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent' },
      { do: 'check', day: 1, amount: annualPremium, from: 'Sample Savings Bank' },
      { do: 'look', day: 5, expect: { due: -annualPremium, paid: 928.02, overpaid: annualPremium } },
      { do: 'resolve', move: 'refundPayer', by: 'finance' },
    ],
    ends: { home: { due: 0, paid: annualPremium, overpaid: 0 } },
  },
  {
    name: 'lockbox-file-twice',
    title: 'The bank sends the same lockbox file again',
    source: 'LBX-1 and LBX-3: a check counts once, however often its file comes',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'lockbox', checks: [{ amount: annualPremium }] },
      { do: 'look', expect: { due: 0, payments: [['paid', annualPremium]] } },
      { do: 'lockbox', day: 1, checks: [{ amount: annualPremium }] },
    ],
    ends: { home: { due: 0, paid: annualPremium, overpaid: 0, payments: [['paid', annualPremium]] } },
  },
  {
    name: 'money-moves-to-another-policy',
    title: 'A check that was meant for another policy is moved there',
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
    name: 'account-was-closed',
    title: 'The account that paid was closed in the meantime, and a check takes its place',
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
    title: 'A lockbox file brings two checks that fit and one that nobody knows',
    source: 'LBX-4: only the exact number applies by itself',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bind', begins: 12, of: 'other' },
      {
        do: 'lockbox',
        checks: [{ amount: annualPremium }, { amount: 200, of: 'other' }, { amount: 12, reference: 'nobody' }],
      },
    ],
    ends: { home: { due: 0, paid: annualPremium }, other: { due: 264.01, paid: 200 } },
  },
  {
    name: 'part-of-a-payment-moves',
    title: 'A part of a payment is moved to another policy, and no more than there is',
    source: 'PAY-14',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bind', begins: 12, of: 'other' },
      { do: 'check', amount: 'due' },
      { do: 'transfer', amount: 100, to: 'other', by: 'finance' },
      { do: 'transfer', amount: 400, to: 'other', by: 'finance', refused: 'more_than_there_is' },
    ],
    ends: { home: { due: 100, paid: 364.01 }, other: { due: 364.01, paid: 100 } },
  },
  {
    name: 'payment-given-back-in-part',
    title: 'Finance gives a part of a payment back, which is owed again',
    source: 'BIL-2: what is invoiced and not paid is due',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'check', amount: 'due' },
      { do: 'refund', amount: 100, by: 'finance' },
    ],
    ends: { home: { total: annualPremium, due: 100, paid: 364.01 } },
  },
  {
    name: 'card-with-fee',
    title: 'A card pays with a fee on top, which a cancellation before the beginning does not give back',
    source:
      'CAN-1, reason 13: the policy is as if it never was; 2.9 % of 464.01 and 0.30 are 13.76, which the processor keeps',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'card', by: 'agent' },
      {
        do: 'look',
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
    title: 'The payer of a card goes to the bank, which takes the money back until there is evidence',
    source: 'PAY-6: the balance reopens; a second card pays it',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'card', by: 'agent', number: '4000000000000259' },
      {
        do: 'look',
        day: 1,
        expect: {
          due: annualPremium,
          paid: 0,
          payments: [['disputed', annualPremium]],
          notifications: ['payment-failed'],
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
    title: 'The owner of a bank account disputes its debit, which is lost at once',
    source: 'PAY-6: the balance reopens, and the parties are told',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'bank', by: 'agent', account: '000555555559' },
      { do: 'look', day: 3, expect: { due: annualPremium, payments: [['processing', annualPremium]] } },
      { do: 'look', day: 6, expect: { payments: [['disputed', annualPremium]] } },
    ],
    ends: { home: { due: annualPremium, paid: 0, notifications: ['payment-failed'] } },
  },
  {
    name: 'two-checks',
    title: 'Two checks pay a policy, and a third one is refused',
    source: 'PAY-10: paid is paid',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'check', amount: 200 },
      { do: 'look', expect: { due: 264.01 } },
      { do: 'check', amount: 'due' },
      { do: 'check', amount: 10, refused: 'already_paid' },
    ],
    ends: { home: { due: 0, paid: annualPremium } },
  },
]
