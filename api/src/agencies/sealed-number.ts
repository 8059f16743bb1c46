import type { SealedPlace } from '../http/sealed-text.ts'

/** The numbers of an agency that are kept sealed. */
export type NumberColumn = Extract<SealedPlace['column'], 'tax_id_sealed' | 'bank_account_sealed'>

/** What anybody is shown: stars for all but the last four digits. */
export const masked = (number: string): string => number.replace(/\d(?=(?:\D*\d){4})/g, '*')

/** Whether this is a number as it was shown, and not one to keep. */
export const isMasked = (number: string): boolean => number.includes('*')

/** The checksum of the American Bankers Association over nine digits: 3, 7, 1, three times over, is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0), 0)
  return /^\d{9}$/.test(text) && text !== '000000000' && sum % 10 === 0
}
