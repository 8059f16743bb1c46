import { formatUsDate } from '../calendar/format-date.ts'
import { roundFraction } from '../pricing/round-fraction.ts'
import { formatDollars } from '../providers/pdf/format-amount.ts'
import type { LineRow } from './statements.ts'

type Line = Omit<LineRow, 'commission_line_id' | 'statement_id' | 'product_id'>

interface ContributingTransaction {
  type: string
  /** Post date of the transaction. */
  day: string
  cents: number
  /** Whether the line belongs to this transaction. */
  isItself: boolean
}
interface Earner {
  agencyNo: string
  agencyName: string
  isOverride: boolean
  points: number
  cents: number
}

/** Formats basis points as a percentage: 1234 becomes "12.34%". */
const percent = (points: number) => `${points / 100}%`

function base({ premium_cents: cents }: Line, transactions: readonly ContributingTransaction[]): string {
  const whole = `Base: ${formatDollars(cents)} of premium, without fees and taxes`
  const others = transactions.filter(({ isItself }) => !isItself)
  if (others.length === 0) return `${whole}.`
  const parts = others.map(
    (transaction) =>
      `${formatDollars(Math.abs(transaction.cents))} of ${transaction.type} of ${formatUsDate(transaction.day)}`,
  )
  return `${whole}: ${cents < 0 ? 'reverses' : 'restores'} ${parts.join(', ')}.`
}

function rate(
  { kind, rate_basis_points: points, premium_cents: cents }: Line,
  transactions: readonly ContributingTransaction[],
): string {
  const what =
    kind === 'override' ? 'an override on the premium of an agency below' : 'the rate of the agency of the policy'
  const when = cents < 0 || transactions.some(({ isItself }) => !isItself) ? ', as originally earned' : ''
  return `Rate: ${percent(points)}, ${what}${when}.`
}

function amount({ premium_cents: cents, rate_basis_points: points, amount_cents: amount }: Line): string {
  const product = `${formatDollars(cents)} × ${percent(points)}`
  if (roundFraction(BigInt(cents) * BigInt(points), 10_000n) === amount) return `${product} = ${formatDollars(amount)}.`
  return `${product}, with all lines of this policy at this rate rounded once: ${formatDollars(amount)}.`
}

/**
 * Explains a commission line in sentences: its transaction, base, rate and amount, and the other agencies that earned
 * on the transaction.
 */
export const describeCommissionTrace = (
  line: Line,
  transactions: readonly ContributingTransaction[],
  chain: readonly Earner[],
): string[] => [
  `${line.policy_no}, ${line.insured_name}: transaction ${line.transaction_type}, posted on ${formatUsDate(line.post_date)}, effective ${formatUsDate(line.effective_date)}.`,
  base(line, transactions),
  rate(line, transactions),
  amount(line),
  ...chain.map(
    ({ agencyNo, agencyName, isOverride, points, cents }) =>
      `${agencyName} (${agencyNo}) has ${percent(points)} ${isOverride ? 'by override' : 'as the agency of the policy'}: ${formatDollars(cents)}.`,
  ),
]
