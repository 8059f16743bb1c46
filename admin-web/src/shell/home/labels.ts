import type { Action, ActionKind } from '@tideline/sdk'
import { formatDate, formatNumber as shown, toIsoDate } from '@tideline/web-kit/formats/format.ts'
import { canOpenList } from '../../kit/resource.ts'
import { resources } from '../resources.ts'

/** The workspaces of Home (UI-20). Each queue belongs to one of them. */
export const workspaces = {
  finance: 'Finance',
  underwriting: 'Underwriting',
  agencyService: 'Agency service',
  operations: 'Operations',
} as const
export type Workspace = keyof typeof workspaces

interface QueueDetails {
  workspace: Workspace
  /** The person or team who acts next. */
  who: string
  /** URL of the list with all items of this type. Empty if no list shows them. */
  list: string
  one: (id: string) => string
  /** The URL of an item for users who cannot open `one`. */
  fallback?: (id: string) => string
}

const of = encodeURIComponent
const filtered = (list: string, filter: object) => `/${list}?filter=${of(JSON.stringify(filter))}`
/** All staff can open the policy page in the portal. */
const portalPolicy = (id: string) => `portal:/policy/embed/${of(id)}`
const policy = { one: (id: string) => `/policies/${of(id)}`, fallback: portalPolicy }
const payment = (id: string) => `/billing/payments/${of(id)}`

/** Number of days for which the server counts failures. Must match the value in `work-queue/action-items.ts`. */
const failureDays = 30
/** The company's time zone. */
const companyTimeZone = 'America/New_York'
/** Returns the first day for which failures are counted, as `YYYY-MM-DD`. */
const getFirstFailureDate = () => toIsoDate(Date.now() - failureDays * 86_400_000, companyTimeZone)

/** The workspace of each type of item, who acts next and which page opens. */
export const queueDetails: Record<ActionKind, QueueDetails> = {
  cancellations: {
    ...policy,
    workspace: 'underwriting',
    who: 'Underwriting',
    list: filtered('policies', { waitsFor: 'cancellation' }),
  },
  documents: {
    ...policy,
    workspace: 'underwriting',
    who: 'Agents and insureds',
    list: filtered('policies', { waitsFor: 'documents' }),
  },
  signature: {
    ...policy,
    workspace: 'agencyService',
    who: 'Agents and insureds',
    list: filtered('policies', { waitsFor: 'signature' }),
  },
  payment: {
    ...policy,
    workspace: 'agencyService',
    who: 'Insureds and lenders',
    list: filtered('policies', { waitsFor: 'payment' }),
  },
  renewalHolds: {
    ...policy,
    workspace: 'underwriting',
    who: 'Insureds and agents',
    list: filtered('policies', { waitsFor: 'renewalHold' }),
  },
  // The review is a dialog on the policy page.
  certificates: { workspace: 'underwriting', who: 'Underwriting', list: '', one: portalPolicy },
  reviews: {
    workspace: 'underwriting',
    who: 'Underwriting',
    list: filtered('reviews', { state: 'open' }),
    one: (id) => `/reviews/${of(id)}/show`,
  },
  reinstatementOffers: {
    workspace: 'underwriting',
    who: 'Underwriting',
    list: filtered('reinstatement-offers', { state: 'open' }),
    one: (id) => `/reinstatement-offers/${of(id)}/show`,
  },
  mortgageeChanges: {
    workspace: 'underwriting',
    who: 'Underwriting',
    list: filtered('mortgagee-changes', { status: 'open' }),
    one: (id) => `/mortgagee-changes/${of(id)}/show`,
  },
  checks: {
    workspace: 'finance',
    who: 'Finance',
    list: filtered('lockbox-reprocessing', { status: 'unapplied' }),
    one: (id) => `/lockbox-reprocessing/${of(id)}/show`,
  },
  overpayments: {
    workspace: 'finance',
    who: 'Finance',
    list: '/billing/payments',
    one: () => '/billing/payments',
  },
  failedPayments: {
    workspace: 'finance',
    who: 'Insureds',
    get list() {
      return filtered('billing/payments', { paymentStatus: 'failed', createdFrom: getFirstFailureDate() })
    },
    one: payment,
  },
  disputes: {
    workspace: 'finance',
    who: 'Finance',
    list: '/billing/payments/disputes?status=waiting',
    one: payment,
  },
  statementsToClose: {
    workspace: 'finance',
    who: 'Finance',
    list: filtered('commissions', { status: 'open' }),
    one: (id) => `/commissions/${of(id)}`,
  },
  statementsToPay: {
    workspace: 'finance',
    who: 'Finance',
    list: filtered('commissions', { status: 'closed' }),
    one: (id) => `/commissions/${of(id)}`,
  },
  payoutsToApprove: {
    workspace: 'finance',
    who: 'You, as the second person',
    list: filtered('payouts', { status: 'pendingApproval' }),
    one: (id) => `/payouts/${of(id)}`,
  },
  payoutsToPay: {
    workspace: 'finance',
    who: 'Finance',
    list: filtered('payouts', { status: 'ready' }),
    one: (id) => `/payouts/${of(id)}`,
  },
  approvals: {
    workspace: 'operations',
    who: 'You, as the second person',
    list: filtered('approvals', { state: 'pending' }),
    one: (id) => `/approvals/${of(id)}/show`,
  },
  letters: {
    workspace: 'operations',
    who: 'Operations',
    list: filtered('print-queue', { state: 'unmailed' }),
    one: (id) => filtered('print-queue', { policyNo: id }),
  },
  imports: {
    workspace: 'operations',
    who: 'Operations',
    get list() {
      return filtered('importJobs', { status: 'failed', createdFrom: getFirstFailureDate() })
    },
    one: (id) => `/importJobs/${of(id)}/show`,
  },
  failedJobs: {
    workspace: 'operations',
    who: 'You',
    list: '/jobs',
    one: (id) => `/jobs/${of(id)}`,
  },
  registrations: {
    workspace: 'agencyService',
    who: 'Agency service',
    list: filtered('agencies', { status: 'P' }),
    one: (id) => `/agencies/${of(id)}/show`,
  },
  licenses: {
    workspace: 'agencyService',
    who: 'Agencies',
    list: '/agencies',
    one: (id) => `/agencies/${of(id)}/show`,
  },
}

/** Returns whether the URL is in the portal or in a back-office resource that the roles can open. */
function canOpen(url: string, roles: readonly string[]): boolean {
  if (url.startsWith('portal:')) return true
  const path = url.slice(1).split('?')[0] ?? ''
  return resources.some((one) => (path === one.name || path.startsWith(`${one.name}/`)) && canOpenList(roles, one))
}

/** The links of a queue that the roles can open (UI-20). `list` is empty if they cannot open the list. */
export function getQueueLinks(kind: ActionKind, roles: readonly string[]) {
  const { list, one, fallback } = queueDetails[kind]
  return {
    list: list && canOpen(list, roles) ? list : '',
    one: (id: string) => {
      const url = [one(id), fallback?.(id)].find((url) => url !== undefined && canOpen(url, roles))
      return url ?? ''
    },
  }
}

/** Queues with the earliest deadline come first, then queues without a deadline in this order. */
const order = Object.keys(queueDetails)
const byDeadline = (one: Action, other: Action) =>
  (one.deadline ?? '9999').localeCompare(other.deadline ?? '9999') ||
  order.indexOf(one.kind) - order.indexOf(other.kind)

/** Workspaces in the order in which Home shows them. The workspace of the user's own role comes first. */
function getWorkspaceOrder(roles: readonly string[]): Workspace[] {
  const all = Object.keys(workspaces) as Workspace[]
  if (roles.includes('financeadmin')) return all
  return [...all.filter((one) => one !== 'finance'), 'finance']
}

/** Groups the queues with pending items by workspace. Each workspace starts with the earliest deadline. */
export const groupByWorkspace = (actions: readonly Action[], roles: readonly string[]) =>
  getWorkspaceOrder(roles)
    .map((workspace) => ({
      workspace,
      queues: actions
        .filter(({ kind, count }) => count > 0 && queueDetails[kind]?.workspace === workspace)
        .toSorted(byDeadline),
    }))
    .filter(({ queues }) => queues.length > 0)

export const formatCount = ({ count, isCapped }: Pick<Action, 'count' | 'isCapped'>) =>
  `${shown(count)}${isCapped ? ' or more' : ''}`

/** Describes the deadline of a task: "Due by", "Due today" or "Overdue since". Only amounts are "past due". */
export function describeDeadline(deadline: string, now: Date): { text: string; isOverdue: boolean } {
  const today = toIsoDate(now, companyTimeZone)
  if (deadline < today) return { text: `Overdue since ${formatDate(deadline)}`, isOverdue: true }
  return { text: deadline === today ? 'Due today' : `Due by ${formatDate(deadline)}`, isOverdue: false }
}

/** Returns the date of a task: its deadline, or the date since which a task without a deadline is pending. */
export const formatTaskDate = ({ deadline, since }: Pick<Action['oldest'][number], 'deadline' | 'since'>) =>
  deadline ? formatDate(deadline) : `Since ${formatDate(since)}`
