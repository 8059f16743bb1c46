import { describe, expect, it } from 'vitest'
import { isOverCardLimit } from './card-limit.ts'
import { getAmountToPay, getCardFeeBasis } from './fee-basis.ts'
import { getInitialPaymentMethod } from './initial-payment-method.ts'

const older = { postDate: '2026-01-02', billInitially: 'Mortgage lienholder' }
const newer = { postDate: '2026-03-02', billInitially: 'Insured' }

describe('initial payment method', () => {
  it.each([4, 5] as const)('is the card for the monthly earthquake product %i [C095]', (productId) =>
    expect(getInitialPaymentMethod({ productId, paymentInterval: 'Monthly' }, [older])).toBe('card'),
  )
  it('is the mortgagee if the earliest transaction of product 1 is billed to the lienholder [C096]', () => {
    expect(getInitialPaymentMethod({ productId: 1, paymentInterval: 'Annual' }, [newer, older])).toBe('mortgagee')
  })
  it('ignores a later transaction billed to the lienholder [C096]', () => {
    const reversed = [
      { ...older, billInitially: 'Insured' },
      { ...newer, billInitially: 'Mortgage lienholder' },
    ]
    expect(getInitialPaymentMethod({ productId: 1, paymentInterval: 'Annual' }, reversed)).toBe('ach')
  })
  it.each([
    [2, 'Annual', [older]],
    [4, 'Annual', [older]],
    [1, 'Monthly', [newer]],
    [6, 'Annual', []],
  ] as const)('is the bank account for all other policies: product %i, %s [C097]', (productId, paymentInterval, list) =>
    expect(getInitialPaymentMethod({ productId, paymentInterval }, list)).toBe('ach'),
  )
})

describe('amount on which the card fee is based', () => {
  const due = { currentlyDue: 101.99, totalDue: 1200.5, totalPremium: 1300 }
  it.each([4, 5] as const)('is the amount currently due in whole dollars for product %i [C140] [D420]', (productId) =>
    expect(getCardFeeBasis({ ...due, productId })).toBe(101),
  )
  it('is totalDue for products that do not use the amount currently due [C141] [D421]', () =>
    expect(getCardFeeBasis({ ...due, productId: 1 })).toBe(1200.5))
  it('is totalPremium if totalDue is absent, but not if totalDue is 0 [C141] [D421]', () => {
    expect(getCardFeeBasis({ ...due, productId: 2, totalDue: undefined })).toBe(1300)
    expect(getCardFeeBasis({ ...due, productId: 2, totalDue: 0 })).toBe(0)
  })
})

describe('amount on the Pay button', () => {
  it('includes the exact fee in cents', () => {
    expect(getAmountToPay({ currentlyDue: 1317.75 }, 58.28)).toBe(1376.03)
  })
  it('is the amount currently due', () => {
    expect(getAmountToPay({ currentlyDue: 98.1 })).toBe(98.1)
  })
})

describe('card payment limit', () => {
  it.each([
    [1, 5000, false],
    [1, 5000.01, true],
    [2, 9000, false],
    [6, 9000, false],
  ] as const)('applies to product %i with %d dollars due: %s [C239]', (productId, totalDue, blocked) =>
    expect(isOverCardLimit({ productId, totalDue })).toBe(blocked),
  )
})
