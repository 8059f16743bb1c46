import { describe, expect, it } from 'vitest'
import {
  type AutoPayFacts,
  type AutoPayObligation,
  getAutoPayHold,
  getFirstChargeDate,
  isIncluded,
  planAutoPay,
  planCharge,
} from './plan-charge.ts'

const createObligation = (obligation: Partial<AutoPayObligation>): AutoPayObligation => {
  const amountCents = obligation.amountCents ?? 10_000
  return {
    ...{ obligationNo: 2, dueDate: '2026-12-15', amountCents, openCents: amountCents, isIncluded: true },
    ...{ chargedCents: 0, failures: [] },
    ...obligation,
  }
}
const createFacts = (facts: Partial<AutoPayFacts> = {}): AutoPayFacts => ({
  ...{ today: '2026-12-15', methodType: 'card', startsOn: '2026-11-01', isInForce: true, isPaused: false },
  ...{
    processingCents: 0,
    isPaymentDisputed: false,
    lastFailedOn: undefined,
    lastCharge: undefined,
    shownCents: 0,
    announcements: [],
  },
  obligations: [createObligation({})],
  ...facts,
})
const failure = (failedOn: string, kind: 'temporary' | 'permanent' | 'other' = 'temporary') => ({ failedOn, kind })
const planNext = (facts: Partial<AutoPayFacts>) => planCharge(createFacts(facts))?.next

describe('auto-pay consent', () => {
  it('takes effect immediately if given by the policyholder, otherwise after 3 days (AUT-2)', () => {
    expect(getFirstChargeDate('2026-12-01', true)).toBe('2026-12-01')
    expect(getFirstChargeDate('2026-12-01', false)).toBe('2026-12-04')
  })

  it.each([
    ['an endorsement', { purpose: 'endorsement', invoiceParts: 1 }, true],
    ['an installment of a monthly plan', { purpose: 'installment', invoiceParts: 11 }, true],
    ['the first installment of a monthly plan', { purpose: 'newBusiness', invoiceParts: 11 }, true],
    ['a yearly premium', { purpose: 'newBusiness', invoiceParts: 1 }, false],
    ['a yearly renewal', { purpose: 'renewal', invoiceParts: 1 }, false],
    ['a reinstatement', { purpose: 'reinstatement', invoiceParts: 1 }, false],
    ['an installment that the lender pays', { purpose: 'installment', invoiceParts: 11, payer: 'lienholder' }, false],
  ])('includes %s with %j: %s (AUT-1)', (_, obligation, isExpected) => {
    expect(isIncluded({ payer: 'policyholder', ...obligation })).toBe(isExpected)
  })
})

describe('planCharge', () => {
  it.each<[string, Partial<AutoPayFacts>, string | undefined]>([
    ['on the due date', { today: '2026-12-01' }, '2026-12-15'],
    [
      'no earlier than the effective date of the consent',
      { today: '2026-12-01', startsOn: '2026-12-18' },
      '2026-12-18',
    ],
    ['today if the charge is 7 days late', { today: '2026-12-22' }, '2026-12-22'],
    ['nothing if the charge is 8 days late', { today: '2026-12-23' }, undefined],
    ['no sooner than 3 days after the payment method failed', { lastFailedOn: '2026-12-13' }, '2026-12-16'],
  ])('charges %s (AUT-4)', (_, facts, chargeDate) => {
    expect(planNext(facts)?.chargeDate).toBe(chargeDate)
  })

  it.each<[string, AutoPayObligation['failures'], string | undefined, string | undefined]>([
    ['3 days after the first failure', [failure('2026-12-15')], '2026-12-15', '2026-12-18'],
    ['7 days after the first', [failure('2026-12-15'), failure('2026-12-18')], '2026-12-18', '2026-12-22'],
    ['3 days after a late failure', [failure('2026-12-15'), failure('2026-12-21')], '2026-12-21', '2026-12-24'],
    [
      'not a third time',
      [failure('2026-12-15'), failure('2026-12-18'), failure('2026-12-22')],
      '2026-12-22',
      undefined,
    ],
    ['not after a permanent decline', [failure('2026-12-15', 'permanent')], '2026-12-15', undefined],
    ['not after an unknown failure', [failure('2026-12-15', 'other')], '2026-12-15', undefined],
  ])('retries a failed charge: %s (AUT-6)', (_, failures, lastFailedOn, chargeDate) => {
    const obligations = [createObligation({ failures })]
    expect(planNext({ today: '2026-12-16', lastFailedOn, obligations })?.chargeDate).toBe(chargeDate)
  })

  it('charges all amounts due on the same date in one payment, oldest first (AUT-4)', () => {
    const obligations = [
      createObligation({ obligationNo: 4, dueDate: '2027-01-15' }),
      createObligation({ obligationNo: 3, dueDate: '2026-12-15', amountCents: 2500 }),
      createObligation({ obligationNo: 2, dueDate: '2026-12-10', openCents: 4000 }),
    ]
    expect(planNext({ obligations })).toEqual({
      ...{ chargeDate: '2026-12-15', amountCents: 6500 },
      parts: [
        { obligationNo: 2, amountCents: 4000 },
        { obligationNo: 3, amountCents: 2500 },
      ],
    })
  })

  it('delays a new amount and charges it with the retry of an older amount (AUT-5)', () => {
    const obligations = [
      createObligation({ failures: [failure('2026-12-15'), failure('2026-12-18')] }),
      createObligation({ obligationNo: 3, dueDate: '2026-12-20' }),
    ]
    const facts = { today: '2026-12-20', lastFailedOn: '2026-12-18', obligations }
    expect(planNext(facts)).toMatchObject({ chargeDate: '2026-12-22', amountCents: 20_000 })
  })

  it.each<[string, Partial<AutoPayObligation>]>([
    ['is not included', { isIncluded: false }],
    ['failed permanently', { failures: [failure('2026-12-10', 'other')] }],
    ['is open again after a charge and a refund', { chargedCents: 10_000 }],
  ])('charges nothing if an older amount %s (AUT-5)', (_, older) => {
    const obligations = [
      createObligation({ obligationNo: 1, dueDate: '2026-12-10', ...older }),
      createObligation({ obligationNo: 2 }),
    ]
    expect(planNext({ obligations })).toBeUndefined()
  })

  it('plans the next amount while the payment of an older amount is processing', () => {
    const obligations = [
      createObligation({ chargedCents: 10_000 }),
      createObligation({ obligationNo: 3, dueDate: '2027-01-15' }),
    ]
    expect(planNext({ obligations, processingCents: 10_000 })).toMatchObject({ chargeDate: '2027-01-15' })
  })

  it('charges nothing if no amount is open', () => {
    expect(planCharge(createFacts({ obligations: [] }))).toBeUndefined()
  })
})

describe('auto-pay bank debit', () => {
  const bank = { methodType: 'us_bank_account' } as const
  const lastCharge = { chargeDate: '2026-11-15', amountCents: 10_000 }
  const plan = (facts: Partial<AutoPayFacts>) => {
    const planned = planCharge(createFacts({ ...bank, ...facts }))
    const { chargeDate, amountCents } = planned?.next ?? {}
    return { debit: planned && { chargeDate, amountCents }, announcement: planned?.announcement }
  }
  const onDueDate = { chargeDate: '2026-12-15', amountCents: 10_000 }

  it.each([{ lastCharge }, { shownCents: 10_000 }])(
    'is not announced if the amount is as expected: %j (AUT-8)',
    (facts) => {
      expect(plan({ ...facts, today: '2026-12-05' })).toEqual({ debit: onDueDate, announcement: undefined })
      expect(plan(facts)).toEqual({ debit: onDueDate, announcement: undefined })
    },
  )

  it('is announced once, exactly 10 days before, if its amount differs from the last charge (AUT-8)', () => {
    const facts = { lastCharge: { ...lastCharge, amountCents: 9000 } }
    expect(plan({ ...facts, today: '2026-12-04' })).toEqual({ debit: onDueDate, announcement: undefined })
    expect(plan({ ...facts, today: '2026-12-05' })).toEqual({ debit: onDueDate, announcement: onDueDate })
    const announced = { ...facts, announcements: [onDueDate] }
    expect(plan({ ...announced, today: '2026-12-05' })).toEqual({ debit: onDueDate, announcement: undefined })
    expect(plan(announced)).toEqual({ debit: onDueDate, announcement: undefined })
  })

  it('is made on its due date if lower than the last charge, even without an announcement (AUT-8)', () => {
    const facts = { lastCharge: { ...lastCharge, amountCents: 12_000 } }
    expect(plan({ ...facts, today: '2026-12-05' })).toEqual({ debit: onDueDate, announcement: onDueDate })
    expect(plan({ ...facts, today: '2026-12-12' })).toEqual({ debit: onDueDate, announcement: onDueDate })
    expect(plan({ ...facts, today: '2026-12-12', announcements: [onDueDate] }).announcement).toBeUndefined()
    expect(plan(facts)).toEqual({ debit: onDueDate, announcement: undefined })
  })

  it('is announced again after a decrease, and made on its due date (AUT-8)', () => {
    const facts = { announcements: [{ ...onDueDate, amountCents: 12_000 }] }
    expect(plan({ ...facts, today: '2026-12-10' })).toEqual({ debit: onDueDate, announcement: onDueDate })
    expect(plan(facts)).toEqual({ debit: onDueDate, announcement: undefined })
  })

  it('is announced for its own date if the debit announced for an earlier date was paid by check (AUT-8)', () => {
    const facts = { lastCharge: { ...lastCharge, amountCents: 12_000 }, announcements: [onDueDate] }
    const obligations = [createObligation({ obligationNo: 3, dueDate: '2026-12-18' })]
    const debit = { chargeDate: '2026-12-18', amountCents: 10_000 }
    expect(plan({ ...facts, today: '2026-12-10', obligations })).toEqual({ debit, announcement: debit })
  })

  it('does not exceed the last charge because of an announcement before that charge (AUT-8)', () => {
    const announcements = [{ chargeDate: '2026-11-15', amountCents: 12_000 }]
    const obligations = [createObligation({ amountCents: 12_000 })]
    expect(plan({ lastCharge, announcements, obligations })).toEqual({
      debit: onDueDate,
      announcement: { chargeDate: '2026-12-25', amountCents: 2000 },
    })
  })

  it('covers the oldest amounts if it is limited to the last charge (AUT-8)', () => {
    const obligations = [
      createObligation({ amountCents: 5000 }),
      createObligation({ obligationNo: 3, amountCents: 7000 }),
    ]
    const facts = createFacts({ ...bank, obligations })
    expect(planCharge({ ...facts, lastCharge })?.next.parts).toEqual([
      { obligationNo: 2, amountCents: 5000 },
      { obligationNo: 3, amountCents: 5000 },
    ])
    const lowCharge = { ...lastCharge, amountCents: 5000 }
    expect(planCharge({ ...facts, lastCharge: lowCharge })?.next.parts).toEqual([
      { obligationNo: 2, amountCents: 5000 },
    ])
  })

  it('excludes a late increase, which is debited 10 days after its announcement (AUT-8)', () => {
    const raised = { lastCharge, obligations: [createObligation({ amountCents: 12_000 })] }
    const rest = { chargeDate: '2026-12-21', amountCents: 2000 }
    expect(plan({ ...raised, today: '2026-12-11' })).toEqual({ debit: onDueDate, announcement: rest })
    const announced = { ...raised, announcements: [rest] }
    expect(plan({ ...announced, today: '2026-12-15' })).toEqual({ debit: onDueDate, announcement: undefined })
    const charged = {
      ...{ ...announced, lastCharge: onDueDate },
      obligations: [createObligation({ amountCents: 12_000, openCents: 2000, chargedCents: 10_000 })],
    }
    for (const today of ['2026-12-15', '2026-12-20', '2026-12-21'])
      expect(plan({ ...charged, today })).toEqual({ debit: rest, announcement: undefined })
  })

  it('is limited to the announced amount if the amount due increases again (AUT-8)', () => {
    const announced = { chargeDate: '2026-12-15', amountCents: 12_000 }
    const raised = { lastCharge, obligations: [createObligation({ amountCents: 13_000 })] }
    const rest = { chargeDate: '2026-12-21', amountCents: 1000 }
    const facts = { ...raised, announcements: [announced] }
    expect(plan({ ...facts, today: '2026-12-11' })).toEqual({ debit: announced, announcement: rest })
    const withRest = { ...raised, announcements: [announced, rest] }
    expect(plan({ ...withRest, today: '2026-12-12' })).toEqual({ debit: announced, announcement: undefined })
  })

  it('excludes a late increase, which is announced again if it becomes larger (AUT-8)', () => {
    const announcements = [{ chargeDate: '2026-12-21', amountCents: 2000 }]
    const obligations = [createObligation({ amountCents: 13_000 })]
    expect(plan({ today: '2026-12-13', lastCharge, announcements, obligations })).toEqual({
      debit: onDueDate,
      announcement: { chargeDate: '2026-12-23', amountCents: 3000 },
    })
  })

  it('excludes a late increase even if the same amount was announced for the due date (AUT-8)', () => {
    const announced = { chargeDate: '2026-12-15', amountCents: 2000 }
    const obligations = [2, 3].map((obligationNo) => createObligation({ obligationNo, amountCents: 2000 }))
    expect(plan({ today: '2026-12-10', announcements: [announced], obligations })).toEqual({
      debit: announced,
      announcement: { chargeDate: '2026-12-20', amountCents: 2000 },
    })
  })

  it('is limited to an announced late increase if another amount is due on its date (AUT-8)', () => {
    const rest = { chargeDate: '2026-12-25', amountCents: 2000 }
    const obligations = [
      createObligation({ amountCents: 12_000, openCents: 2000, chargedCents: 10_000 }),
      createObligation({ obligationNo: 3, dueDate: '2026-12-25' }),
    ]
    const facts = { today: '2026-12-25', lastCharge: onDueDate, announcements: [rest], obligations }
    expect(plan(facts)).toEqual({
      debit: rest,
      announcement: { chargeDate: '2027-01-04', amountCents: 10_000 },
    })
  })

  it('is not made 8 days late, even if a late increase is announced (AUT-4)', () => {
    const announcements = [{ chargeDate: '2026-12-25', amountCents: 2000 }]
    const facts = { lastCharge, announcements, obligations: [createObligation({ amountCents: 12_000 })] }
    expect(plan({ ...facts, today: '2026-12-22' }).debit?.chargeDate).toBe('2026-12-22')
    expect(plan({ ...facts, today: '2026-12-23' }).debit).toBeUndefined()
  })

  it('is made 10 days after its announcement if the payer has never seen the amount (AUT-8)', () => {
    const waiting = { chargeDate: '2026-12-25', amountCents: 10_000 }
    expect(plan({})).toEqual({ debit: waiting, announcement: waiting })
    const announced = { announcements: [waiting] }
    for (const today of ['2026-12-24', '2026-12-25'])
      expect(plan({ ...announced, today })).toEqual({ debit: waiting, announcement: undefined })
    expect(plan({ ...announced, today: '2027-01-01' }).debit?.chargeDate).toBe('2027-01-01')
    expect(plan({ ...announced, today: '2027-01-02' }).debit).toBeUndefined()
  })

  it('is retried without another announcement', () => {
    const facts = { announcements: [onDueDate], lastFailedOn: '2026-12-17' }
    const obligations = [createObligation({ failures: [failure('2026-12-17')], dueDate: '2026-12-17' })]
    for (const today of ['2026-12-18', '2026-12-20'])
      expect(plan({ ...facts, today, obligations })).toEqual({
        ...{ debit: { chargeDate: '2026-12-20', amountCents: 10_000 }, announcement: undefined },
      })
  })
})

describe('planAutoPay', () => {
  it('charges on the charge date and no earlier', () => {
    expect(planAutoPay(createFacts()).charge?.amountCents).toBe(10_000)
    expect(planAutoPay(createFacts({ today: '2026-12-14' }))).toEqual({})
  })

  it.each<[string, Partial<AutoPayFacts>, string]>([
    ['the policy is pending cancellation', { isInForce: false }, 'notInForce'],
    ['staff paused auto-pay charges', { isPaused: true }, 'paused'],
    ['a payment is processing', { processingCents: 1 }, 'processing'],
    ['a payment is disputed', { isPaymentDisputed: true }, 'disputed'],
  ])('charges nothing while %s (AUT-7, AUT-11)', (_, changes, hold) => {
    const facts = createFacts(changes)
    expect(getAutoPayHold(facts)).toBe(hold)
    expect(planAutoPay(facts).charge).toBeUndefined()
  })

  it('announces the next debit while another is processing if the policy is in force', () => {
    const facts = createFacts({
      ...{ methodType: 'us_bank_account', processingCents: 10_000, today: '2026-12-18' },
      obligations: [
        createObligation({}),
        createObligation({ obligationNo: 3, dueDate: '2026-12-28', amountCents: 500 }),
      ],
    })
    expect(planAutoPay(facts)).toEqual({ announcement: { chargeDate: '2026-12-28', amountCents: 500 } })
    expect(planAutoPay({ ...facts, isInForce: false })).toEqual({})
    expect(planAutoPay({ ...facts, isPaused: true })).toEqual({})
  })
})
