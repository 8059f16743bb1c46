import { describe, expect, it } from 'vitest'
import { applyMoney, getStates, type Obligation, type PolicyMoney, summarizeDue } from './obligations.ts'

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

  it('adds the first amount of a term to what is due by today [BIL-2]', () => {
    expect(summarize([first, endorsement, later])).toMatchObject({ currentlyDueCents: 2000, dueDate: '2026-11-20' })
  })

  it('does not count an endorsement that is due later once the first amount is paid [BIL-2]', () => {
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

  it('returns no due date when nothing is owed', () => {
    expect(summarize([{ ...first, openCents: 0 }])).toEqual({
      ...{ currentlyDueCents: 0, payableCents: 0, payableTotalCents: 0, dueDate: undefined, dueState: undefined },
    })
  })

  it('returns the most urgent state of all obligations [BIL-12]', () => {
    const missed = obligation(4, '2026-11-19', 1000)
    expect(summarize([first, later, missed]).dueState).toBe('pastDue')
    expect(summarize([first, later]).dueState).toBe('due')
    expect(summarize([first, later], 1000).dueState).toBe('processing')
    expect(summarize([first, missed], 1500).dueState).toBe('pastDue')
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

  it('keeps a paid amount paid when an amount with an earlier due date is added', () => {
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

  it('makes what a returned payment had paid due at once, but not before its own due date [BIL-3]', () => {
    const failure = { amountCents: 1500, wasProcessing: false, submittedOn: '2026-11-18' }
    const applied = apply({ ...paidTwice, dueCents: 1500, payments: [check], failure })
    expect(getOpen(applied)).toEqual(
      new Map([
        [1, [1000, '2026-11-20']],
        [2, [500, '2027-01-15']],
      ]),
    )
  })

  it('keeps the due date of an amount that a returned payment had paid in part', () => {
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
  ])('makes the amount of a processing payment that fails %s due on %s', (_, submittedOn, dueDate) => {
    const failure = { amountCents: 1000, wasProcessing: true, submittedOn }
    const applied = apply({ obligations: [obligation(1, '2026-09-04', 1000)], dueCents: 1000, failure })
    expect(getOpen(applied)).toEqual(new Map([[1, [1000, dueDate]]]))
  })

  it('reopens the latest due date first when a payment is refunded in part', () => {
    const payments = [{ policyPaymentId: 'ach', leftCents: 1200 }, check]
    expect(getOpen(apply({ ...paidTwice, dueCents: 300, payments })).get(2)).toEqual([300, '2027-01-15'])
  })

  it('marks what is written off, and reopens it when the write-off is reversed', () => {
    const written = apply({ obligations: [obligation(1, '2026-09-04', 40)], dueCents: 0, writtenOffCents: 40 })
    expect(written.obligations).toMatchObject([{ openCents: 0, writtenOffCents: 40 }])
    const reversed = apply({ obligations: written.obligations, dueCents: 40 })
    expect(reversed.obligations).toMatchObject([{ openCents: 40, writtenOffCents: 0 }])
  })

  it('returns what is owed beyond all amounts, after a refunded payment was returned', () => {
    expect(apply({ obligations: [obligation(1, '2026-09-04', 0)], dueCents: 1200 }).excessCents).toBe(200)
  })
})
