import type { PayerChange } from '@tideline/sdk'
import { formatDate, formatMoney } from '../formats/format.ts'

/** Describes who is billed for a policy instead, and what is due when (BIL-18). */
export function formatPayerChange({ lenderBefore, lenderAfter, amount, dueDate }: PayerChange): string {
  const payer = lenderAfter ?? 'The insured'
  const before = lenderBefore ? ` instead of ${lenderBefore}` : ''
  const due = dueDate ? ` ${formatMoney(amount)} is open; the first due date is ${formatDate(dueDate)}.` : ''
  return `${payer} is billed${before}.${due}`
}
