import { formatDollars } from '../../http/money.ts'

/** Payees of refunds, with the cents for each. */
export type Payees = readonly { name: string; cents: number }[]

/** Describes a refund with its payees, with the same text in every email (BIL-7). */
export const describeRefundPayees = (payees: Payees): string =>
  `Refunded to the original payment method: ${payees.map(({ name, cents }) => `${formatDollars(cents)} to ${name}`).join(', ')}.`
