import { dayMs } from '../../calendar/days.ts'

/** How long a code is good for (SIGN-4: 10 minutes). */
export const codeLifeMs = 10 * 60 * 1000
/** Wrong guesses that a code endures (SIGN-4). */
export const allowedGuesses = 5
/** How long somebody waits before another code is sent. */
export const resendAfterMs = 60 * 1000
/** Codes that are sent for one policy within a day; what is guessed at all that time stays hopeless. */
export const maxCodesPerDay = 10

/** A code as it was sent. */
export interface SentCode {
  hash: string
  sentTo: string
  wrongGuesses: number
  expiresAt: Date
  usedAt: Date | null
}

export type Verdict = 'right' | 'wrong' | 'blocked' | 'expired'

/**
 * What a guess is worth. A code is good once, for ten minutes, for the address that is still on file, and until it was
 * guessed wrong five times: after that the right one is refused, too.
 */
export function checkCode(code: SentCode | undefined, guess: { hash: string; onFile: string; now: Date }): Verdict {
  if (!code || code.usedAt || guess.now >= code.expiresAt) return 'expired'
  if (code.sentTo.toLowerCase() !== guess.onFile.toLowerCase()) return 'expired'
  if (code.wrongGuesses >= allowedGuesses) return 'blocked'
  return code.hash === guess.hash ? 'right' : 'wrong'
}

/**
 * Milliseconds until another code may be sent; 0 when it may be sent now.
 *
 * @param sent when codes for the policy were sent before, the newest first
 */
export function waitBeforeNext(sent: Date[], now: Date): number {
  const ends = [
    sent[0] && sent[0].getTime() + resendAfterMs,
    sent[maxCodesPerDay - 1] && (sent[maxCodesPerDay - 1]?.getTime() ?? 0) + dayMs,
  ]
  return Math.max(0, ...ends.map((end) => (end ?? 0) - now.getTime()))
}

/** An address of which its owner knows which one it is, and nobody else learns it: `m•••@example.com`. */
export const maskedAddress = (email: string) => email.replace(/^(.)[^@]*/u, '$1•••')
