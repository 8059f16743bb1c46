import { createUnprocessableError } from '../http/api-error.ts'
import { findUnstorableTextReason } from '../http/storable-text.ts'

/** A check parsed from a file. */
export interface ParsedCheck {
  /** Line number in the file. The first line is 1. */
  line: number
  lockboxNo: string
  /** Deposit date, `YYYY-MM-DD`. */
  depositDate: string
  batchNo: string
  itemNo: string
  amountCents: number
  checkNo: string
  payer: string
  reference: string
}

/** Returns the 422 error that rejects the whole file. The message contains the line. */
export const createInvalidFileError = (line: number, rule: string) =>
  createUnprocessableError('invalid_file', `file: line ${line}: ${rule}`, 'file')

/** Throws 422 if the text contains a NUL character, which PostgreSQL cannot store. */
export function assertNoNulCharacters(text: string): void {
  const line = text.split('\n').findIndex((one) => findUnstorableTextReason(one) !== undefined)
  if (line >= 0) throw createInvalidFileError(line + 1, 'it contains the character NUL (U+0000).')
}

/**
 * Throws 422 for a BAI2 cash-reporting file. Such a file lists account balances and transactions without policy
 * references (LBX-1).
 */
export function assertNotCashReport(text: string): void {
  if (/^\uFEFF?\s*01,/.test(text))
    throw createInvalidFileError(
      1,
      'this is a BAI2 cash-reporting file (records 01 to 99), which has no policy references. Upload the fixed-width lockbox file (records 1 to 9) or a CSV file.',
    )
}

/** Parses a number that consists only of digits. Throws 422 for any other text. */
export function parseDigits(text: string, line: number, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw createInvalidFileError(line, `${what} is not a number.`)
  return Number(text)
}

/** Parses a calendar date and returns it as `YYYY-MM-DD`. Throws 422 if it does not exist. */
export function parseDate(text: string, line: number): string {
  const day = /^\d{6}$/.test(text) ? `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}` : text
  const isDay = /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
  if (!isDay || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    throw createInvalidFileError(line, `"${text}" is not a valid date.`)
  return day
}

/** Validates a check number with the rule of the contract: 1 to 15 digits, not only zeros. Throws 422. */
export function parseCheckNo(text: string, line: number): string {
  if (!/^(?=0*[1-9])\d{1,15}$/.test(text))
    throw createInvalidFileError(line, 'the check number must have 1 to 15 digits.')
  return text
}

/** Returns the unique position of a check in the bank's deposit. */
export const getDepositPosition = (
  check: Pick<ParsedCheck, 'lockboxNo' | 'depositDate' | 'batchNo' | 'itemNo'>,
): string => [check.lockboxNo, check.depositDate, check.batchNo, check.itemNo].join('|')

/**
 * Throws 422 if two checks have the same position, because one would be lost (LBX-3). Also throws 422 if a deposit date
 * is after `today` (`YYYY-MM-DD`).
 */
export function assertValidChecks(checks: readonly ParsedCheck[], today: string): void {
  const lines = new Map<string, number>()
  for (const check of checks) {
    if (check.depositDate > today)
      throw createInvalidFileError(check.line, `the deposit of ${check.depositDate} is in the future.`)
    const before = lines.get(getDepositPosition(check))
    if (before)
      throw createInvalidFileError(
        check.line,
        `batch ${check.batchNo}, item ${check.itemNo} of lockbox ${check.lockboxNo} is already in line ${before}.`,
      )
    lines.set(getDepositPosition(check), check.line)
  }
}
