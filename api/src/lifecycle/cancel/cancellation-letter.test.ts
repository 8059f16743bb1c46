import { describe, expect, it } from 'vitest'
import type { CancellationAmounts } from './cancellation-amounts.ts'
import { buildCancellationTables, type CancellationCharges, describeMinimumPremium } from './cancellation-letter.ts'

const amounts: CancellationAmounts = {
  ...{ isPlanned: false, returnPremiumCents: 47_200, balanceReductionCents: undefined, creditCents: undefined },
  ...{ payees: [{ name: 'Marina Sample', cents: 47_200 }], held: [], balanceCents: 100, processing: [] },
}
const charges: CancellationCharges = {
  lines: [
    {
      ...{ kind: 'premium', charge: 'premium_written', description: 'Premium' },
      ...{ chargedCents: 118_000, keptCents: 70_800, refundedCents: 47_200 },
    },
    {
      ...{ kind: 'policyFee', charge: 'policy_fee', description: 'Policy fee' },
      ...{ chargedCents: 7_500, keptCents: 7_500, refundedCents: 0 },
    },
  ],
  minimumCents: 0,
  paidCents: 125_500,
}
const due = { dueLabel: 'Amount due by 12/15/2026', dueCents: 100 }
const getAccount = (changes: Partial<CancellationAmounts>, dueCents = 0) =>
  buildCancellationTables({ ...amounts, ...changes }, charges, { ...due, dueCents })[1]?.rows.map(
    ({ label, cents }) => [label, ...cents],
  )

describe('cancellation letter tables', () => {
  it('show the retained and returned amount of each charge, with totals', () => {
    expect(buildCancellationTables(amounts, charges, due)[0]).toEqual({
      title: 'Policy cost',
      columns: ['Charge', 'Charged', 'Retained', 'Returned'],
      rows: [
        { label: 'Premium', cents: [118_000, 70_800, 47_200] },
        { label: 'Policy fee', cents: [7_500, 7_500, 0] },
      ],
      total: { label: 'Total', cents: [125_500, 78_300, 47_200] },
    })
  })

  it('show the payments, the refund, the amount due and the balance', () => {
    expect(buildCancellationTables(amounts, charges, due)[1]).toMatchObject({
      title: 'Your account',
      columns: ['', 'Amount'],
    })
    expect(getAccount({})).toEqual([
      ['Paid', 125_500],
      ['Refund', 47_200],
      ['Balance', 100],
    ])
    expect(getAccount({}, 100)?.slice(-2)).toEqual([
      ['Amount due by 12/15/2026', 100],
      ['Balance', 100],
    ])
  })

  it('show the total amount on hold and each processing payment', () => {
    const held = [
      { by: 'claim', cents: 1_000 },
      { by: 'amount', cents: 500 },
    ] as const
    const processing = [{ cents: 250, submittedOn: '2026-11-19' }]
    expect(getAccount({ isPlanned: true, held, processing })).toEqual([
      ['Paid', 125_500],
      ['Refunded when coverage ends', 47_200],
      ['On hold', 1_500],
      ['Balance', 100],
      ['Processing since 11/19/2026', 250],
    ])
  })
})

it('explains the minimum earned premium in a cancellation letter only if it reduces the refund', () => {
  expect(describeMinimumPremium(0)).toEqual([])
  expect(describeMinimumPremium(1)).toEqual(['$0.01 is retained to meet the minimum earned premium.'])
})
