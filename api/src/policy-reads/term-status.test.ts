import { expect, test } from 'vitest'
import { getTermStatus } from './term-status.ts'

const today = '2026-11-20'

test.each([
  ['Expired', { isExpired: true, isCancelled: true, inceptionDate: '2025-01-01' }],
  ['Expired', { isExpired: true, isCancelled: false, inceptionDate: '2025-01-01' }],
  ['Cancelled', { isExpired: false, isCancelled: true, inceptionDate: '2026-01-01' }],
  ['Cancelled', { isExpired: false, isCancelled: true, inceptionDate: '2027-01-01' }],
  ['Active', { isExpired: false, isCancelled: false, inceptionDate: '2026-01-01' }],
  ['Active', { isExpired: false, isCancelled: false, inceptionDate: today }],
  ['Future', { isExpired: false, isCancelled: false, inceptionDate: '2026-11-21' }],
] as const)('returns the term status %s for %j [D146]', (status, term) => {
  expect(getTermStatus(term, today)).toBe(status)
})
