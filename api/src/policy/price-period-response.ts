import { toDollars } from '../http/money.ts'
import type { ChangedPricePeriod } from '../pricing/price-difference.ts'

/** Converts a period with a changed price to the contract's format. */
export const toPricePeriodResponse = ({
  from,
  through,
  days,
  yearlyBeforeCents,
  yearlyAfterCents,
  cents,
}: ChangedPricePeriod) => ({
  from,
  through,
  days,
  yearlyBefore: toDollars(yearlyBeforeCents),
  yearlyAfter: toDollars(yearlyAfterCents),
  amount: toDollars(cents),
})
