import { describe, expect, it } from 'vitest'
import { isOverCardLimit } from './card-limit.ts'
import { amountToPay, feeBasis } from './fee-basis.ts'
import { initialMethod } from './initial-method.ts'

const older = { postDate: '2026-01-02', billInitially: 'Mortgage lienholder' }
const newer = { postDate: '2026-03-02', billInitially: 'Insured' }

describe('the method that the payment step opens with', () => {
  it.each([4, 5] as const)('is the card for monthly earthquake, product %i [C095]', (productId) =>
    expect(initialMethod({ productId, paymentInterval: 'Monthly' }, [older])).toBe('card'),
  )
  it('is the mortgagee when the earliest transaction of product 1 is billed to the lienholder [C096]', () => {
    expect(initialMethod({ productId: 1, paymentInterval: 'Annual' }, [newer, older])).toBe('mortgagee')
  })
  it('a later transaction billed to the lienholder does not count [C096]', () => {
    const reversed = [
      { ...older, billInitially: 'Insured' },
      { ...newer, billInitially: 'Mortgage lienholder' },
    ]
    expect(initialMethod({ productId: 1, paymentInterval: 'Annual' }, reversed)).toBe('ach')
  })
  it.each([
    [2, 'Annual', [older]],
    [4, 'Annual', [older]],
    [1, 'Monthly', [newer]],
    [6, 'Annual', []],
  ] as const)('is the bank account in every other case: product %i, %s [C097]', (productId, paymentInterval, list) =>
    expect(initialMethod({ productId, paymentInterval }, list)).toBe('ach'),
  )
})

describe('the amount that the card fee is worked out on', () => {
  const due = { currentlyDue: 101.99, totalDue: 1200.5, totalPremium: 1300 }
  it.each([4, 5] as const)('is whole dollars of what is currently due for product %i [C140] [D420]', (productId) =>
    expect(feeBasis({ ...due, productId })).toBe(101),
  )
  it('is totalDue for every other product [C141] [D421]', () => expect(feeBasis({ ...due, productId: 1 })).toBe(1200.5))
  it('is totalPremium only when totalDue is absent, which 0 is not [C141] [D421]', () => {
    expect(feeBasis({ ...due, productId: 2, totalDue: undefined })).toBe(1300)
    expect(feeBasis({ ...due, productId: 2, totalDue: 0 })).toBe(0)
  })
})

describe('the amount on the Pay button', () => {
  it('adds the fee to the cent', () => {
    expect(amountToPay({ currentlyDue: 1317.75 }, 58.28)).toBe(1376.03)
  })
  it('is what is currently due', () => {
    expect(amountToPay({ currentlyDue: 98.1 })).toBe(98.1)
  })
})

describe('the card limit', () => {
  it.each([
    [1, 5000, false],
    [1, 5000.01, true],
    [2, 9000, false],
    [6, 9000, false],
  ] as const)('product %i owing %d: blocked is %s [C239]', (productId, totalDue, blocked) =>
    expect(isOverCardLimit({ productId, totalDue })).toBe(blocked),
  )
})
