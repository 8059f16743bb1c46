import type { Scenario } from '../scenario.ts'

// Annual premium 464.01: see cancellations.ts.
const annualPremium = 464.01

export const policyChangeScenarios: readonly Scenario[] = [
  {
    name: 'renewal',
    title: 'Renew a term 45 days before it expires',
    source: 'ADR 26; the same coverage at the same rates has the same premium',
    steps: [
      { do: 'bind', begins: -300 },
      { do: 'check', amount: 'due' },
      { do: 'nextTerm', as: 'next', day: 22 },
    ],
    ends: {
      home: { status: 'Active', due: 0, paid: annualPremium },
      next: {
        status: 'Bound',
        total: annualPremium,
        due: annualPremium,
        transactions: [['RN', annualPremium]],
        notifications: ['renewal'],
      },
    },
  },
  {
    name: 'agency-moved-mid-month',
    title: 'Change the agent of record in the middle of a month',
    source: 'POL-10: the premium does not change',
    steps: [
      { do: 'bind', begins: -20 },
      { do: 'check', amount: 'due' },
      { do: 'moveAgency', day: 3, to: '100110' },
    ],
    ends: { home: { agencyNo: '100110', total: annualPremium, due: 0, paid: annualPremium } },
  },
  {
    name: 'storm-stop',
    title: 'Restrict binding during a storm moratorium',
    source: 'END-7: a binding moratorium rejects higher limits; a year at $300,000 costs 438',
    steps: [
      { do: 'bind', begins: 12, county: 'Pinellas' },
      { do: 'startMoratorium', county: 'Pinellas', actions: ['newBusiness', 'higherLimits'] },
      {
        do: 'bind',
        begins: 12,
        county: 'Pinellas',
        of: 'late',
        rejected: 'New business is stopped in Pinellas County',
      },
      { do: 'endMoratorium', day: 4 },
      { do: 'bind', begins: 20, county: 'Pinellas', of: 'later' },
    ],
    ends: { home: { total: annualPremium }, later: { total: annualPremium } },
  },
  {
    name: 'limit-raised',
    title: 'Increase the building limit after a waiting period of ten days',
    source: 'END-2 and PRI-1: 290 days at $0.20 are 58.00; taxes increase by 2.87 and 0.03',
    steps: [
      { do: 'bind', begins: -65 },
      { do: 'check', amount: 'due' },
      { do: 'endorse', limits: { A: 300_000 } },
    ],
    ends: {
      home: {
        total: 524.91,
        due: 60.9,
        paid: annualPremium,
        transactions: [
          ['NB', annualPremium],
          ['EB', 60.9],
        ],
      },
    },
  },
  {
    name: 'limit-lowered',
    title: 'Decrease the building limit and refund the return premium',
    source: 'PRI-1: 290 days at $0.20 are 58.00; taxes decrease by 2.86 and 0.04',
    steps: [
      { do: 'bind', begins: -65 },
      { do: 'check', amount: 'due' },
      { do: 'endorse', limits: { A: 200_000 } },
    ],
    ends: { home: { total: 403.11, due: 0, paid: 403.11 } },
  },
  {
    name: 'out-of-sequence-endorsement',
    title: 'Increase the limit out of sequence before a future increase',
    source:
      'PRI-1: the increase of 290 days at $0.20 remains; 30 days at $0.10 are 3.00; taxes increase by 0.14 and 0.01',
    steps: [
      { do: 'bind', begins: -65 },
      { do: 'check', amount: 'due' },
      { do: 'endorse', limits: { A: 300_000 } },
      { do: 'endorse', limits: { A: 275_000 }, kind: 'ebo', from: -20 },
    ],
    ends: {
      home: {
        ...{ total: 528.06, due: 64.05 },
        transactions: [
          ['NB', annualPremium],
          ['EB', 60.9],
          ['EBO', 3.15],
        ],
      },
    },
  },
  {
    name: 'out-of-sequence-after-renewal',
    title: 'Change the end of a term out of sequence after the renewal was bound',
    source:
      'PRI-1: 55 days at $0.20 are 11.00 plus 0.55 in taxes, and 30 days at $0.10 are 3.00 plus 0.15; the renewal costs a year at 438: 438 + 21.64 + 0.26 + 80.76',
    steps: [
      { do: 'bind', begins: -300 },
      { do: 'check', amount: 'due' },
      { do: 'endorse', limits: { A: 300_000 } },
      { do: 'nextTerm', as: 'next', day: 22 },
      { do: 'endorse', limits: { A: 275_000 }, kind: 'ebo', from: -20 },
    ],
    ends: { home: { total: 478.71, due: 14.7 }, next: { total: 540.66, transactions: [['RN', 540.66]] } },
  },
  {
    name: 'raised-then-sold',
    title: 'Cancel a policy after a limit increase because the building was sold',
    source: 'PRI-1: 75 days at $1 and 10 at $1.20 are 87.00; 87 + 4.30 + 0.05 + 80.76 = 172.11 is earned',
    steps: [
      { do: 'bind', begins: -65 },
      { do: 'endorse', limits: { A: 300_000 } },
      { do: 'check', amount: 'due' },
      { do: 'cancel', day: 1, reason: '01', ends: 20 },
      { do: 'finalize' },
      { do: 'verify', day: 22, expect: { status: 'Cancelled' } },
    ],
    ends: { home: { total: 172.11, due: 0, paid: 172.11 } },
  },
  {
    name: 'inception-moved',
    title: 'Change the inception date and transfer the payment',
    source: 'REW-1 and ADR 11',
    steps: [
      { do: 'bind', begins: 12 },
      { do: 'check', amount: 'due' },
      { do: 'rewrite', begins: 20, as: 'next' },
    ],
    ends: {
      home: {
        status: 'Cancelled',
        total: 0,
        due: 0,
        paid: 0,
        transactions: [
          ['NB', annualPremium],
          ['CN', -annualPremium],
        ],
      },
      next: { total: annualPremium, due: 0, paid: annualPremium },
    },
  },
  {
    name: 'not-renewed',
    title: 'Non-renew an earthquake policy',
    source: 'POL-2',
    steps: [{ do: 'bind', begins: -300, product: 4 }, { do: 'check', amount: 'due' }, { do: 'nonRenew' }],
    ends: {
      home: {
        status: 'Non-renew',
        total: annualPremium,
        due: 0,
        paid: annualPremium,
        notifications: ['non-renewal', 'agency-non-renewal'],
      },
    },
  },
  {
    name: 'term-ends',
    title: 'Expire a policy at the end of its term',
    source: 'POL-3',
    steps: [
      { do: 'bind', begins: -350 },
      { do: 'check', amount: 'due' },
      { do: 'verify', day: 22, expect: { status: 'Expired' } },
    ],
    ends: { home: { total: annualPremium, due: 0, paid: annualPremium } },
  },
]
