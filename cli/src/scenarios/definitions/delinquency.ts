import type { Scenario } from '../scenario.ts'

// Annual premium with taxes and fees, and the amount that a cancellation always retains; see cancellations.ts. A policy
// that begins on day 0 is due on day 0: past-due notice on day 5, notice of cancellation on day 30. Florida requires 10
// full notice days, and 5 days are added for printing, so the letters print day 46.
const annualPremium = 464.01

export const delinquencyScenarios: readonly Scenario[] = [
  {
    name: 'paid-on-the-last-day',
    title: 'Pay on the last day of a notice of cancellation, which rescinds it',
    source: 'DEL-1, DEL-7, DEL-9: the notice demands 464.01 less 200.00 and ends coverage on day 46 if it is unpaid',
    steps: [
      { do: 'bind', begins: 0 },
      { do: 'check', amount: 200 },
      { do: 'verify', day: 4, expect: { dueNow: 264.01, dueDay: 0, sent: { 'past-due': [] } } },
      { do: 'verify', day: 29, expect: { sent: { 'past-due': [5], 'agency-past-due': [5] }, notice: null } },
      {
        do: 'verify',
        day: 30,
        expect: {
          status: 'Active',
          notice: { state: 'open', amount: 264.01, ends: 46 },
          letters: [['cancellationNotice', 'queued']],
          sent: { 'nonpayment-notice': [30], 'agency-nonpayment-notice': [30] },
        },
      },
      { do: 'mail', day: 33 },
      { do: 'check', day: 45, amount: 'due' },
      { do: 'verify', day: 47, expect: { status: 'Active', coverageEnds: null } },
    ],
    ends: {
      home: {
        ...{ total: annualPremium, due: 0, paid: annualPremium, dueNow: 0, dueDay: null },
        notice: { state: 'rescinded', amount: 264.01, ends: 46 },
        letters: [
          ['cancellationNotice', 'mailed'],
          ['rescission', 'queued'],
        ],
        sent: { 'notice-rescinded': [45], 'agency-notice-rescinded': [45] },
      },
    },
  },
  {
    name: 'cancelled-for-nonpayment',
    title: 'Cancel a policy for nonpayment on the date in the notice, and refund the unearned premium',
    source:
      'DEL-9: 46 + 2.27 + 0.03 + 80.76 = 129.06 is earned in 46 days; the other 70.94 of the 200.00 paid is refunded',
    steps: [
      { do: 'bind', begins: 0 },
      { do: 'check', amount: 200 },
      { do: 'mail', day: 35 },
      { do: 'verify', day: 45, expect: { status: 'Active', due: 264.01 } },
      { do: 'verify', day: 46, expect: { status: 'Cancelled', coverageEnds: 46 } },
    ],
    ends: {
      home: {
        ...{ total: 129.06, due: 0, paid: 129.06 },
        transactions: [
          ['NB', annualPremium],
          ['C05', -334.95],
        ],
        notice: { state: 'completed', amount: 264.01, ends: 46 },
        sent: { 'past-due': [5], 'nonpayment-notice': [30], cancellation: [46, 46] },
      },
    },
  },
  {
    name: 'late-payment-after-nonpayment',
    title: 'Receive a payment after a cancellation for nonpayment, and reinstate the policy with or without a lapse',
    source:
      'DEL-19 to DEL-21, DEL-26: 334.95 was returned on day 46; 14 days of lapse cost 14 + 0.69 + 0.01 = 14.70 less',
    steps: [
      { do: 'bind', begins: 0 },
      { do: 'bind', begins: 0, of: 'continuous' },
      { do: 'bind', begins: 0, of: 'declined' },
      { do: 'check', amount: 200 },
      { do: 'check', amount: 200, of: 'continuous' },
      { do: 'check', amount: 200, of: 'declined' },
      { do: 'mail', day: 35 },
      { do: 'mail', of: 'continuous' },
      { do: 'mail', of: 'declined' },
      { do: 'check', day: 60, amount: 320.25 },
      { do: 'check', amount: 334.95, of: 'continuous' },
      { do: 'check', amount: 334.95, of: 'declined' },
      {
        do: 'verify',
        expect: {
          ...{ status: 'Cancelled', due: -320.25 },
          offer: {
            ...{ received: 320.25, needed: 334.95, withLapse: 320.25, onHold: 320.25 },
            ...{ expires: 90, isLapseRequired: true },
          },
          sent: { 'reinstatement-offer': [60], 'agency-reinstatement-offer': [60], 'agency-cancellation': [46] },
        },
      },
      { do: 'acceptOffer', day: 61, rejected: 'only_with_lapse' },
      { do: 'acceptOffer', lapse: true },
      { do: 'acceptOffer', of: 'continuous' },
      { do: 'declineOffer', of: 'declined' },
    ],
    ends: {
      home: {
        ...{ status: 'Active', total: 449.31, due: 0, paid: 449.31, offer: null, lapses: [[46, 60]] },
        transactions: [
          ['NB', annualPremium],
          ['C05', -334.95],
          ['RI', 320.25],
        ],
        sent: { reinstatement: [61, 61], 'agency-reinstatement': [61] },
      },
      continuous: {
        ...{ status: 'Active', total: annualPremium, due: 0, paid: annualPremium, offer: null, lapses: [] },
      },
      declined: { status: 'Cancelled', total: 129.06, due: 0, paid: 129.06, offer: null },
    },
  },
  {
    name: 'mailed-too-late',
    title: 'Print a notice of cancellation again because it was mailed too late for its date',
    source:
      'DEL-7 and DEL-12: mailed on day 36, coverage could end on day 47 at the earliest, but the letter prints 46',
    steps: [
      { do: 'bind', begins: 0 },
      { do: 'mail', day: 36, rejected: 'mailed_too_late' },
      { do: 'reprint' },
      { do: 'verify', expect: { notice: { state: 'open', amount: annualPremium, ends: 52 } } },
      { do: 'mail', day: 40 },
      { do: 'verify', day: 51, expect: { status: 'Active' } },
      { do: 'verify', day: 52, expect: { status: 'Cancelled', coverageEnds: 52 } },
    ],
    ends: {
      home: {
        letters: [
          ['cancellationNotice', 'replaced'],
          ['cancellationNotice', 'mailed'],
        ],
      },
    },
  },
  {
    name: 'not-taken',
    title: 'Cancel a policy as of its inception because nothing was ever paid',
    source:
      'DEL-8: flat, because the notice period of the product allows it; nothing is owed; commercial policies pay 4.00 for Florida’s emergency fund',
    steps: [
      { do: 'allowFlat', product: 2 },
      { do: 'bind', begins: 0, product: 2 },
      { do: 'verify', day: 30, expect: { notice: { state: 'open', amount: 466.01, ends: 46, isFlat: true } } },
      { do: 'mail' },
      { do: 'verify', day: 46, expect: { status: 'Cancelled', coverageEnds: 0 } },
    ],
    ends: { home: { total: 0, due: 0, paid: 0, sent: { 'past-due': [5], 'nonpayment-notice': [30] } } },
  },
  {
    name: 'not-taken-with-balance',
    title: 'Cancel a policy on which nothing was ever paid, where flat cancellations are not allowed',
    source: 'DEL-8: 46 + 2.27 + 0.03 + 80.76 = 129.06 is earned in 46 days and remains due',
    steps: [
      { do: 'bind', begins: 0 },
      { do: 'mail', day: 30 },
      { do: 'verify', day: 46, expect: { status: 'Cancelled', coverageEnds: 46 } },
    ],
    ends: { home: { total: 129.06, due: 129.06, paid: 0 } },
  },
  {
    name: 'notice-held-by-a-hurricane',
    title: 'Hold a notice of cancellation during a regulatory moratorium, and cancel the policy the day after',
    source: 'DEL-5, DEL-9, MOR-1: 51 + 2.52 + 0.03 + 80.76 = 134.31 is earned in 51 days; 200.00 was paid',
    steps: [
      { do: 'bind', begins: 0, county: 'Pinellas' },
      { do: 'check', amount: 200 },
      { do: 'mail', day: 32 },
      { do: 'startMoratorium', day: 40, county: 'Pinellas', kind: 'regulatory', actions: ['cancellation'] },
      {
        do: 'verify',
        day: 46,
        expect: { status: 'Active', notice: { state: 'onHold', amount: 264.01, ends: 46, hold: 'moratorium' } },
      },
      { do: 'endMoratorium', day: 50 },
      { do: 'verify', expect: { status: 'Active' } },
      { do: 'verify', day: 51, expect: { status: 'Cancelled', coverageEnds: 51 } },
    ],
    ends: {
      home: { total: 134.31, due: 0, paid: 134.31, notice: { state: 'completed', amount: 264.01, ends: 46 } },
    },
  },
  {
    name: 'lender-pays-late',
    title: 'Receive the lender’s check after the past-due notice',
    source: 'DEL-15: the lender gets letters 45 and 20 days before the due date and 5 days after it; DEL-9',
    steps: [
      { do: 'bind', begins: 30 },
      { do: 'billLender' },
      { do: 'verify', day: 9, expect: { letters: [['lenderInvoice', 'queued']], sent: { 'amount-due': [] } } },
      { do: 'mail' },
      { do: 'verify', day: 34, expect: { sent: { 'lender-has-not-paid': [10], 'past-due': [] } } },
      { do: 'mail' },
      { do: 'verify', day: 38, expect: { dueNow: annualPremium, dueDay: 30, sent: { 'past-due': [35] } } },
      { do: 'mail' },
      { do: 'check', day: 40, amount: 'due', from: 'Gulf Demo Mortgage' },
    ],
    ends: {
      home: {
        ...{ status: 'Active', total: annualPremium, due: 0, paid: annualPremium, notice: null },
        letters: [
          ['lenderInvoice', 'mailed'],
          ['lenderSecondNotice', 'mailed'],
          ['pastDueNotice', 'mailed'],
        ],
        sent: { 'payment-reminder': [], 'agency-past-due': [35] },
      },
    },
  },
  {
    name: 'renewal-on-hold',
    title: 'Hold renewals while a balance is past due, until it is paid, staff bind them or the term expires',
    source: 'REN-1, REN-5, REN-6: a renewal is bound 45 days before inception, here on day 20',
    steps: [
      { do: 'bind', begins: -300 },
      { do: 'bind', begins: -300, of: 'bound' },
      { do: 'bind', begins: -345, of: 'lapsed' },
      { do: 'check', amount: 400 },
      { do: 'check', amount: 400, of: 'bound' },
      { do: 'check', amount: 400, of: 'lapsed' },
      {
        do: 'verify',
        day: 21,
        expect: {
          renewalHold: { amount: 64.01, payBy: 65 },
          sent: { 'renewal-on-hold': [20], 'agency-renewal-on-hold': [20], renewal: [] },
        },
      },
      { do: 'bindRenewal', of: 'bound' },
      { do: 'nextTerm', of: 'bound', as: 'boundNext' },
      { do: 'check', day: 25, amount: 'due' },
      { do: 'nextTerm', day: 26, as: 'next' },
    ],
    ends: {
      home: { due: 0, paid: annualPremium, renewalHold: null },
      next: { total: annualPremium, due: annualPremium, dueDay: 65, sent: { renewal: [26, 26] } },
      bound: { due: 64.01, renewalHold: null },
      boundNext: { total: annualPremium, due: annualPremium, sent: { renewal: [21, 21] } },
      lapsed: { status: 'Expired', due: 64.01, renewalHold: null, sent: { 'renewal-on-hold': [1] } },
    },
  },
  {
    name: 'notice-held-for-a-claim',
    title: 'Hold a notice of cancellation for a claim until staff release it',
    source:
      'DEL-5, DEL-9, REF-1: 49 + 2.42 + 0.03 + 80.76 = 132.21 is earned in 49 days; the refund is on hold for the claim',
    steps: [
      { do: 'bind', begins: 0 },
      { do: 'check', amount: 200 },
      { do: 'mail', day: 32 },
      { do: 'claim', day: 40, lost: 38, paid: 0 },
      { do: 'verify', day: 48, expect: { notice: { state: 'onHold', amount: 264.01, ends: 46, hold: 'claim' } } },
      { do: 'releaseClaimHold' },
      { do: 'verify', day: 49, expect: { status: 'Cancelled', coverageEnds: 49, paid: 200 } },
      { do: 'decide', by: 'finance', decision: 'approve' },
    ],
    ends: { home: { total: 132.21, due: 0, paid: 132.21 } },
  },
  {
    name: 'dispute-of-a-past-due-premium',
    title: 'Hold past-due notices while a payment is disputed',
    source:
      'DEL-5 and PAY-22: the disputed amount is due again; DEL-1: the past-due notice follows when the bank decides',
    steps: [
      { do: 'bind', begins: 0 },
      { do: 'bind', begins: 0, of: 'won' },
      { do: 'card', by: 'agent', number: '4000000000000259' },
      { do: 'card', by: 'agent', number: '4000000000000259', of: 'won' },
      {
        do: 'verify',
        day: 8,
        expect: { dueNow: annualPremium, payments: [['disputed', annualPremium]], sent: { 'past-due': [] } },
      },
      { do: 'closeDispute', outcome: 'lost' },
      { do: 'closeDispute', outcome: 'won', of: 'won' },
      { do: 'verify', day: 10, expect: { due: annualPremium, sent: { 'past-due': [9], 'payment-disputed': [0] } } },
      { do: 'check', amount: 'due' },
    ],
    ends: {
      home: { status: 'Active', due: 0, paid: annualPremium, notice: null },
      won: { status: 'Active', due: 0, paid: annualPremium, sent: { 'past-due': [] } },
    },
  },
]
