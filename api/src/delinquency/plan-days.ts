/** Rules for the days of a delinquency plan (DEL-13). The database has the same constraints. */
import type { DelinquencyPlan } from './decide-steps.ts'

type PlanDays = Pick<
  DelinquencyPlan,
  | 'invoiceDaysBefore'
  | 'renewalInvoiceDaysBefore'
  | 'reminderDaysBefore'
  | 'pastDueNoticeDaysAfter'
  | 'termCancellationDaysAfter'
  | 'otherCancellationDaysAfter'
>

export interface StepOrderError {
  field: keyof PlanDays
  message: string
}

/**
 * Returns an error that names the first step of the plan that is out of order. Returns undefined if all steps are in
 * order.
 */
export function findStepOrderError(days: PlanDays): StepOrderError | undefined {
  if (days.reminderDaysBefore >= Math.min(days.invoiceDaysBefore, days.renewalInvoiceDaysBefore))
    return {
      field: 'reminderDaysBefore',
      message: 'must be less than the days of both invoices, so that the reminder follows the invoice.',
    }
  for (const field of ['termCancellationDaysAfter', 'otherCancellationDaysAfter'] as const)
    if (days[field] <= days.pastDueNoticeDaysAfter)
      return { field, message: 'must be more than the days of the past-due notice, which precedes it.' }
  return undefined
}
