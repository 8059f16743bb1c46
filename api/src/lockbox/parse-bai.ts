import { columnOf, defaultLayout, type LockboxLayout } from '../settings/lockbox-layout.ts'
import { checkNoOf, dayOf, digitsOf, type ParsedCheck, refuseFile } from './parsed-check.ts'

interface Sum {
  count: number
  cents: number
}

const none = (): Sum => ({ count: 0, cents: 0 })
const add = (sum: Sum, cents: number) => {
  sum.count++
  sum.cents += cents
}

/**
 * Reads a bank's lockbox file: record types 1, 2, 5, 6, 4, 7, 8 and 9. Totals of batch, lockbox and file have to agree
 * with their checks, or the whole file is refused with 422 and the line (decision 27).
 */
export function parseBai(text: string, layout: LockboxLayout = defaultLayout): ParsedCheck[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const checks: ParsedCheck[] = []
  let depositDate = ''
  let lockboxNo = ''
  let batch = none()
  let lockbox = none()
  let isComplete = false

  const requireSum = (sum: Sum, told: { count: string; amount: string }, line: number, what: string) => {
    const [count, cents] = [digitsOf(told.count, line, 'the count'), digitsOf(told.amount, line, 'the amount')]
    if (count !== sum.count || cents !== sum.cents)
      throw refuseFile(
        line,
        `the total of the ${what} is ${count} checks of ${cents} cents, but it holds ${sum.count} of ${sum.cents}.`,
      )
  }

  for (const [index, line] of lines.entries()) {
    const number = index + 1
    if (isComplete) throw refuseFile(number, 'nothing may follow the end of the file.')
    switch (line[0]) {
      case '1':
        if (number !== 1) throw refuseFile(number, 'a file begins once.')
        depositDate = dayOf(columnOf(line, layout.file.date), number)
        break
      case '2':
        break
      case '5':
        lockboxNo = columnOf(line, layout.lockbox.lockboxNo)
        depositDate = dayOf(columnOf(line, layout.lockbox.date), number)
        lockbox = none()
        break
      case '6': {
        if (!lockboxNo) throw refuseFile(number, 'a check stands before its lockbox.')
        const amountCents = digitsOf(columnOf(line, layout.check.amount), number, 'the amount')
        if (amountCents === 0) throw refuseFile(number, 'the amount of a check is above zero.')
        checks.push({
          lockboxNo,
          depositDate,
          batchNo: String(digitsOf(columnOf(line, layout.check.batch), number, 'the batch')),
          itemNo: String(digitsOf(columnOf(line, layout.check.item), number, 'the item')),
          amountCents,
          checkNo: checkNoOf(columnOf(line, layout.check.checkNo), number),
          payer: '',
          reference: '',
        })
        add(batch, amountCents)
        add(lockbox, amountCents)
        break
      }
      case '4': {
        const check = checks.at(-1)
        if (!check) throw refuseFile(number, 'remittance data stands before its check.')
        const { reference, payer } = layout.remittance
        check.reference = [check.reference, columnOf(line, reference)].filter(Boolean).join(' ')
        check.payer = [check.payer, columnOf(line, payer)].filter(Boolean).join(' ')
        break
      }
      case '7': {
        const { count, amount } = layout.batchTotal
        requireSum(batch, { count: columnOf(line, count), amount: columnOf(line, amount) }, number, 'batch')
        batch = none()
        break
      }
      case '8': {
        const { count, amount } = layout.lockboxTotal
        if (batch.count > 0) throw refuseFile(number, 'the last batch has no total.')
        requireSum(lockbox, { count: columnOf(line, count), amount: columnOf(line, amount) }, number, 'lockbox')
        lockboxNo = ''
        break
      }
      case '9': {
        if (lockboxNo) throw refuseFile(number, 'the last lockbox has no total.')
        const told = digitsOf(columnOf(line, layout.trailer.lines), number, 'the number of lines')
        if (told !== lines.length)
          throw refuseFile(number, `the file should have ${told} lines, but it has ${lines.length}.`)
        isComplete = true
        break
      }
      default:
        throw refuseFile(number, `there is no record type "${line[0]}".`)
    }
  }
  if (!isComplete) throw refuseFile(lines.length, 'the file ends before its last record.')
  return checks
}
