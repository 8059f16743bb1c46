import { describe, expect, it } from 'vitest'
import { getTotalCents, requireAcknowledgedAmount } from './payment-price.ts'

const withFee = { amountCents: 10_000, feeCents: 320 }
const withoutFee = { amountCents: 10_000, feeCents: 0 }

it('adds the card fee to the payment amount', () => {
  expect(getTotalCents(withFee)).toBe(10_320)
})

describe('requireAcknowledgedAmount', () => {
  it('accepts only the exact amount including the card fee', () => {
    expect(() => requireAcknowledgedAmount(10_320, withFee)).not.toThrow()
    expect(() => requireAcknowledgedAmount(10_000, withoutFee)).not.toThrow()
  })

  it('does not require acknowledgment if there is no fee', () => {
    expect(() => requireAcknowledgedAmount(undefined, withoutFee)).not.toThrow()
  })

  it.each([10_319, 10_321, 10_000, undefined])(
    'rejects an acknowledged amount of %s and states the current amount',
    (seen) => {
      expect(() => requireAcknowledgedAmount(seen, withFee)).toThrow(
        'the amount due is now $103.20, with a card fee of $3.20. Nothing was charged.',
      )
    },
  )

  it('omits the fee from the message if there is none', () => {
    expect(() => requireAcknowledgedAmount(1, withoutFee)).toThrow('is now $100.00. Nothing was charged.')
  })
})
