import { describe, expect, it } from 'vitest'
import { isOverCardLimit } from './card-limit.ts'
import { getAmountToPay, getCardFeeBasis, hasAmountChoice, type PayablePolicy } from './fee-basis.ts'
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
  it('does not depend on a later transaction billed to the lienholder [C096]', () => {
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

const due: PayablePolicy = { payableAmount: 101.99, payableTotal: 1200.5 }

describe('base amount of the card fee', () => {
  it.each([4, 5] as const)('is the payment in whole dollars for product %i [C140] [D420]', (productId) => {
    expect(getCardFeeBasis({ ...due, productId })).toBe(101)
    expect(getCardFeeBasis({ ...due, productId }, true)).toBe(1200)
  })
  it('is the whole payment for every other product [C141] [D421]', () => {
    expect(getCardFeeBasis({ ...due, productId: 1 })).toBe(101.99)
    expect(getCardFeeBasis({ ...due, productId: 1 }, true)).toBe(1200.5)
  })
  it('is 0 if nothing is owed, rather than the premium [C141] [D421]', () => {
    expect(getCardFeeBasis({ ...due, productId: 2, payableAmount: 0 })).toBe(0)
  })
})

describe('amount on the Pay button', () => {
  it('includes the exact fee in cents', () => {
    expect(getAmountToPay({ ...due, payableAmount: 1317.75 }, 58.28)).toBe(1376.03)
  })
  it('equals the payable amount, or the full balance if the payer selected the balance [BIL-13]', () => {
    expect(getAmountToPay({ ...due, payableAmount: 98.1 })).toBe(98.1)
    expect(getAmountToPay(due, 0, true)).toBe(1200.5)
  })
  it('can be raised to the full balance only if the balance exceeds the payable amount', () => {
    expect(hasAmountChoice(due)).toBe(true)
    expect(hasAmountChoice({ ...due, payableTotal: 101.99 })).toBe(false)
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
