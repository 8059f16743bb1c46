import type { Action, ActionKind } from '@tideline/sdk'
import { isoDay, count as shown } from '@tideline/web-kit/formats/format.ts'

interface Words {
  /** Whose move it is. */
  who: string
  /** The list that has them all, and one of them. */
  list: string
  one: (id: string) => string
}

const of = encodeURIComponent
const filtered = (list: string, filter: object) => `/${list}?filter=${of(JSON.stringify(filter))}`
const policy = (id: string) => `/policies/${of(id)}`
const payment = (id: string) => `/billing/payments/${of(id)}`

/** How far back the server counts what failed, in days (`desk/actions.ts`). */
const newsDays = 30
/** The first day that counts, `YYYY-MM-DD` where the company is. */
const newsFrom = () => isoDay(Date.now() - newsDays * 86_400_000, 'America/New_York')

/** Whose move each kind is and where it is worked off. */
export const words: Record<ActionKind, Words> = {
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
  certificates: {
    who: 'Underwriting',
    list: '',
    // Its review is a dialog of the policy's page, which every member of staff may open in the portal.
    one: (id) => `portal:/policy/embed/${of(id)}`,
  },
  reviews: {
    who: 'Underwriting',
    list: filtered('reviews', { state: 'open' }),
    one: (id) => `/reviews/${of(id)}/show`,
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
      return filtered('billing/payments', { paymentStatus: 'failed', createdFrom: newsFrom() })
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
      return filtered('importJobs', { status: 'failed', createdFrom: newsFrom() })
    },
    one: (id) => `/importJobs/${of(id)}/show`,
  },
  registrations: {
    who: 'Operations',
    list: filtered('agencies', { status: 'P' }),
    one: (id) => `/agencies/${of(id)}/show`,
  },
  licences: {
    who: 'Agencies',
    list: '/agencies',
    one: (id) => `/agencies/${of(id)}/show`,
  },
}

/** What money and cancellations wait for comes first; what somebody else has to do, after. */
const order: readonly ActionKind[] = [
  'disputes',
  'overpayments',
  'checks',
  'failedPayments',
  'reviews',
  'cancellations',
  'documents',
  'certificates',
  'registrations',
  'imports',
  'licences',
  'payment',
  'signature',
]

/** Those that wait in the order in which they are worked off, and those of which nothing does. */
export function sorted(actions: readonly Action[]) {
  const known = order.flatMap((kind) => actions.filter((action) => action.kind === kind))
  return { waiting: known.filter(({ count }) => count > 0), done: known.filter(({ count }) => count === 0) }
}

export const getCount = ({ count, isCapped }: Pick<Action, 'count' | 'isCapped'>) =>
  `${shown(count)}${isCapped ? ' or more' : ''}`
