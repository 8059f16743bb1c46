import { describe, expect, it } from 'vitest'
import {
  applyMoney,
  compareInPaymentOrder,
  getPastDueCents,
  getStates,
  type Obligation,
  type PolicyMoney,
  summarizeDue,
  toDueFacts,
} from './obligations.ts'

const obligation = (obligationNo: number, dueDate: string, openCents: number, more: Partial<Obligation> = {}) => ({
  ...{ obligationNo, invoiceId: `invoice ${obligationNo}`, dueDate, openCents, amountCents: 1000, writtenOffCents: 0 },
  ...more,
})
const today = '2026-11-20'
const apply = (money: Partial<PolicyMoney> & Pick<PolicyMoney, 'obligations' | 'dueCents'>) =>
  applyMoney({ writtenOffCents: 0, returnedCents: 0, payments: [], parts: [], today, ...money })
const getOpen = ({ obligations }: { obligations: Obligation[] }) =>
  new Map(obligations.map(({ obligationNo, openCents, dueDate }) => [obligationNo, [openCents, dueDate]]))

const first = obligation(1, '2026-12-15', 1000)
const endorsement = obligation(2, '2026-11-20', 1000)
const later = obligation(3, '2027-01-15', 1000)

describe('summarizeDue', () => {
  const summarize = (obligations: Obligation[], processingCents = 0) =>
    summarizeDue(obligations, { today, processingCents })

  it('includes the first amount of a term in the current amount due before its due date [BIL-2]', () => {
    expect(summarize([first, endorsement, later])).toMatchObject({ currentlyDueCents: 2000, dueDate: '2026-11-20' })
  })

  it('excludes an endorsement with a later due date once the first amount is paid [BIL-2]', () => {
    const paid = { ...first, openCents: 0 }
    expect(summarize([paid, later])).toMatchObject({
      ...{ currentlyDueCents: 0, payableCents: 1000, dueDate: '2027-01-15', dueState: 'upcoming' },
    })
  })

  it('subtracts processing payments from the payable amount only [BIL-13]', () => {
    expect(summarize([first, endorsement], 1500)).toMatchObject({
      ...{ currentlyDueCents: 2000, payableCents: 500, payableTotalCents: 500 },
    })
    expect(summarize([first, later], 500)).toMatchObject({ payableCents: 500, payableTotalCents: 1500 })
    expect(summarize([first], 1500)).toMatchObject({ currentlyDueCents: 1000, payableCents: 0 })
  })

  it('returns only the next upcoming amount as payable when nothing is due [BIL-13]', () => {
    const paid = { ...first, openCents: 0 }
    expect(summarize([paid, later, obligation(4, '2027-02-15', 300)])).toMatchObject({
      ...{ payableCents: 1000, payableTotalCents: 1300 },
    })
  })

  it('returns no due date when nothing is owed', () => {
    expect(summarize([{ ...first, openCents: 0 }])).toEqual({
      ...{ currentlyDueCents: 0, nextDueCents: 0, payableCents: 0, payableTotalCents: 0 },
      ...{ dueDate: undefined, dueState: undefined },
    })
  })

  it.each([
    ['the first amount of a term', [first], 'Amount due by 12/15/2026', 1000],
    ['an amount that is due today', [{ ...first, dueDate: today }], 'Amount due by 11/20/2026', 1000],
    ['a past-due amount', [obligation(4, '2026-11-19', 300), later], 'Amount due, past due since 11/19/2026', 300],
    ['an upcoming amount', [later, obligation(4, '2027-02-15', 300)], 'Next amount due by 01/15/2027', 1000],
    ['a paid policy', [], 'Amount due', 0],
  ])('returns the label and balance for %s [BIL-16]', (_, obligations, dueLabel, dueCents) => {
    const balance = obligations.reduce((sum, { openCents }) => sum + openCents, 0)
    expect(toDueFacts({ ...summarize(obligations), dueCents: balance })).toEqual({
      ...{ dueLabel, dueCents, balanceCents: balance },
    })
  })

  it('returns the automatic charge instead of the due date, unless an amount is past due (AUT-10)', () => {
    const charge = { chargeDate: '2026-12-18', amountCents: 900, payer: 'your card ending in 4242' }
    const getFacts = (obligations: Parameters<typeof summarize>[0]) =>
      toDueFacts({ ...summarize(obligations), dueCents: 5000 }, charge)
    const dueLabel = 'We will charge your card ending in 4242 on 12/18/2026'
    expect(getFacts([first])).toEqual({ dueLabel, dueCents: 900, balanceCents: 5000 })
    expect(getFacts([later])).toEqual({ dueLabel, dueCents: 900, balanceCents: 5000 })
    expect(getFacts([obligation(4, '2026-11-19', 300), later]).dueLabel).toBe('Amount due, past due since 11/19/2026')
  })

  it('returns the most urgent state of all obligations [BIL-12]', () => {
    const missed = obligation(4, '2026-11-19', 1000)
    expect(summarize([first, later, missed]).dueState).toBe('pastDue')
    expect(summarize([first, later]).dueState).toBe('due')
    expect(summarize([first, later], 1000).dueState).toBe('processing')
    expect(summarize([first, missed], 1500).dueState).toBe('pastDue')
  })
})

describe('getPastDueCents', () => {
  it.each([
    ['an amount that was due yesterday', [obligation(1, '2026-11-19', 1000)], 0, 1000],
    ['an amount that is due today', [obligation(1, today, 1000)], 0, 0],
    [
      'two past-due amounts and a later one',
      [obligation(1, '2026-10-01', 1000), obligation(2, '2026-11-01', 500), later],
      0,
      1500,
    ],
    ['a partial processing payment', [obligation(1, '2026-11-19', 1000)], 400, 600],
    ['a processing payment above the past-due amount', [obligation(1, '2026-11-19', 1000), later], 1500, 0],
  ])('returns the past-due amount minus processing payments for %s', (_, obligations, processingCents, cents) => {
    expect(getPastDueCents(obligations, { today, processingCents })).toBe(cents)
  })
})

describe('compareInPaymentOrder', () => {
  it.each([
    ['the first amount of the term before an earlier due date', first, endorsement],
    ['an earlier due date before a later one', endorsement, later],
    ['an earlier due date before an amount that was posted earlier', obligation(4, '2026-12-20', 1), later],
    ['an amount that was posted earlier before one with the same due date', later, obligation(4, later.dueDate, 1)],
  ])('places %s', (_, one, other) => {
    expect(compareInPaymentOrder(one, other)).toBeLessThan(0)
    expect(compareInPaymentOrder(other, one)).toBeGreaterThan(0)
  })
})

describe('getStates', () => {
  const stateOf = (one: Obligation, processingCents = 0) => getStates([one], { today, processingCents })[0]?.state

  it.each([
    ['due', first, 0],
    ['due', obligation(2, today, 1), 0],
    ['pastDue', obligation(2, '2026-11-19', 1), 0],
    ['pastDue', obligation(1, '2026-11-19', 1), 0],
    ['upcoming', later, 999],
    ['processing', later, 1000],
    ['paid', obligation(2, '2026-11-19', 0), 1000],
    ['writtenOff', obligation(2, '2026-11-19', 0, { writtenOffCents: 5 }), 0],
  ] as const)('returns %s for %j with %i cents processing [BIL-12]', (state, one, processingCents) => {
    expect(stateOf(one, processingCents)).toBe(state)
  })
})

describe('getStates for two obligations', () => {
  it.each([
    [2000, ['processing', 'processing']],
    [1999, ['processing', 'due']],
    [999, ['due', 'due']],
  ])('assigns %i processing cents to obligations in payment order [BIL-12]', (processingCents, states) => {
    expect(getStates([endorsement, first], { today, processingCents }).map(({ state }) => state)).toEqual(states)
  })
})

describe('applyMoney', () => {
  it('covers the first amount of the term, then the oldest due date, then upcoming amounts [BIL-5]', () => {
    const payments = [{ policyPaymentId: 'check', leftCents: 2500 }]
    const applied = apply({ obligations: [later, first, endorsement], dueCents: 500, payments })
    expect(getOpen(applied)).toEqual(
      new Map([
        [1, [0, '2026-12-15']],
        [2, [0, '2026-11-20']],
        [3, [500, '2027-01-15']],
      ]),
    )
    expect(applied.parts.map(({ invoiceId, amountCents }) => [invoiceId, amountCents])).toEqual([
      ['invoice 1', 1000],
      ['invoice 2', 1000],
      ['invoice 3', 500],
    ])
  })

  it('keeps an amount paid when another amount with an earlier due date is added', () => {
    const paid = { ...first, openCents: 0 }
    const added = obligation(2, '2026-11-25', 1000)
    expect(getOpen(apply({ obligations: [paid, added], dueCents: 1000 }))).toEqual(
      new Map([
        [1, [0, '2026-12-15']],
        [2, [1000, '2026-11-25']],
      ]),
    )
  })

  const paidTwice: Pick<PolicyMoney, 'obligations' | 'parts'> = {
    obligations: [obligation(1, '2026-09-04', 0), obligation(2, '2027-01-15', 0)],
    parts: [
      { invoiceId: 'invoice 1', policyPaymentId: 'ach', amountCents: 1000 },
      { invoiceId: 'invoice 2', policyPaymentId: 'ach', amountCents: 500 },
      { invoiceId: 'invoice 2', policyPaymentId: 'check', amountCents: 500 },
    ],
  }
  const check = { policyPaymentId: 'check', leftCents: 500 }

  it('makes the amounts of a returned payment due today, or on their due date if later [BIL-3]', () => {
    const failure = { amountCents: 1500, wasProcessing: false, submittedOn: '2026-11-18' }
    const applied = apply({ ...paidTwice, dueCents: 1500, payments: [check], failure })
    expect(getOpen(applied)).toEqual(
      new Map([
        [1, [1000, '2026-11-20']],
        [2, [500, '2027-01-15']],
      ]),
    )
  })

  it('keeps the due date of an amount if the returned payment covered only part of it', () => {
    const applied = apply({
      obligations: [obligation(1, '2026-09-04', 900)],
      parts: [{ invoiceId: 'invoice 1', policyPaymentId: 'ach', amountCents: 100 }],
      dueCents: 1000,
      failure: { amountCents: 100, wasProcessing: false, submittedOn: '2026-11-18' },
    })
    expect(getOpen(applied)).toEqual(new Map([[1, [1000, '2026-09-04']]]))
  })

  it.each([
    ['on a later date', '2026-11-18', '2026-11-20'],
    ['on the date of the attempt', '2026-11-20', '2026-09-04'],
  ])('sets the due date when a processing payment fails %s: %s', (_, submittedOn, dueDate) => {
    const failure = { amountCents: 1000, wasProcessing: true, submittedOn }
    const applied = apply({ obligations: [obligation(1, '2026-09-04', 1000)], dueCents: 1000, failure })
    expect(getOpen(applied)).toEqual(new Map([[1, [1000, dueDate]]]))
  })

  it('reopens the amount with the latest due date first after a partial refund', () => {
    const payments = [{ policyPaymentId: 'ach', leftCents: 1200 }, check]
    expect(getOpen(apply({ ...paidTwice, dueCents: 300, payments })).get(2)).toEqual([300, '2027-01-15'])
  })

  it('marks a written-off amount and reopens it when the write-off is reversed', () => {
    const written = apply({ obligations: [obligation(1, '2026-09-04', 40)], dueCents: 0, writtenOffCents: 40 })
    expect(written.obligations).toMatchObject([{ openCents: 0, writtenOffCents: 40 }])
    const reversed = apply({ obligations: written.obligations, dueCents: 40 })
    expect(reversed.obligations).toMatchObject([{ openCents: 40, writtenOffCents: 0 }])
  })

  it('returns the balance that exceeds all obligations as excess', () => {
    expect(apply({ obligations: [obligation(1, '2026-09-04', 0)], dueCents: 1200 }).excessCents).toBe(200)
  })

  const getAmounts = ({ obligations }: { obligations: Obligation[] }) =>
    obligations.map(({ openCents, writtenOffCents }) => [openCents, writtenOffCents])
  const getCovered = ({ parts }: { parts: { invoiceId: string; policyPaymentId: string; amountCents: number }[] }) =>
    parts.map(({ invoiceId, policyPaymentId, amountCents }) => [invoiceId, policyPaymentId, amountCents])
  const ach = (obligationNo: number, amountCents = 1000) => ({
    ...{ invoiceId: `invoice ${obligationNo}`, policyPaymentId: 'ach', amountCents },
  })
  const returnedAch = { amountCents: 1000, wasProcessing: false, submittedOn: '2026-11-18' }

  it('reopens only the obligation that the failed payment had covered', () => {
    const applied = apply({
      obligations: [obligation(1, '2026-09-04', 0), obligation(2, '2026-10-04', 0)],
      parts: [ach(1), { ...ach(2), policyPaymentId: 'check' }],
      payments: [{ policyPaymentId: 'check', leftCents: 1000 }],
      ...{ dueCents: 1000, failure: returnedAch },
    })
    expect(getOpen(applied)).toEqual(
      new Map([
        [1, [1000, today]],
        [2, [0, '2026-10-04']],
      ]),
    )
  })

  it('reopens only the part of an invoice that the failed payment had covered', () => {
    const applied = apply({
      obligations: [
        obligation(1, '2026-09-04', 0),
        obligation(2, '2027-01-15', 0),
        obligation(3, '2027-02-15', 0, { invoiceId: 'invoice 2', amountCents: 500 }),
      ],
      parts: [ach(1), { ...ach(2), policyPaymentId: 'check' }, ach(2, 500)],
      payments: [{ policyPaymentId: 'check', leftCents: 1000 }],
      ...{ dueCents: 1500, failure: { ...returnedAch, amountCents: 1500 } },
    })
    expect(getOpen(applied)).toEqual(
      new Map([
        [1, [1000, today]],
        [2, [0, '2027-01-15']],
        [3, [500, '2027-02-15']],
      ]),
    )
  })

  it('makes an amount due today only when its own payment is returned', () => {
    const applied = apply({
      obligations: [obligation(1, '2026-09-04', 0), obligation(2, '2026-10-04', 0)],
      ...{ parts: [ach(2)], dueCents: 1500, failure: returnedAch },
    })
    expect(getOpen(applied)).toEqual(
      new Map([
        [1, [500, '2026-09-04']],
        [2, [1000, today]],
      ]),
    )
  })

  it('keeps the due date if another payment covers the amount after a returned payment', () => {
    const applied = apply({
      ...{ obligations: [obligation(1, '2026-09-04', 0)], parts: [ach(1)], dueCents: 0, failure: returnedAch },
      payments: [{ policyPaymentId: 'check', leftCents: 1000 }],
    })
    expect(getOpen(applied)).toEqual(new Map([[1, [0, '2026-09-04']]]))
  })

  it('keeps the original due date when the payment is refunded', () => {
    const applied = apply({ obligations: [obligation(1, '2026-09-04', 0)], parts: [ach(1)], dueCents: 1000 })
    expect(getOpen(applied)).toEqual(new Map([[1, [1000, '2026-09-04']]]))
  })

  it('reopens no more than the refunded part of a payment', () => {
    const applied = apply({
      obligations: [obligation(1, '2026-09-04', 400), obligation(2, '2026-12-01', 0), obligation(3, '2026-12-15', 0)],
      parts: [ach(1, 600), ach(2), ach(3)],
      ...{ dueCents: 700, payments: [{ policyPaymentId: 'ach', leftCents: 2300 }] },
    })
    expect(getAmounts(applied).map(([openCents]) => openCents)).toEqual([400, 0, 300])
  })

  it.each([
    ['only for amounts that it would have paid in full', 1999, [today, '2026-10-04']],
    ['for all amounts that it would have paid in full', 2000, [today, today]],
    ['for no amount if it would have covered only part of the first', 999, ['2026-09-04', '2026-10-04']],
  ])('resets due dates when a processing payment fails on a later date: %s', (_, amountCents, dueDates) => {
    const applied = apply({
      obligations: [obligation(1, '2026-09-04', 1000), obligation(2, '2026-10-04', 1000)],
      ...{ dueCents: 2000, failure: { amountCents, wasProcessing: true, submittedOn: '2026-11-18' } },
    })
    expect(applied.obligations.map(({ dueDate }) => dueDate)).toEqual(dueDates)
  })

  it('keeps the due date of a paid amount when a processing payment fails', () => {
    const applied = apply({
      obligations: [obligation(1, '2026-09-04', 0), obligation(2, '2026-10-04', 1000)],
      ...{ dueCents: 1000, failure: { amountCents: 1000, wasProcessing: true, submittedOn: '2026-11-18' } },
    })
    expect(applied.obligations.map(({ dueDate }) => dueDate)).toEqual(['2026-09-04', today])
  })

  it('writes off amounts in payment order and reverses the latest write-off first', () => {
    const obligations = [obligation(1, '2026-09-04', 30), obligation(2, '2026-10-04', 30)]
    const written = apply({ obligations, dueCents: 20, writtenOffCents: 40 })
    expect(getAmounts(written)).toEqual([
      [0, 30],
      [20, 10],
    ])
    expect(getAmounts(apply({ obligations: written.obligations, dueCents: 50, writtenOffCents: 10 }))).toEqual([
      [20, 10],
      [30, 0],
    ])
  })

  it('reopens a written-off amount after all other amounts', () => {
    const obligations = [obligation(1, '2026-09-04', 0), obligation(2, '2026-10-04', 0, { writtenOffCents: 100 })]
    expect(getAmounts(apply({ obligations, dueCents: 950, writtenOffCents: 100 }))).toEqual([
      [50, 0],
      [900, 100],
    ])
    expect(getAmounts(apply({ obligations, dueCents: 1950, writtenOffCents: 100 }))).toEqual([
      [1000, 0],
      [950, 50],
    ])
  })

  it('covers invoices with return premium first, then with payments in order of receipt', () => {
    const obligations = [
      obligation(1, '2026-09-04', 0),
      obligation(2, '2026-10-04', 0),
      obligation(3, '2026-11-04', 600),
    ]
    const payments = [
      { policyPaymentId: 'ach', leftCents: 500 },
      { policyPaymentId: 'check', leftCents: 700 },
    ]
    expect(getCovered(apply({ obligations, dueCents: 600, returnedCents: 1200, payments }))).toEqual([
      ['invoice 2', 'ach', 500],
      ['invoice 2', 'check', 300],
      ['invoice 3', 'check', 400],
    ])
  })

  it('applies to an invoice at most its paid amount, excluding write-offs', () => {
    const obligations = [
      obligation(1, '2026-09-04', 600),
      obligation(2, '2026-10-04', 0, { writtenOffCents: 100 }),
      obligation(3, '2026-11-04', 0, { invoiceId: null, amountCents: 50 }),
    ]
    const payments = [{ policyPaymentId: 'ach', leftCents: 1500 }]
    expect(getCovered(apply({ obligations, dueCents: 600, writtenOffCents: 100, payments }))).toEqual([
      ['invoice 1', 'ach', 400],
      ['invoice 2', 'ach', 900],
    ])
  })
})
