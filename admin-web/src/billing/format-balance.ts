import { formatMoney } from '@tideline/web-kit/formats/format.ts'

/** Formats a balance in dollars as "$3.42 owed" or, when it is negative, "$0.40 credit". */
export const formatBalance = (balance: number): string =>
  balance >= 0 ? `${formatMoney(balance)} owed` : `${formatMoney(-balance)} credit`
