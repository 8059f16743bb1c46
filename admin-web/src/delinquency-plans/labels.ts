import type { AdminDelinquencyPlan } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const planStateLabels: Record<AdminDelinquencyPlan['state'], { word: string; tone: StateTone }> = {
  draft: { word: 'Draft', tone: 'pending' },
  active: { word: 'Active', tone: 'done' },
  replaced: { word: 'Replaced', tone: 'ended' },
}

export const agencyStepLabels: Record<AdminDelinquencyPlan['agencySteps'][number], string> = {
  pastDueNotice: 'Past-due notice',
  cancellationNotice: 'Notice of cancellation',
}

/** Returns a version's status. For the active version, includes whether the plan is paused. */
export const getPlanStatus = ({ state, isPaused }: AdminDelinquencyPlan): { word: string; tone: StateTone } =>
  state === 'active' && isPaused ? { word: 'Paused', tone: 'pending' } : planStateLabels[state]

const formatDays = (days: number, when: 'before' | 'after') =>
  `${days} ${days === 1 ? 'day' : 'days'} ${when} the due date`

/** Returns a plan's steps in order, with their days. Lenders are invoiced as early as for a renewal (DEL-15). */
export const getPlanSteps = (plan: AdminDelinquencyPlan) => [
  { step: 'Invoice', when: formatDays(plan.invoiceDaysBefore, 'before') },
  { step: 'Renewal invoice', when: formatDays(plan.renewalInvoiceDaysBefore, 'before') },
  { step: 'Reminder', when: formatDays(plan.reminderDaysBefore, 'before') },
  { step: 'Lender invoice, if the lender pays', when: formatDays(plan.renewalInvoiceDaysBefore, 'before') },
  { step: 'Second notice to the lender', when: formatDays(plan.invoiceDaysBefore, 'before') },
  { step: 'Past-due notice', when: formatDays(plan.pastDueNoticeDaysAfter, 'after') },
  {
    step: 'Notice of cancellation for new business and renewals',
    when: formatDays(plan.termCancellationDaysAfter, 'after'),
  },
  { step: 'Notice of cancellation for other amounts', when: formatDays(plan.otherCancellationDaysAfter, 'after') },
]
