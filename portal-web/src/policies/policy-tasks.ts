import type { PolicyDetails, PolicyTaskFilter, PolicyTasks } from '@tideline/sdk'
import { Party } from '@tideline/sdk/words'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { paths } from '@tideline/web-kit/paths.ts'

export type TaskFilter = PolicyTaskFilter | 'all'

/** Filters of the policies with open tasks, in display order. */
export const taskFilters: readonly { value: TaskFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'signature', label: 'To sign' },
  { value: 'payment', label: 'To pay' },
  { value: 'documents', label: 'Missing documents' },
  { value: 'renewalHold', label: 'Renewals on hold' },
  { value: 'cancellation', label: 'Pending cancel' },
]

/** Returns the filter in the URL. Ignores unknown values. */
export const parseTaskFilter = (address: URLSearchParams): TaskFilter =>
  taskFilters.find(({ value }) => value === address.get('filter'))?.value ?? 'all'

const isSignatureMissing = ({ isSigned }: PolicyDetails, party: number) =>
  isSigned.some((entry) => entry.party === party && entry.requiresSignatures && !entry.isSigned)

function describeSignatures(policy: PolicyDetails): string {
  const [agent, insured] = [isSignatureMissing(policy, Party.agent), isSignatureMissing(policy, Party.insured)]
  if (agent && !insured) return 'Agent signature'
  return insured && !agent ? 'Insured signature' : 'Agent and insured signatures'
}

/** Describes what is needed for each open task, and what happens if a past-due amount is not paid. */
export function describeTasks({ tasks, policy }: PolicyTasks): { text: string; isWarning: boolean }[] {
  const { isBilledToLender, nonpaymentNotice, renewalHold } = policy
  const needs = tasks.flatMap((task) => {
    if (task === 'signature') return describeSignatures(policy)
    if (task === 'payment') return isBilledToLender ? 'Payment from the lender' : 'Payment'
    if (task === 'documents') return 'Documents for the cancellation'
    return task === 'cancellation' ? 'Cancellation in progress' : []
  })
  const warnings = [
    ...(nonpaymentNotice ? [`Cancellation notice: pay by ${formatDate(nonpaymentNotice.payBy)}`] : []),
    ...(renewalHold ? [`Renewal on hold: pay by ${formatDate(renewalHold.payBy)}`] : []),
  ]
  return [...needs.map((text) => ({ text, isWarning: false })), ...warnings.map((text) => ({ text, isWarning: true }))]
}

/** Returns the amount to pay now. Returns undefined if payment is not an open task. */
export const getTaskAmount = ({ tasks, policy }: PolicyTasks, today: string): number | undefined =>
  tasks.includes('payment') ? describeAmountDue(policy, { today })?.amount : undefined

const dayMs = 86_400_000
/** Number of days before a deadline from which the list counts the days. */
const countedDays = 14

/** Describes a deadline relative to today, for example `In 3 days`. Returns undefined for a distant deadline. */
export function describeDeadline({ deadline, isOverdue, tasks }: PolicyTasks, today: string): string | undefined {
  if (isOverdue) return 'Overdue'
  if (tasks.every((task) => task === 'cancellation' || task === 'documents')) return 'Coverage ends'
  const days = deadline === null ? Number.NaN : Math.round((Date.parse(deadline) - Date.parse(today)) / dayMs)
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  return days > 1 && days <= countedDays ? `In ${days} days` : undefined
}

/** Returns the next action and the page where the viewer can complete it. */
export function getTaskAction({ tasks, policy }: PolicyTasks, isReadonly: boolean): { label: string; to: string } {
  const { policyNo, isBilledToLender } = policy
  const canPay = tasks.includes('payment') && !isBilledToLender
  if (isReadonly || tasks.includes('documents') || tasks.includes('cancellation'))
    return { label: tasks.includes('documents') && !isReadonly ? 'Add documents' : 'View', to: paths.policy(policyNo) }
  if (tasks.includes('signature') && isSignatureMissing(policy, Party.agent))
    return { label: canPay ? 'Sign & Pay' : 'Sign', to: paths.policy(policyNo, 'signatureAgentModalOpen') }
  if (canPay) return { label: 'Pay', to: paths.policy(policyNo, 'paymentModalOpen') }
  if (tasks.includes('signature'))
    return { label: 'Resend link', to: paths.policy(policyNo, 'resendEmailLinkModalOpen') }
  return { label: 'View', to: paths.policy(policyNo) }
}
