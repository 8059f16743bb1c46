import { sayDollars } from '../../http/money.ts'

/** To whom money goes, and how much to each, in cents. */
export type Payees = readonly { name: string; cents: number }[]

/** That money goes back now, and to whom: the same sentence in every mail (BIL-7). */
export const describeRefundPayees = (payees: Payees): string =>
  `Refunded to the original payment method: ${payees.map(({ name, cents }) => `${sayDollars(cents)} to ${name}`).join(', ')}.`
