import { describe, expect, test } from 'vitest'
import { splitByShare } from '../../payments/refunds/pay-out.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { readReason } from './reasons.ts'
import { basisOf, type Charged, type RefundFacts, refundOf } from './refund-rules.ts'

const database = await createTestDatabase()

const charges: Charged[] = [
  { charge: 'premium_written', description: 'Premium', chargedCents: 118_000 },
  { charge: 'policy_fee', description: 'Policy fee', chargedCents: 7_500 },
  { charge: 'tax_surplus_lines', description: 'Surplus lines tax', chargedCents: 6_000 },
  { charge: 'tax_stamping', description: 'Stamping fee', chargedCents: 75 },
  { charge: 'tax_emergency_fund', description: 'Emergency fund surcharge', chargedCents: 200 },
  { charge: 'surcharge', description: 'Surcharge', chargedCents: 1_000 },
]
const totalCents = 132_775
const facts: RefundFacts = {
  daysInTerm: 365,
  daysRemaining: 146,
  minimumEarned: { percent: 0, cents: 0 },
  receivedCents: totalCents,
  isBlockedByClaim: false,
}

/** 146 of 365 days are left: two fifths of premium and taxes. */
const proRata = { premium: 47_200, policyFee: 0, tax: 2_480, stampingFee: 30, surcharge: 0 }
const flat = { premium: 118_000, policyFee: 7_500, tax: 6_200, stampingFee: 75, surcharge: 1_000 }
const none = { premium: 0, policyFee: 0, tax: 0, stampingFee: 0, surcharge: 0 }
const byReason: Record<string, [string, Record<string, number>]> = {
  '01': ['proRata', proRata],
  '02': ['proRata', proRata],
  '03': ['proRata', proRata],
  '04': ['flat', flat],
  '05': ['paidToDate', proRata],
  '06': ['flat', flat],
  '07': ['flat', flat],
  '08': ['proRata', proRata],
  '09': ['proRata', proRata],
  '10': ['proRata', proRata],
  '12': ['proRata', proRata],
  '13': ['flat', flat],
  '15': ['proRata', proRata],
  '19': ['proRata', proRata],
  '21': ['none', none],
  '22': ['flatToNewPolicy', flat],
  '23': ['none', none],
  '24': ['proRata', proRata],
  '30': ['proRata', proRata],
  '33': ['minimumEarned', proRata],
  '34': ['minimumEarned', proRata],
  '40': ['none', none],
  '41': ['none', none],
  '99': ['none', none],
}

function sums(lines: { kind: string; refundedCents: number }[]) {
  const all: Record<string, number> = {}
  for (const { kind, refundedCents } of lines) all[kind] = (all[kind] ?? 0) + refundedCents
  return all
}

describe('the refund of a reason', () => {
  test('every reason of the table is walked here', async () => {
    const rows = await database.db.selectFrom('cancel_reasons').select('reason_code').orderBy('reason_code').execute()
    expect(rows.map((row) => row.reason_code)).toEqual(Object.keys(byReason).toSorted())
  })

  test.each(Object.entries(byReason))('%s gives back as its row says', async (code, [basis, expected]) => {
    const { refund } = await readReason(database.db, code)
    const { lines, refundCents } = refundOf(refund, charges, facts)
    expect(basisOf(refund)).toBe(basis)
    expect(sums(lines)).toEqual(expected)
    expect(refundCents).toBe(Object.values(expected).reduce((sum, cents) => sum + cents, 0))
    for (const line of lines) expect(line.keptCents + line.refundedCents).toBe(line.chargedCents)
  })

  test('on insured’s request the minimum earned premium is kept, where it is more', async () => {
    const { refund } = await readReason(database.db, '33')
    const excess = { percent: 50, cents: 50_000 }
    const early = refundOf(refund, charges, { ...facts, daysRemaining: 360, minimumEarned: excess })
    expect(sums(early.lines).premium).toBe(59_000)
    expect(sums(early.lines).tax).toBe(3_100)
    const late = refundOf(refund, charges, { ...facts, daysRemaining: 36.5, minimumEarned: excess })
    expect(sums(late.lines).premium).toBe(11_800)
    const small = [{ charge: 'premium_written' as const, description: 'Premium', chargedCents: 30_000 }]
    expect(refundOf(refund, small, { ...facts, daysRemaining: 365, minimumEarned: excess }).refundCents).toBe(0)
  })

  test('for nonpayment is nothing if nothing was paid', async () => {
    const { refund } = await readReason(database.db, '05')
    expect(refundOf(refund, charges, { ...facts, receivedCents: 0 }).refundCents).toBe(0)
  })

  test('is blocked by a claim that was paid', async () => {
    const { refund } = await readReason(database.db, '13')
    expect(refundOf(refund, charges, { ...facts, isBlockedByClaim: true }).refundCents).toBe(0)
  })

  test.each([1, 7, 100, 183, 364])(
    'with %d days left sums to its rounded total, line by line',
    async (daysRemaining) => {
      const { refund } = await readReason(database.db, '12')
      const { lines, refundCents } = refundOf(refund, charges, { ...facts, daysRemaining })
      expect(lines.reduce((sum, line) => sum + line.refundedCents, 0)).toBe(refundCents)
      const exact = ((118_000 + 6_000 + 75 + 200) * daysRemaining) / 365
      expect(Math.abs(refundCents - exact)).toBeLessThanOrEqual(0.5)
    },
  )
})

test('a refund is split as the money came in, to the cent', () => {
  expect(splitByShare(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitByShare(1_001, [30_000, 10_000])).toEqual([751, 250])
  expect(splitByShare(5, [])).toEqual([])
})
