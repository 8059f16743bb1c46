import type { Action, ActionKind } from '@tideline/sdk'

interface Words {
  /** What waits, in a few words; the number stands before it. */
  title: string
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
const companyDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
/** The first day that counts, `YYYY-MM-DD` where the company is. */
const newsFrom = () => companyDay.format(Date.now() - newsDays * 86_400_000)

/** What each kind is called and where it is worked off. */
export const words: Record<ActionKind, Words> = {
  cancellations: {
    title: 'Cancellations to finalize',
    who: 'Underwriting',
    list: filtered('policies', { waitsFor: 'cancellation' }),
    one: policy,
  },
  documents: {
    title: 'Cancellations that lack a paper',
    who: 'Agents and insureds',
    list: filtered('policies', { waitsFor: 'documents' }),
    one: policy,
  },
  signature: {
    title: 'Policies to sign',
    who: 'Agents and insureds',
    list: filtered('policies', { waitsFor: 'signature' }),
    one: policy,
  },
  payment: {
    title: 'Policies to pay',
    who: 'Insureds and lenders',
    list: filtered('policies', { waitsFor: 'payment' }),
    one: policy,
  },
  certificates: {
    title: 'Elevation certificates to review',
    who: 'Underwriting',
    list: '',
    // Its review is a dialog of the policy's page, which every member of staff may open in the portal.
    one: (id) => `portal:/policy/embed/${of(id)}`,
  },
  reviews: {
    title: 'Refunds to decide',
    who: 'Underwriting',
    list: filtered('reviews', { state: 'open' }),
    one: (id) => `/reviews/${of(id)}/show`,
  },
  checks: {
    title: 'Lockbox checks without a policy',
    who: 'Finance',
    list: filtered('lockbox-reprocessing', { status: 'unapplied' }),
    one: (id) => `/lockbox-reprocessing/${of(id)}/show`,
  },
  overpayments: {
    title: 'Money that came twice',
    who: 'Finance',
    list: '/billing/payments',
    one: () => '/billing/payments',
  },
  failedPayments: {
    title: 'Payments that failed, last 30 days',
    who: 'Insureds',
    get list() {
      return filtered('billing/payments', { paymentStatus: 'failed', createdFrom: newsFrom() })
    },
    one: payment,
  },
  disputes: {
    title: 'Payments in dispute',
    who: 'Finance',
    list: filtered('billing/payments', { paymentStatus: 'disputed' }),
    one: payment,
  },
  imports: {
    title: 'Imports that were given up, last 30 days',
    who: 'Operations',
    get list() {
      return filtered('importJobs', { status: 'failed', createdFrom: newsFrom() })
    },
    one: (id) => `/importJobs/${of(id)}/show`,
  },
  licences: {
    title: 'Licences that end within 60 days',
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

export const countOf = ({ count, isCapped }: Pick<Action, 'count' | 'isCapped'>) =>
  `${count.toLocaleString('en-US')}${isCapped ? ' or more' : ''}`
