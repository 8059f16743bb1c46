import type { AuthData, PolicyholderSession } from '@tideline/sdk'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})
const { clearSession, readSession, getAuthDataSession, getPolicyholderSession, writeSession } = await import(
  './session.ts'
)

const data = { accountType: 'agent', Token: 'a.b.c', expiresAt: '2026-11-20T15:30:00Z', Roles: 'internal' } as AuthData
const answer = {
  jwt: 'd.e.f',
  refreshToken: 'rt',
  expiresAt: '2026-11-20T15:30:00Z',
  policy: { policyNo: 'RFL3000101' },
  policyDocStatus: { documentsWithSignatures: [] },
  invoiceDetails: null,
} as unknown as PolicyholderSession

beforeEach(() => stored.clear())

describe('the session', () => {
  it('is kept under the key auth and survives a reload', () => {
    writeSession(getAuthDataSession(data))
    expect([...stored.keys()]).toEqual(['auth'])
    expect(readSession()).toMatchObject({ token: 'a.b.c', data: { Roles: 'internal' } })
  })
  it('with auth data the user is an agent, otherwise an insured [P193]', () => {
    expect(getAuthDataSession(data).user).toBe('agent')
    expect(getPolicyholderSession(answer, 'link').user).toBe('insured')
  })
  it('a deep link makes a policyholder [P192]', () => {
    expect(getAuthDataSession(data).accountType).toBe('agent')
    expect(getPolicyholderSession(answer, 'link').accountType).toBe('policyholder')
  })
  it('holds account type, token, deep link, user, data and what the deep link answered [P155]', () => {
    expect(getPolicyholderSession(answer, 'link')).toMatchObject({
      accountType: 'policyholder',
      token: 'd.e.f',
      deepLink: 'link',
      user: 'insured',
      validateReturn: { jwt: 'd.e.f', policy: { policyNo: 'RFL3000101' }, invoiceDetails: null },
    })
    expect(getAuthDataSession(data)).toMatchObject({ accountType: 'agent', token: 'a.b.c', user: 'agent', data })
  })
  it('clearing leaves nothing of the user', () => {
    writeSession(getPolicyholderSession(answer, 'link'))
    clearSession()
    expect([stored.size, readSession()]).toEqual([0, undefined])
  })
  it.each(['', 'null', '{', '{"token":1}'])('what is no session counts as none: %s', (text) => {
    stored.set('auth', text)
    expect(readSession()).toBeUndefined()
  })
  it('gives the same object while nothing has changed', () => {
    writeSession(getAuthDataSession(data))
    expect(readSession()).toBe(readSession())
  })
})
