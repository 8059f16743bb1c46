import type { EncryptedLocation } from '../http/encrypted-text.ts'

/** The encrypted number columns of an agency. */
export type EncryptedNumberColumn = Extract<EncryptedLocation['column'], 'tax_id_sealed' | 'bank_account_sealed'>

/** Replaces all but the last four digits with asterisks. */
export const maskNumber = (number: string): string => number.replace(/\d(?=(?:\D*\d){4})/g, '*')

/** Returns whether the number is masked. Masked numbers are never stored. */
export const isMaskedNumber = (number: string): boolean => number.includes('*')

/**
 * Checks a nine-digit ABA routing number. The weighted sum of its digits (weights 3, 7, 1, repeated) must be a multiple
 * of ten.
 */
export function isRoutingNumber(text: string): boolean {
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0), 0)
  return /^\d{9}$/.test(text) && text !== '000000000' && sum % 10 === 0
}
