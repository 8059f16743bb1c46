import { money } from '@tideline/web-kit/formats/format.ts'

export interface TransferEntry {
  recipientNo: string
  /** Dollars as typed. */
  amount: string
}

/**
 * Why a transfer cannot be sent yet; nothing when it can (PAY-13, PAY-14).
 *
 * @param maximum dollars
 */
export function notTransferable(entry: TransferEntry, maximum: number): string | undefined {
  const dollars = Number(entry.amount)
  if (!entry.recipientNo.trim()) return 'Enter the recipient policy number.'
  if (!(dollars > 0)) return 'Enter an amount above 0.'
  return dollars > maximum ? `At most ${money(maximum)} can be transferred.` : undefined
}
