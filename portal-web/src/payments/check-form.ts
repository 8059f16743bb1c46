import { z } from 'zod'

/** Values of the check form. The amount stays text until the form is submitted. */
export interface CheckFormValues {
  checkNo: string
  payeeName: string
  memo: string
  amount: string
  createdAt: string
}

/** Maximum length of each check field. */
export const checkFieldMaxLengths = { checkNo: 15, memo: 100, payeeName: 100 } as const

/**
 * Schema of the check form and its error messages (PAY-11). Rejects a check number of only zeros and an amount below $1
 * (API-7).
 */
export const checkFormSchema = z.object({
  checkNo: z.string().regex(/^(?=0*[1-9])\d{1,15}$/, 'Please provide a valid check number.'),
  payeeName: z.string().trim().min(1, 'Remitter name is required.').max(checkFieldMaxLengths.payeeName),
  memo: z.string().trim().min(1, 'Memo is required.').max(checkFieldMaxLengths.memo),
  amount: z.string().refine((text) => Number(text.replaceAll(',', '')) >= 1, 'Please enter an amount greater than 0'),
  createdAt: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Please select a date.'),
})

/** Converts the form values to a request, with the amount in dollars as a number. */
export const toCheckRequest = (entry: CheckFormValues) => ({
  checkNo: entry.checkNo,
  payeeName: entry.payeeName.trim(),
  memo: entry.memo.trim(),
  amount: Number(entry.amount.replaceAll(',', '')),
  createdAt: entry.createdAt,
})

export const isCheckFormComplete = (entry: CheckFormValues) =>
  Object.values(entry).every((value) => value.trim() !== '')
