import { expect, it } from 'vitest'
import { getEndorsementDueDate } from './due-date.ts'

it('returns a due date 30 days after the endorsement (BIL-3)', () => {
  expect(getEndorsementDueDate('2026-12-05')).toBe('2027-01-04')
})
