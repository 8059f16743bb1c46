import { describe, expect, test } from 'vitest'
import { calculateMaximumTransferCents } from '../../ledger/ledger.ts'
import { isPaymentTransferable, isPaymentTransferableAgain, type TransferablePayment } from './transfer-rules.ts'

const paid: TransferablePayment = {
  paymentStatus: 'paid',
  amountCents: 50_000,
  leftCents: 50_000,
  isAppliedToPolicy: true,
  paymentTypeId: 2,
}
const received = { dueCents: 0, receivedCents: 50_000 }

describe('payment transfer rule', () => {
  test('allows a payment that is paid and applied', () => {
    expect(isPaymentTransferable(paid, received)).toBe(true)
    expect(isPaymentTransferable(paid, { dueCents: 1, receivedCents: 0 })).toBe(true)
  })
  test.each<[string, Partial<TransferablePayment>]>([
    ['its remaining amount is 0 [C164]', { leftCents: 0 }],
    ['it failed [C109] [C165] [D291]', { paymentStatus: 'failed' }],
    ['it was cancelled [C109] [C165] [D291]', { paymentStatus: 'cancelled' }],
    ['it is still processing', { paymentStatus: 'processing' }],
    ['it is disputed', { paymentStatus: 'disputed' }],
    ['its amount is 0 [C166]', { amountCents: 0 }],
    ['its amount is below 0 [C166]', { amountCents: -1 }],
    ['it is not applied to the policy [C111] [C167]', { isAppliedToPolicy: false }],
    ['it is a transfer, type 12 [C169]', { paymentTypeId: 12 }],
  ])('rejects a payment when %s', (_, change) => {
    expect(isPaymentTransferable({ ...paid, ...change }, received)).toBe(false)
  })
  test('allows another transfer of a transferred payment with a remaining amount', () => {
    const incoming = { ...paid, paymentTypeId: 12 }
    expect(isPaymentTransferableAgain(incoming, received)).toBe(true)
    expect(isPaymentTransferableAgain({ ...incoming, leftCents: 0 }, received)).toBe(false)
    expect(isPaymentTransferableAgain(paid, received)).toBe(false)
  })
  test('rejects a transfer if nothing is due and nothing was paid [C110] [C168]', () => {
    expect(isPaymentTransferable(paid, { dueCents: 0, receivedCents: 0 })).toBe(false)
  })
})

describe('maximum transfer', () => {
  test('equals the sum of all rows of the payment if an amount is due [C113]', () => {
    expect(calculateMaximumTransferCents(1, { amountCents: 30_000, leftCents: 50_000 - 20_000 })).toBe(30_000)
    expect(calculateMaximumTransferCents(1, { amountCents: 30_000, leftCents: 50_000 })).toBe(50_000)
  })
  test('equals the amount of the payment itself if no amount is due [C114]', () => {
    expect(calculateMaximumTransferCents(0, { amountCents: 30_000, leftCents: 50_000 })).toBe(30_000)
    expect(calculateMaximumTransferCents(-5, { amountCents: 30_000, leftCents: 50_000 })).toBe(30_000)
  })
})
