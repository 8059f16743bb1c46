import { dayMs } from '../../calendar/days.ts'

/** Lifetime of a code, in milliseconds (SIGN-4: 10 minutes). */
export const codeLifetimeMs = 10 * 60 * 1000
/** Number of wrong guesses allowed per code (SIGN-4). */
export const maxGuesses = 5
/** Minimum time between two codes, in milliseconds. */
export const minResendDelayMs = 60 * 1000
/** Maximum number of codes per policy within 24 hours. The limit makes guessing a code practically impossible. */
export const maxCodesPerDay = 10

export interface SentCode {
  hash: string
  sentTo: string
  failedAttempts: number
  expiresAt: Date
  usedAt: Date | null
}

export type CodeCheckResult = 'right' | 'wrong' | 'blocked' | 'expired'

/**
 * Checks a guess. A code works once, within ten minutes, and only while its recipient is the address on file. After
 * five wrong guesses, even the correct code is rejected.
 */
export function checkCode(
  code: SentCode | undefined,
  guess: { hash: string; onFile: string; now: Date },
): CodeCheckResult {
  if (!code || code.usedAt || guess.now >= code.expiresAt) return 'expired'
  if (code.sentTo.toLowerCase() !== guess.onFile.toLowerCase()) return 'expired'
  if (code.failedAttempts >= maxGuesses) return 'blocked'
  return code.hash === guess.hash ? 'right' : 'wrong'
}

/**
 * Returns the milliseconds until another code may be sent. Returns 0 if a code may be sent now.
 * @param sent the times of earlier codes for the policy, newest first
 */
export function getResendDelayMs(sent: Date[], now: Date): number {
  const ends = [
    sent[0] && sent[0].getTime() + minResendDelayMs,
    sent[maxCodesPerDay - 1] && (sent[maxCodesPerDay - 1]?.getTime() ?? 0) + dayMs,
  ]
  return Math.max(0, ...ends.map((end) => (end ?? 0) - now.getTime()))
}

/** Masks an email address so that only its owner can recognize it: `m•••@example.com`. */
export const maskEmail = (email: string) => email.replace(/^(.)[^@]*/u, '$1•••')
