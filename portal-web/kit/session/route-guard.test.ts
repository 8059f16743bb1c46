import { describe, expect, it, vi } from 'vitest'
import type { Session } from './session.ts'

vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { decideRouteAccess: decide, getSafeRedirectPath: safeRedirect } = await import('./route-guard.ts')

const now = Date.parse('2026-11-20T15:00:00Z')
const agent = { accountType: 'agent', refreshToken: 'rt', expiresAt: '2026-11-20T14:00:00Z' } as Session
const handedOff = { accountType: 'agent', expiresAt: '2026-11-20T15:10:00Z' } as Session
const insured = { ...agent, accountType: 'policyholder' } as Session
const linkToken = (expiry: number) => btoa(`x.y.TD${expiry}`)
const visit = (
  audience: 'open' | 'agent' | 'policyholder' | undefined,
  path: string,
  session?: Session,
  pathToken?: string,
) => decide({ audience, url: new URL(path, 'http://localhost'), session, now, pathToken })

describe('open route', () => {
  it('admits visitors without a session [P250]', () => expect(visit('open', '/login')).toEqual({ kind: 'enter' }))
})

describe('agent route', () => {
  it('redirects visitors without a session to log-in and keeps the requested URL [P257]', () => {
    expect(visit('agent', '/policies?page=2')).toEqual({ kind: 'go', to: '/login?redirect=%2Fpolicies%3Fpage%3D2' })
  })
  it('admits a visitor whose expired session has a refresh token', () => {
    expect(visit('agent', '/policies', agent)).toEqual({ kind: 'enter' })
  })
  it('ends a hand-off session when the hand-off token expires', () => {
    expect(visit('agent', '/policies', handedOff)).toEqual({ kind: 'enter' })
    expect(visit('agent', '/policies', { ...handedOff, expiresAt: '2026-11-20T15:00:00Z' })).toMatchObject({
      kind: 'go',
    })
  })
  it('signs in with a valid query token and removes only the token from the URL [P252] [P253]', () => {
    const token = linkToken(now + 1000)
    expect(visit('agent', `/policies?token=${encodeURIComponent(token)}&page=2`)).toEqual({
      kind: 'signIn',
      token,
      returnTo: '/policies?page=2',
    })
  })
  it('signs in with a valid path token and removes it from the URL', () => {
    const token = linkToken(now + 1000)
    const path = `/policy/embed/RFL3000101/${encodeURIComponent(token)}`
    expect(visit('agent', path, undefined, token)).toMatchObject({ returnTo: '/policy/embed/RFL3000101' })
  })
  it('redirects an expired token to the log-in page with a redirect parameter [P200]', () => {
    expect(visit('agent', `/policies?token=${encodeURIComponent(linkToken(now))}`, agent)).toEqual({
      kind: 'go',
      to: '/login?redirect=%2Fpolicies',
    })
  })
  it('redirects an invalid token to the log-in page [P254]', () => {
    expect(visit('agent', '/policies?token=nonsense', agent)).toEqual({ kind: 'go', to: '/login' })
  })
  it('is the default for routes without an audience [D003]', () => {
    expect(visit(undefined, '/policies', agent)).toEqual({ kind: 'enter' })
    expect(visit(undefined, '/policies', insured)).toEqual({ kind: 'go', to: '/unauthorized' })
    expect(visit('policyholder', '/policyholder/welcome', agent)).toMatchObject({ to: '/policyholder/generate' })
  })
  it('redirects policyholders to the unauthorized page', () => {
    expect(visit('agent', '/policies', insured)).toEqual({ kind: 'go', to: '/unauthorized' })
  })
})

describe('policyholder route', () => {
  it('redirects visitors without a policyholder session to the link request', () => {
    expect(visit('policyholder', '/policyholder/documents')).toEqual({
      kind: 'go',
      to: '/policyholder/generate',
      from: '/policyholder/documents',
    })
    expect(visit('policyholder', '/policyholder/documents', agent)).toEqual({
      kind: 'go',
      to: '/policyholder/generate',
      from: '/policyholder/documents',
    })
  })
  it('admits visitors with a policyholder session', () => {
    expect(visit('policyholder', '/policyholder/documents', insured)).toEqual({ kind: 'enter' })
  })
})

describe('safe redirect after sign-in', () => {
  it.each([
    ['/policies?page=2', '/policies?page=2'],
    ['https://evil.example', '/home'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['javascript:alert(1)', '/home'],
    [null, '/home'],
  ])('resolves the target %s to %s', (to, expected) => expect(safeRedirect(to, '/home')).toBe(expected))
})
