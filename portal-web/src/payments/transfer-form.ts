import { formatMoney } from '@tideline/web-kit/formats/format.ts'

export interface TransferFormValues {
  recipientNo: string
  /** Amount in dollars, as entered. */
  amount: string
}

/**
 * Returns why a transfer cannot be submitted, or undefined if it can (PAY-13, PAY-14).
 *
 * @param maximum largest amount that can be transferred, in dollars
 */
export function validateTransfer(entry: TransferFormValues, maximum: number): string | undefined {
  const dollars = Number(entry.amount)
  if (!entry.recipientNo.trim()) return 'Enter the recipient policy number.'
  if (!(dollars > 0)) return 'Enter an amount above 0.'
  return dollars > maximum ? `At most ${formatMoney(maximum)} can be transferred.` : undefined
}
