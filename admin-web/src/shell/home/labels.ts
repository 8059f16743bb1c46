import type { Action, ActionKind } from '@tideline/sdk'
import { formatNumber as shown, toIsoDate } from '@tideline/web-kit/formats/format.ts'

interface ActionKindDetails {
  /** The person or team who acts next. */
  who: string
  /** URL of the list with all items of this type. */
  list: string
  one: (id: string) => string
}

const of = encodeURIComponent
const filtered = (list: string, filter: object) => `/${list}?filter=${of(JSON.stringify(filter))}`
const policy = (id: string) => `/policies/${of(id)}`
const payment = (id: string) => `/billing/payments/${of(id)}`

/** Number of days for which the server counts failures. Must match the value in `work-queue/action-items.ts`. */
const failureDays = 30
/** Returns the first day for which failures are counted, as `YYYY-MM-DD` in the company's time zone. */
const getFirstFailureDate = () => toIsoDate(Date.now() - failureDays * 86_400_000, 'America/New_York')

/** Who acts next and which page opens, for each type of item. */
export const pendingItemDetails: Record<ActionKind, ActionKindDetails> = {
  cancellations: {
    who: 'Underwriting',
    list: filtered('policies', { waitsFor: 'cancellation' }),
    one: policy,
  },
  documents: {
    who: 'Agents and insureds',
    list: filtered('policies', { waitsFor: 'documents' }),
    one: policy,
  },
  signature: {
    who: 'Agents and insureds',
    list: filtered('policies', { waitsFor: 'signature' }),
    one: policy,
  },
  payment: {
    who: 'Insureds and lenders',
    list: filtered('policies', { waitsFor: 'payment' }),
    one: policy,
  },
  renewalHolds: {
    who: 'Insureds and agents',
    list: filtered('policies', { waitsFor: 'renewalHold' }),
    one: policy,
  },
  certificates: {
    who: 'Underwriting',
    list: '',
    // The review is a dialog on the policy page, which all staff can open in the portal.
    one: (id) => `portal:/policy/embed/${of(id)}`,
  },
  reviews: {
    who: 'Underwriting',
    list: filtered('reviews', { state: 'open' }),
    one: (id) => `/reviews/${of(id)}/show`,
  },
  reinstatementOffers: {
    who: 'Underwriting',
    list: filtered('reinstatement-offers', { state: 'open' }),
    one: (id) => `/reinstatement-offers/${of(id)}/show`,
  },
  checks: {
    who: 'Finance',
    list: filtered('lockbox-reprocessing', { status: 'unapplied' }),
    one: (id) => `/lockbox-reprocessing/${of(id)}/show`,
  },
  overpayments: {
    who: 'Finance',
    list: '/billing/payments',
    one: () => '/billing/payments',
  },
  failedPayments: {
    who: 'Insureds',
    get list() {
      return filtered('billing/payments', { paymentStatus: 'failed', createdFrom: getFirstFailureDate() })
    },
    one: payment,
  },
  disputes: {
    who: 'Finance',
    list: '/billing/payments/disputes?status=waiting',
    one: payment,
  },
  imports: {
    who: 'Operations',
    get list() {
      return filtered('importJobs', { status: 'failed', createdFrom: getFirstFailureDate() })
    },
    one: (id) => `/importJobs/${of(id)}/show`,
  },
  registrations: {
    who: 'Operations',
    list: filtered('agencies', { status: 'P' }),
    one: (id) => `/agencies/${of(id)}/show`,
  },
  licenses: {
    who: 'Agencies',
    list: '/agencies',
    one: (id) => `/agencies/${of(id)}/show`,
  },
}

/**
 * Display order of the types. Money and cancellations come first; licenses, payments and signatures, on which others
 * must act, come last.
 */
const order: readonly ActionKind[] = [
  'disputes',
  'overpayments',
  'checks',
  'failedPayments',
  'reviews',
  'reinstatementOffers',
  'cancellations',
  'documents',
  'renewalHolds',
  'certificates',
  'registrations',
  'imports',
  'licenses',
  'payment',
  'signature',
]

/** Returns the types with pending items, in display order, and the types without pending items. */
export function splitByPendingItems(actions: readonly Action[]) {
  const known = order.flatMap((kind) => actions.filter((action) => action.kind === kind))
  return { waiting: known.filter(({ count }) => count > 0), done: known.filter(({ count }) => count === 0) }
}

export const formatCount = ({ count, isCapped }: Pick<Action, 'count' | 'isCapped'>) =>
  `${shown(count)}${isCapped ? ' or more' : ''}`
