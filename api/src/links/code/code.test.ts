import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getLinkIdentification, isMailboxVerified } from '../../accounts/identification.ts'
import {
  checkCode,
  codeLifetimeMs,
  getResendDelayMs,
  maskEmail,
  maxGuesses,
  minResendDelayMs,
  type SentCode,
} from './code.ts'

const sentAt = new Date('2026-11-20T15:00:00Z')
const later = (ms: number) => new Date(sentAt.getTime() + ms)
const code: SentCode = {
  hash: 'right',
  sentTo: 'marina@example.com',
  failedAttempts: 0,
  expiresAt: later(codeLifetimeMs),
  usedAt: null,
}
const guess = { hash: 'right', onFile: 'Marina@example.com', now: later(1000) }

describe('checkCode', () => {
  it.each([
    ['right', 'the sent code', code, guess],
    ['wrong', 'another code', code, { ...guess, hash: 'other' }],
    ['right', 'the sent code after four wrong guesses', { ...code, failedAttempts: maxGuesses - 1 }, guess],
    ['blocked', 'the sent code after five wrong guesses', { ...code, failedAttempts: maxGuesses }, guess],
    ['right', 'the sent code one millisecond before expiration', code, { ...guess, now: later(codeLifetimeMs - 1) }],
    ['expired', 'the sent code at expiration', code, { ...guess, now: later(codeLifetimeMs) }],
    ['expired', 'a used code', { ...code, usedAt: later(500) }, guess],
    ['expired', 'a code sent to a previous email address', code, { ...guess, onFile: 'new@example.com' }],
    ['expired', 'no stored code', undefined, guess],
  ] as const)('returns %s for %s', (verdict, _, sent, given) => {
    expect(checkCode(sent, given)).toBe(verdict)
  })
})

describe('getResendDelayMs', () => {
  it('allows the first code immediately and the next code after one minute', () => {
    expect(getResendDelayMs([], sentAt)).toBe(0)
    expect(getResendDelayMs([sentAt], later(1))).toBe(minResendDelayMs - 1)
    expect(getResendDelayMs([sentAt], later(minResendDelayMs))).toBe(0)
  })

  it('allows at most ten codes in 24 hours', () => {
    const hour = 3_600_000
    const sent = Array.from({ length: 10 }, (_, index) => later((9 - index) * hour))
    expect(getResendDelayMs(sent, later(10 * hour))).toBe(14 * hour)
    expect(getResendDelayMs(sent, later(24 * hour))).toBe(0)
    expect(getResendDelayMs(sent.slice(0, 9), later(10 * hour))).toBe(0)
  })
})

describe('link identification', () => {
  const policy = { email: 'marina@example.com', policyId: randomUUID(), agencyId: randomUUID() }
  it.each([
    ['mailbox', 'emailed to the address on file', 'marina@example.com'],
    ['mailbox', 'emailed to the address on file in uppercase', 'MARINA@example.com'],
    ['link', 'emailed to another address', 'other@example.com'],
    ['link', 'that was only displayed', null],
  ] as const)('has the method %s for a link %s', (way, _, emailedTo) => {
    expect(getLinkIdentification(emailedTo, policy).method).toBe(way)
  })

  it('does not count as mailbox verification after the email address on file changes', () => {
    const identification = getLinkIdentification('marina@example.com', policy)
    expect(isMailboxVerified(identification, 'marina@example.com')).toBe(true)
    expect(isMailboxVerified(identification, 'other@example.com')).toBe(false)
    expect(isMailboxVerified(getLinkIdentification(null, policy), 'marina@example.com')).toBe(false)
  })
})

it.each([
  ['marina.sample@example.com', 'm•••@example.com'],
  ['é@example.com', 'é•••@example.com'],
])('masks the email address %s as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))
