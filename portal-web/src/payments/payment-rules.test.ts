import type { PolicyPayment } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { shouldChargeAfterUpdate, shouldShowPaymentMethods } from './payment-methods.ts'
import { getTransferTitle } from './transfer-title.ts'

const internal = { kind: 'internal', isReadonly: false } as const
const payment = (change: Partial<PolicyPayment> = {}) =>
  ({ paymentStatus: 'paid', amount: 100, isAppliedToPolicy: true, canTransfer: true, ...change }) as PolicyPayment

describe('transfer button title', () => {
  it.each([
    ['Payment failed', { paymentStatus: 'failed' as const, isAppliedToPolicy: false, canTransfer: false }],
    ['Payment has been cancelled', { paymentStatus: 'cancelled' as const, canTransfer: false }],
    ['Payment has already been transferred', { amount: -100, canTransfer: false }],
    ['Payment has not been applied', { isAppliedToPolicy: false, canTransfer: false }],
    ['Transfer payment', {}],
    ['Transfer again', { canTransfer: false, canTransferAgain: true }],
  ])('is "%s" [D394]', (title, change) => {
    expect(getTransferTitle(payment(change), internal)).toBe(title)
  })
  it('is "Internal use only" for agents and read-only staff [D394]', () => {
    expect(getTransferTitle(payment({ canTransfer: false }), { kind: 'agent', isReadonly: false })).toBe(
      'Internal use only',
    )
    expect(getTransferTitle(payment({ canTransfer: false }), { kind: 'internal', isReadonly: true })).toBe(
      'Internal use only',
    )
  })
})

describe('payment method rules', () => {
  const kept = { optInAutoPayRenewal: false }
  const optedIn = { optInAutoPayRenewal: true }
  it.each([
    [1, [], false],
    [1, [kept], false],
    [1, [kept, optedIn], true],
    [4, [], false],
    [4, [kept], true],
  ])(
    'determine whether the payment methods are shown for product %i with %j: %s [D089]',
    (productId, methods, shown) => {
      expect(shouldShowPaymentMethods(productId, methods)).toBe(shown)
    },
  )
  it.each([
    [4, 'Monthly', false, 100, true],
    [4, 'Monthly', true, 0, false],
    [4, 'Annual', false, 100, false],
    [1, 'Monthly', false, 100, false],
  ] as const)(
    'determine whether a new default is charged for product %i, %s, paid %s, %d currently due: %s [D331] [D422]',
    (productId, paymentInterval, isPaid, currentlyDue, charges) => {
      expect(shouldChargeAfterUpdate({ productId, paymentInterval, isPaid, currentlyDue })).toBe(charges)
    },
  )
})
