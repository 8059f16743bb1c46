import { describe, expect, it } from 'vitest'
import { isRoutingNumber } from './bank-form.ts'

describe('a routing number', () => {
  it.each(['110000000', '021000021'])('%s is one', (number) => expect(isRoutingNumber(number)).toBe(true))
  it.each(['110000001', '11000000', 'abcdefghi', ''])('%j is none', (number) =>
    expect(isRoutingNumber(number)).toBe(false),
  )
})
