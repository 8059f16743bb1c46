import { formatDollars } from '../../http/money.ts'

/** Refund amounts in cents by payee. `isCheck` is true if the refund is sent by check. */
export type Payees = readonly { name: string; cents: number; isCheck?: boolean }[]

/** Formats the amount of each payee: "$50.00 to Ada Lee, $30.00 to Demo Bank". */
export const listPayees = (payees: Payees): string =>
  payees.map(({ name, cents }) => `${formatDollars(cents)} to ${name}`).join(', ')

const describeGroup = (title: string, payees: Payees): string[] =>
  payees.length > 0 ? [`${title}: ${listPayees(payees)}.`] : []

/** Returns sentences that list a refund's payees and refund methods. All emails use these sentences (BIL-7). */
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
