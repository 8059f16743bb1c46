import { toDollars } from '../http/money.ts'
import type { Period } from '../pricing/difference.ts'

/** Days whose price changes, as the contract has them. */
export const presentPeriod = ({ from, through, days, yearlyBeforeCents, yearlyAfterCents, cents }: Period) => ({
  from,
  through,
  days,
  yearlyBefore: toDollars(yearlyBeforeCents),
  yearlyAfter: toDollars(yearlyAfterCents),
  amount: toDollars(cents),
})
