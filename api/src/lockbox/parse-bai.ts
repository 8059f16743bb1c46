import {
  type ColumnRange,
  defaultLockboxLayout,
  type LockboxLayout,
  readColumnText,
} from '../settings/lockbox-layout.ts'
import { createInvalidFileError, type ParsedCheck, parseCheckNo, parseDate, parseDigits } from './parsed-check.ts'
import { createTotalsChecker } from './totals.ts'

/** A line of the file with its number. The first line is 1. */
interface Line {
  text: string
  number: number
}

/**
 * Returns a required column of a record. Throws 422 if the line is too short, because a truncated number would be a
 * different number.
 */
function getRequiredColumn({ text, number }: Line, column: ColumnRange): string {
  const [from, width] = column
  if (text.length < from - 1 + width) throw createInvalidFileError(number, 'the line ends before its last column.')
  return readColumnText(text, column)
}

/**
 * Throws 422 if the column is missing or does not contain the expected value. Does nothing if the bank's layout does
 * not have the column.
 */
function requireSame(line: Line, column: ColumnRange | undefined, expected: string | number, what: string): void {
  if (!column) return
  const text = getRequiredColumn(line, column)
  const isSame = typeof expected === 'number' ? /^\d+$/.test(text) && Number(text) === expected : text === expected
  if (!isSame) throw createInvalidFileError(line.number, `${what} is "${text}", but should be "${expected}".`)
}

/**
 * Parses a bank's lockbox file (LBX-1, LBX-3). The record types must be in their required order, and all totals must be
 * present and correct.
 * @throws {ApiError} 422 with the line if the file is invalid
 */
export function parseBai(text: string, layout: LockboxLayout = defaultLockboxLayout): ParsedCheck[] {
  const lines = text
    .split(/\r?\n/)
    .map((line, index): Line => ({ text: line, number: index + 1 }))
    .filter((line) => line.text.trim() !== '')
  const checks: ParsedCheck[] = []
  const totals = createTotalsChecker(['batch', 'lockbox'])
  let lockbox: { lockboxNo: string; depositDate: string } | undefined
  let open: { check: ParsedCheck; remittances: number } | undefined
  let isComplete = false

  const ofLockbox = ({ number }: Line, what: string) => {
    if (!lockbox) throw createInvalidFileError(number, `${what} is outside a lockbox.`)
    return lockbox
  }
  const sumIn = (line: Line, { count, amount }: { count: ColumnRange; amount: ColumnRange }) => ({
    count: parseDigits(getRequiredColumn(line, count), line.number, 'the count'),
    cents: parseDigits(getRequiredColumn(line, amount), line.number, 'the amount'),
  })
  const requireSameLockbox = (line: Line, columns: { lockboxNo?: ColumnRange; date?: ColumnRange }) => {
    const { lockboxNo, depositDate } = ofLockbox(line, 'a total')
    requireSame(line, columns.lockboxNo, lockboxNo, 'the lockbox')
    requireSame(line, columns.date, depositDate.slice(2).replaceAll('-', ''), 'the deposit date')
    return { lockboxNo, depositDate }
  }

  const readers: Record<string, (line: Line) => void> = {
    1: (line) => {
      if (line !== lines[0]) throw createInvalidFileError(line.number, 'a file can have only one header.')
      parseDate(getRequiredColumn(line, layout.file.date), line.number)
    },
    2: ({ number }) => {
      if (lockbox || checks.length > 0)
        throw createInvalidFileError(number, 'the service record must come before the lockboxes.')
    },
    5: (line) => {
      if (lockbox) throw createInvalidFileError(line.number, `lockbox ${lockbox.lockboxNo} has no total.`)
      const lockboxNo = getRequiredColumn(line, layout.lockbox.lockboxNo)
      if (!/^\w{1,20}$/.test(lockboxNo))
        throw createInvalidFileError(line.number, 'the lockbox must have 1 to 20 letters or digits.')
      lockbox = { lockboxNo, depositDate: parseDate(getRequiredColumn(line, layout.lockbox.date), line.number) }
    },
    6: (line) => {
      const { number } = line
      const amountCents = parseDigits(getRequiredColumn(line, layout.check.amount), number, 'the amount')
      if (amountCents === 0) throw createInvalidFileError(number, 'the amount of a check must be above zero.')
      const check = {
        line: number,
        ...ofLockbox(line, 'a check'),
        batchNo: String(parseDigits(getRequiredColumn(line, layout.check.batch), number, 'the batch')),
        itemNo: String(parseDigits(getRequiredColumn(line, layout.check.item), number, 'the item')),
        amountCents,
        checkNo: parseCheckNo(getRequiredColumn(line, layout.check.checkNo), number),
        payer: '',
        reference: '',
      }
      checks.push(check)
      totals.add(check)
      open = { check, remittances: 0 }
    },
    4: (line) => {
      if (!open) throw createInvalidFileError(line.number, 'remittance data has no check.')
      const { check } = open
      const { reference, payer, batch, item, sequence } = layout.remittance
      open.remittances++
      requireSame(line, batch, Number(check.batchNo), 'the batch')
      requireSame(line, item, Number(check.itemNo), 'the item')
      requireSame(line, sequence, open.remittances, 'the number of the remittance record')
      check.reference = [check.reference, readColumnText(line.text, reference)].filter(Boolean).join(' ')
      check.payer = [check.payer, readColumnText(line.text, payer)].filter(Boolean).join(' ')
    },
    7: (line) => {
      const batchNo = String(parseDigits(getRequiredColumn(line, layout.batchTotal.batch), line.number, 'the batch'))
      const place = { ...requireSameLockbox(line, layout.batchTotal), batchNo }
      totals.addStatedTotal({ batch: place }, sumIn(line, layout.batchTotal), line.number)
    },
    8: (line) => {
      totals.addStatedTotal(
        { lockbox: requireSameLockbox(line, layout.lockboxTotal) },
        sumIn(line, layout.lockboxTotal),
        line.number,
      )
      lockbox = undefined
    },
    9: (line) => {
      if (lockbox) throw createInvalidFileError(line.number, `lockbox ${lockbox.lockboxNo} has no total.`)
      const count = parseDigits(getRequiredColumn(line, layout.trailer.lines), line.number, 'the number of lines')
      if (count !== lines.length)
        throw createInvalidFileError(line.number, `the file should have ${count} lines, but it has ${lines.length}.`)
      isComplete = true
    },
  }

  for (const line of lines) {
    if (isComplete) throw createInvalidFileError(line.number, 'there is data after the end of the file.')
    const type = line.text[0] ?? ''
    if (line === lines[0] && type !== '1')
      throw createInvalidFileError(line.number, 'a file must begin with a record of type 1.')
    const read = readers[type]
    if (!read) throw createInvalidFileError(line.number, `there is no record type "${type}".`)
    if (type !== '4' && type !== '6') open = undefined
    read(line)
  }
  if (!isComplete) throw createInvalidFileError(lines.at(-1)?.number ?? 1, 'the file ends before its last record.')
  totals.requireAgreement()
  return checks
}
