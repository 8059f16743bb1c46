import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { simulatePaymentDelay } from './simulated-payment.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = async (milliseconds: number, productId: number, stripeKey = 'pk_test_simulator') => {
  const done = vi.fn()
  void simulatePaymentDelay({ productId, stripeKey } as Parameters<typeof simulatePaymentDelay>[0]).then(done)
  await vi.advanceTimersByTimeAsync(milliseconds)
  return done.mock.calls.length === 1
}

it.each([2, 3, 7, 8])('waits 3000 ms for a simulated payment of commercial product %i [P396]', async (productId) => {
  expect(await after(2999, productId)).toBe(false)
  expect(await after(3000, productId)).toBe(true)
})

it.each([
  [1, 'pk_test_simulator'],
  [4, 'pk_test_simulator'],
  [2, 'pk_live_provider'],
])('does not delay a payment for product %i with key %s [P396]', async (productId, stripeKey) => {
  expect(await after(0, productId, stripeKey)).toBe(true)
})
