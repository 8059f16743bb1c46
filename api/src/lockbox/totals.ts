import { formatDollars } from '../http/money.ts'
import { createInvalidFileError, type ParsedCheck } from './parsed-check.ts'

interface Sum {
  count: number
  cents: number
}

const formatSum = ({ count, cents }: Sum) => `${count} ${count === 1 ? 'check' : 'checks'} for ${formatDollars(cents)}`

type Place = Pick<ParsedCheck, 'lockboxNo' | 'depositDate' | 'batchNo'>

/** Level of a total line: a batch, a lockbox on one date or the whole file. */
export type TotalLevel = { batch: Place } | { lockbox: Omit<Place, 'batchNo'> } | 'file'

const getName = (level: TotalLevel): string => {
  if (level === 'file') return 'file'
  if ('lockbox' in level) return `lockbox ${level.lockbox.lockboxNo} of ${level.lockbox.depositDate}`
  return `batch ${level.batch.batchNo} of lockbox ${level.batch.lockboxNo} of ${level.batch.depositDate}`
}

/**
 * Creates a checker that compares a file's totals with the sums of its checks, at every level in `levels` (LBX-2). It
 * throws 422 with the line if a total is missing, duplicate or wrong.
 */
export function createTotalsChecker(levels: readonly ('batch' | 'lockbox' | 'file')[]) {
  const sums = new Map<string, Sum & { line: number }>()
  const statedTotals = new Map<string, Sum & { line: number }>()

  const levelsOf = (place: Place): TotalLevel[] =>
    levels.map((level) => (level === 'file' ? level : level === 'batch' ? { batch: place } : { lockbox: place }))

  return {
    add(check: ParsedCheck): void {
      for (const level of levelsOf(check)) {
        const { count, cents } = sums.get(getName(level)) ?? { count: 0, cents: 0 }
        sums.set(getName(level), { count: count + 1, cents: cents + check.amountCents, line: check.line })
      }
    },

    addStatedTotal(level: TotalLevel, total: Sum, line: number): void {
      const name = getName(level)
      const before = statedTotals.get(name)
      if (before) throw createInvalidFileError(line, `the total of ${name} is already in line ${before.line}.`)
      statedTotals.set(name, { ...total, line })
    },

    /** Checks that all totals are present. Call it at the end of the file. */
    requireAgreement(): void {
      for (const [name, { line }] of sums)
        if (!statedTotals.has(name)) throw createInvalidFileError(line, `there is no total of ${name}.`)
      for (const [name, { count, cents, line }] of statedTotals) {
        const held = sums.get(name) ?? { count: 0, cents: 0 }
        if (count !== held.count || cents !== held.cents)
          throw createInvalidFileError(
            line,
            `the total of ${name} is ${formatSum({ count, cents })}, but its checks add up to ${formatSum(held)}.`,
          )
      }
    },
  }
}
