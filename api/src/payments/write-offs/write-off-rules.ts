import { ApiError, type ErrorCodeForStatus } from '../../http/api-error.ts'
import { formatDollars } from '../../http/money.ts'

export interface WriteOffInput {
  /** Amount owed. Negative if the policy has a credit. */
  dueCents: number
  processingCents: number
  /** Credit that is kept for the renewal. */
  keptCents: number
  /** Maximum write-off of a debt or credit. */
  limitCents: number
}

interface WriteOffProblem {
  code: ErrorCodeForStatus<409> | ErrorCodeForStatus<422>
  reason: string
}

const createLimitProblem = (limitCents: number, balance: string): WriteOffProblem => ({
  code: 'write_off_limit',
  reason: `Only balances up to ${formatDollars(limitCents)} can be written off. The policy ${balance}.`,
})

/**
 * Returns why a policy's balance cannot be written off (ADR 37), with a message for the user. Returns undefined if it
 * can be.
 */
export function findWriteOffProblem({
  dueCents,
  processingCents,
  keptCents,
  limitCents,
}: WriteOffInput): WriteOffProblem | undefined {
  if (dueCents === 0) return { code: 'nothing_to_write_off', reason: 'The policy has no balance or credit.' }
  if (dueCents > limitCents) return createLimitProblem(limitCents, `owes ${formatDollars(dueCents)}`)
  if (-dueCents > limitCents) return createLimitProblem(limitCents, `has a credit of ${formatDollars(-dueCents)}`)
  if (processingCents !== 0)
    return {
      code: 'payment_in_progress',
      reason: 'A payment is processing, so the balance is not final.',
    }
  if (dueCents < 0 && keptCents > 0)
    return { code: 'reserved_for_renewal', reason: 'This credit is held for the renewal.' }
  return undefined
}

/** Throws the problem that `findWriteOffProblem` returns, if any. */
export function assertCanWriteOff(facts: WriteOffInput): void {
  const no = findWriteOffProblem(facts)
  if (no) throw new ApiError({ code: no.code, message: no.reason })
}
