import { describe, expect, it } from 'vitest'
import { isShorterNotice } from './notice-period-changes.ts'

describe('isShorterNotice', () => {
  it.each([
    [10, false, 9, false, true],
    [10, false, 10, false, false],
    [10, false, 11, false, false],
    [10, false, 11, true, true],
    [10, true, 10, true, false],
    [10, true, 10, false, false],
  ])('compares %i days (flat: %s) with %i days (flat: %s): %s (DEL-17)', (days, flat, newDays, newFlat, expected) => {
    const before = { noticeDays: days, isFlatAllowed: flat }
    expect(isShorterNotice(before, { noticeDays: newDays, isFlatAllowed: newFlat })).toBe(expected)
  })
})
