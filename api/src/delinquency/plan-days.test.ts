import { describe, expect, it } from 'vitest'
import { findStepOrderError } from './plan-days.ts'

const days = {
  ...{ invoiceDaysBefore: 20, renewalInvoiceDaysBefore: 45, reminderDaysBefore: 7, pastDueNoticeDaysAfter: 5 },
  ...{ termCancellationDaysAfter: 30, otherCancellationDaysAfter: 10 },
}

describe('findStepOrderError', () => {
  it.each([
    [{}],
    [{ reminderDaysBefore: 19 }],
    [{ renewalInvoiceDaysBefore: 8 }],
    [{ termCancellationDaysAfter: 6 }],
    [{ otherCancellationDaysAfter: 6 }],
  ])('accepts steps in order: %j (DEL-13)', (changed) => {
    expect(findStepOrderError({ ...days, ...changed })).toBeUndefined()
  })

  it.each([
    [{ reminderDaysBefore: 20 }, 'reminderDaysBefore'],
    [{ renewalInvoiceDaysBefore: 7 }, 'reminderDaysBefore'],
    [{ termCancellationDaysAfter: 5 }, 'termCancellationDaysAfter'],
    [{ otherCancellationDaysAfter: 5 }, 'otherCancellationDaysAfter'],
  ])('rejects a step on or before the date of an earlier step: %j (DEL-13)', (changed, field) => {
    expect(findStepOrderError({ ...days, ...changed })?.field).toBe(field)
  })
})
