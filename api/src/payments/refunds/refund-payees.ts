import { formatDollars } from '../../http/money.ts'

/** Refund amounts in cents by payee. Checks are refunded by check. */
export type Payees = readonly { name: string; cents: number; isCheck?: boolean }[]

const describeGroup = (title: string, payees: Payees): string[] =>
  payees.length > 0
    ? [`${title}: ${payees.map(({ name, cents }) => `${formatDollars(cents)} to ${name}`).join(', ')}.`]
    : []

/** Describes a refund and its payees. All emails use the same text (BIL-7). */
export const describeRefundPayees = (payees: Payees): string =>
  [
    ...describeGroup(
      'Refunded to the original payment method',
      payees.filter(({ isCheck }) => !isCheck),
    ),
    ...describeGroup(
      'Refunded by check',
      payees.filter(({ isCheck }) => isCheck),
    ),
  ].join(' ')
