import { z } from 'zod'

/** What stands in the form; amounts are text until they are sent. */
export interface CheckEntry {
  checkNo: string
  payeeName: string
  memo: string
  amount: string
  createdAt: string
}

/** Longest inputs. */
export const checkLimits = { checkNo: 15, memo: 100, payeeName: 100 } as const

/** The check form's rules with their documented words (PAY-11, API-7: zeros only is no number, below 1 no amount). */
export const checkForm = z.object({
  checkNo: z.string().regex(/^(?=0*[1-9])\d{1,15}$/, 'Please provide a valid check number.'),
  payeeName: z.string().trim().min(1, 'Remitter name is required.').max(checkLimits.payeeName),
  memo: z.string().trim().min(1, 'Memo is required.').max(checkLimits.memo),
  amount: z.string().refine((text) => Number(text.replaceAll(',', '')) >= 1, 'Please enter an amount greater than 0'),
  createdAt: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Please select a date.'),
})

/** The form as the request takes it: dollars as a number. */
export const getCheck = (entry: CheckEntry) => ({
  checkNo: entry.checkNo,
  payeeName: entry.payeeName.trim(),
  memo: entry.memo.trim(),
  amount: Number(entry.amount.replaceAll(',', '')),
  createdAt: entry.createdAt,
})

export const isFilled = (entry: CheckEntry) => Object.values(entry).every((value) => value.trim() !== '')
