import { toDollars } from '../http/money.ts'
import type { Period } from '../pricing/difference.ts'

/** Converts a period with a changed price to the contract's format. */
export const presentPeriod = ({ from, through, days, yearlyBeforeCents, yearlyAfterCents, cents }: Period) => ({
  from,
  through,
  days,
  yearlyBefore: toDollars(yearlyBeforeCents),
  yearlyAfter: toDollars(yearlyAfterCents),
  amount: toDollars(cents),
})
