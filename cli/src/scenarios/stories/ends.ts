import type { Story } from '../story.ts'

// A house in Tampa at $365 a year, a dollar a day, with a fee of 75. Florida takes 4.94 % and 0.06 % of premium and fee, and 2.00 for its
// emergency fund: 365 + 18.03 + 0.22 + 75 + 3.71 + 0.05 + 2 = 464.01 a year (domain.md §5). Of an end 80.76 stay whatever it gives
// back: the fee, its taxes, and the fund's flat amount (decisions 18 and 97).
const year = 464.01

export const ends: readonly Story[] = [
  {
    name: 'building-sold-mid-term',
    title: 'The building is sold in the middle of the term',
    source: 'decision 18, reason 01: by days from the sale; 90 + 4.45 + 0.05 + 80.76 = 175.26 stay for 90 days',
    steps: [
      { do: 'bind', begins: -100 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '01', ends: -10 },
      { do: 'finalize' },
    ],
    ends: {
      home: {
        status: 'Cancelled',
        total: 175.26,
        due: 0,
        paid: 175.26,
        transactions: [
          ['NB', year],
          ['P01', 0],
          ['C01', -288.75],
        ],
      },
    },
  },
  {
    name: 'commission-goes-back',
    title: 'The agency earns with the policy, and gives the rest of the year back when the building is sold',
    source: 'ADR 16: 16 % of 365 are 58.40; of the 275 that the sale gives back, 44.00',
    steps: [
      { do: 'bind', begins: -100 },
      { do: 'check', amount: 'due' },
      { do: 'look', expect: { commission: [['NB', 58.4]] } },
      { do: 'cancel', reason: '01', ends: -10 },
      { do: 'finalize' },
    ],
    ends: {
      home: {
        ...{ status: 'Cancelled', total: 175.26, due: 0, paid: 175.26 },
        commission: [
          ['NB', 58.4],
          ['C01', -44],
        ],
      },
    },
  },
  {
    name: 'regulatory-stop',
    title:
      'After a storm the house ends no policy, not even one that was sold, until the insured has signed or the stop is over',
    source: 'decision 24 and ADR 40',
    steps: [
      { do: 'bind', begins: -100, county: 'Pinellas' },
      { do: 'bind', begins: -40, county: 'Pinellas', of: 'unpaid' },
      { do: 'check', amount: 'due' },
      { do: 'storm', county: 'Pinellas', kind: 'regulatory', actions: ['cancellation', 'nonRenewal'] },
      { do: 'cancel', of: 'unpaid', reason: '05', refused: 'moratorium' },
      { do: 'cancel', reason: '01', ends: -10 },
      { do: 'finalize', refused: 'moratorium' },
      { do: 'calm', day: 4 },
      { do: 'finalize' },
      { do: 'cancel', of: 'unpaid', reason: '05' },
      { do: 'look', of: 'unpaid', day: 5, expect: { status: 'Cancelled' } },
    ],
    ends: {
      home: { status: 'Cancelled', total: 175.26, due: 0, paid: 175.26 },
      unpaid: { total: 0, due: 0, paid: 0 },
    },
  },
  {
    name: 'sale-ahead',
    title: 'The building will be sold in ten days, and is insured until then',
    source: 'decision 102: 100 + 4.94 + 0.06 + 80.76 = 185.76 stay for 100 days, and the rest goes back on the day',
    steps: [
      { do: 'bind', begins: -90 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '01', ends: 10 },
      { do: 'finalize' },
      { do: 'look', day: 8, expect: { status: 'Pending Cancel', total: year, due: 0, paid: year } },
      { do: 'look', day: 12, expect: { status: 'Cancelled' } },
    ],
    ends: {
      home: {
        total: 185.76,
        due: 0,
        paid: 185.76,
        transactions: [
          ['NB', year],
          ['P01', 0],
          ['C01', -278.25],
        ],
      },
    },
  },
  {
    name: 'sale-falls-through',
    title: 'The sale falls through before its day, and the cancellation is withdrawn',
    source: 'decision 102: reinstating until the day costs nothing',
    steps: [
      { do: 'bind', begins: -90 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '01', ends: 10 },
      { do: 'finalize' },
      { do: 'reinstate', day: 5 },
      { do: 'look', day: 12, expect: { status: 'Active' } },
    ],
    ends: { home: { status: 'Active', total: year, due: 0, paid: year } },
  },
  {
    name: 'never-begun',
    title: 'The insured cancels before the policy begins',
    source: 'decision 18, reason 13: everything goes back, fee and taxes too',
    steps: [
      { do: 'bind', begins: 30 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '13' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 0, due: 0, paid: 0 } },
  },
  {
    name: 'fraud',
    title: 'A fraud is found out: nothing goes back',
    source: 'decision 18, reason 23; decision 95: what was received is kept',
    steps: [
      { do: 'bind', begins: -100 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '23' },
      { do: 'look', day: 1, expect: { status: 'Cancelled' } },
    ],
    ends: { home: { due: 0, paid: year } },
  },
  {
    name: 'lapse-and-reinstatement',
    title: 'Nothing is paid, the policy lapses, and is reinstated',
    source:
      'decision 95: nothing received, nothing owed; decision 21: a reinstatement charges again what the end gave back',
    steps: [
      { do: 'bind', begins: -40 },
      { do: 'cancel', reason: '05' },
      {
        do: 'look',
        day: 1,
        expect: {
          status: 'Cancelled',
          total: 0,
          due: 0,
          transactions: [
            ['NB', year],
            ['P05', 0],
            ['C05', -year],
          ],
        },
      },
      { do: 'reinstate' },
      { do: 'check', amount: 'due' },
    ],
    ends: {
      home: {
        status: 'Active',
        total: year,
        due: 0,
        paid: year,
        transactions: [
          ['NB', year],
          ['P05', 0],
          ['C05', -year],
          ['RI', year],
        ],
      },
    },
  },
  {
    name: 'refund-for-two-people',
    title: 'A refund above the house’s limit waits for a second person',
    source:
      'decisions 18 and 101: 36,500 + 1,803.10 + 21.90 + 80.76 = 38,405.76, all of it held until somebody approves',
    steps: [
      { do: 'bind', begins: 30, premium: 36_500 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '13' },
      { do: 'finalize' },
      { do: 'look', expect: { status: 'Cancelled', paid: 38_405.76 } },
      { do: 'decide', move: 'approve' },
    ],
    ends: { home: { total: 0, due: 0, paid: 0 } },
  },
  {
    name: 'claim-holds-the-refund',
    title: 'A claim was paid in the term: the refund waits, and is kept',
    source: 'decision 18: a claim paid in the term blocks the refund until staff decide',
    steps: [
      { do: 'bind', begins: -100 },
      { do: 'check', amount: 'due' },
      { do: 'claim', lost: -20, paid: 1000 },
      { do: 'cancel', reason: '01', ends: -10 },
      { do: 'finalize' },
      { do: 'look', expect: { status: 'Cancelled', paid: year } },
      { do: 'decide', by: 'finance', move: 'decline' },
    ],
    ends: { home: { due: 0, paid: year } },
  },
  {
    name: 'contents-sold',
    title: 'The contents are sold',
    source: 'decision 18, reason 02: 60 + 2.96 + 0.04 + 80.76 for 60 days',
    steps: [
      { do: 'bind', begins: -65 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '02', ends: -5 },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 143.76, due: 0, paid: 143.76 } },
  },
  {
    name: 'other-cover',
    title: 'Another policy takes over',
    source: 'decision 18, reason 03: 120 + 5.93 + 0.07 + 80.76 for 120 days',
    steps: [
      { do: 'bind', begins: -130 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '03', ends: -10 },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 206.76, due: 0, paid: 206.76 } },
  },
  {
    name: 'duplicate-policy',
    title: 'The house was insured twice',
    source: 'decision 18, reason 04: flat',
    steps: [
      { do: 'bind', begins: -40 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '04' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 0, due: 0, paid: 0 } },
  },
  {
    name: 'closing-did-not-occur',
    title: 'The closing did not occur',
    source: 'decision 18, reason 07: flat',
    steps: [
      { do: 'bind', begins: -15 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '07' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 0, due: 0, paid: 0 } },
  },
  {
    name: 'out-of-the-flood-map',
    title: 'The house left the flood map',
    source: 'decision 18, reason 08: 73 + 3.61 + 0.04 + 80.76 for 73 days',
    steps: [
      { do: 'bind', begins: -73 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '08' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 157.41, due: 0, paid: 157.41 } },
  },
  {
    name: 'map-revision',
    title: 'A map was revised',
    source: 'decision 18, reason 24: 25 + 1.24 + 0.02 + 80.76 for 25 days, half a cent up',
    steps: [
      { do: 'bind', begins: -25 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '24' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 107.02, due: 0, paid: 107.02 } },
  },
  {
    name: 'mortgage-paid-off',
    title: 'The mortgage is paid off',
    source: 'decision 18, reason 12: 50 + 2.47 + 0.03 + 80.76 for 50 days',
    steps: [
      { do: 'bind', begins: -50 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '12' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 133.26, due: 0, paid: 133.26 } },
  },
  {
    name: 'insured-asks',
    title: 'The insured asks for the end',
    source: 'decision 18, reason 33: 40 + 1.98 + 0.02 + 80.76 for 40 days',
    steps: [
      { do: 'bind', begins: -40 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '33' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 122.76, due: 0, paid: 122.76 } },
  },
  {
    name: 'never-eligible',
    title: 'The house was never eligible',
    source: 'CAN-1, CAN-15: flat; returns premium for elapsed days, so a second person finalizes it',
    steps: [
      { do: 'bind', begins: -60 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '06' },
      { do: 'look', day: 1, expect: { status: 'Pending Cancel' } },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 0, due: 0, paid: 0 } },
  },
  {
    name: 'lake-flooding',
    title: 'A lake floods on and on',
    source: 'decision 18, reason 21: nothing back',
    steps: [
      { do: 'bind', begins: -30 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '21' },
      { do: 'look', day: 1, expect: { status: 'Cancelled' } },
    ],
    ends: { home: { status: 'Cancelled', total: 464.01, due: 0, paid: 464.01 } },
  },
  {
    name: 'misrating',
    title: 'A policy was misrated, and its money waits for the new one',
    source: 'decision 18, reason 22: flat, kept for the policy that follows',
    steps: [
      { do: 'bind', begins: -30 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '22' },
      { do: 'finalize' },
    ],
    ends: { home: { status: 'Cancelled', total: 0, due: -year, paid: year } },
  },
  {
    name: 'part-paid-lapse',
    title: 'A part is paid, and the rest never comes',
    source: 'decision 95: 200 less 80.76 pay 113 days at 1.05; cover ends then, and nothing is owed',
    steps: [
      { do: 'bind', begins: -100 },
      { do: 'check', amount: 200 },
      { do: 'cancel', reason: '05' },
      { do: 'look', day: 1, expect: { status: 'Pending Cancel' } },
      { do: 'look', day: 15, expect: { status: 'Cancelled' } },
    ],
    ends: { home: { total: 200, due: 0, paid: 200 } },
  },
  {
    name: 'reinstated-after-the-refund',
    title: 'A sale is undone after the money went back',
    source: 'decision 21: charged again is what was given back, 288.75',
    steps: [
      { do: 'bind', begins: -100 },
      { do: 'check', amount: 'due' },
      { do: 'cancel', reason: '01', ends: -10 },
      { do: 'finalize' },
      { do: 'reinstate', day: 2 },
    ],
    ends: { home: { status: 'Active', total: year, due: 288.75, paid: 175.26 } },
  },
  {
    name: 'ended-once',
    title: 'A cancelled policy is neither cancelled again nor paid by its agent',
    source: 'decision 85',
    steps: [
      { do: 'bind', begins: -100 },
      { do: 'cancel', reason: '01', ends: -10 },
      { do: 'finalize', by: 'agent', refused: 'forbidden' },
      { do: 'finalize' },
      { do: 'cancel', reason: '01', ends: -10, refused: 'already_cancelled' },
      { do: 'bank', by: 'agent', refused: 'policy_cancelled' },
    ],
    ends: { home: { status: 'Cancelled', total: 175.26, due: 175.26, paid: 0 } },
  },
]
