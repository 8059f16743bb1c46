import { sayDollars } from '../http/money.ts'
import { type ParsedCheck, rejectFile } from './parsed-check.ts'

interface Sum {
  count: number
  cents: number
}

const formatSum = ({ count, cents }: Sum) => `${count} ${count === 1 ? 'check' : 'checks'} for ${sayDollars(cents)}`

type Place = Pick<ParsedCheck, 'lockboxNo' | 'depositDate' | 'batchNo'>

/** Which total a line gives: that of one batch, of one lockbox and day, or of the whole file. */
export type Level = { batch: Place } | { lockbox: Omit<Place, 'batchNo'> } | 'file'

const getName = (level: Level): string => {
  if (level === 'file') return 'file'
  if ('lockbox' in level) return `lockbox ${level.lockbox.lockboxNo} of ${level.lockbox.depositDate}`
  return `batch ${level.batch.batchNo} of lockbox ${level.batch.lockboxNo} of ${level.batch.depositDate}`
}

/**
 * Holds what the checks of a file sum to against what the file itself says, at every level: each total has to be there,
 * once, and to agree (LBX-2). `levels` are those that the format knows. Every problem refuses the file with 422,
 * naming the line.
 */
export function createTotals(levels: readonly ('batch' | 'lockbox' | 'file')[]) {
  const sums = new Map<string, Sum & { line: number }>()
  const told = new Map<string, Sum & { line: number }>()

  const levelsOf = (place: Place): Level[] =>
    levels.map((level) => (level === 'file' ? level : level === 'batch' ? { batch: place } : { lockbox: place }))

  return {
    add(check: ParsedCheck): void {
      for (const level of levelsOf(check)) {
        const { count, cents } = sums.get(getName(level)) ?? { count: 0, cents: 0 }
        sums.set(getName(level), { count: count + 1, cents: cents + check.amountCents, line: check.line })
      }
    },

    tell(level: Level, total: Sum, line: number): void {
      const name = getName(level)
      const before = told.get(name)
      if (before) throw rejectFile(line, `the total of ${name} is already in line ${before.line}.`)
      told.set(name, { ...total, line })
    },

    /** Call it at the end of the file. */
    requireAgreement(): void {
      for (const [name, { line }] of sums) if (!told.has(name)) throw rejectFile(line, `there is no total of ${name}.`)
      for (const [name, { count, cents, line }] of told) {
        const held = sums.get(name) ?? { count: 0, cents: 0 }
        if (count !== held.count || cents !== held.cents)
          throw rejectFile(
            line,
            `the total of ${name} is ${formatSum({ count, cents })}, but its checks add up to ${formatSum(held)}.`,
          )
      }
    },
  }
}
