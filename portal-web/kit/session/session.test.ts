import type { AuthData, PolicyholderSession } from '@tideline/sdk'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})
const {
  clearSession,
  readSession,
  toAuthDataSession: getAuthDataSession,
  toPolicyholderSession: getPolicyholderSession,
  writeSession,
} = await import('./session.ts')

const data = { accountType: 'agent', Token: 'a.b.c', expiresAt: '2026-11-20T15:30:00Z', Roles: 'internal' } as AuthData
const response = {
  jwt: 'd.e.f',
  refreshToken: 'rt',
  expiresAt: '2026-11-20T15:30:00Z',
  policy: { policyNo: 'RFL3000101' },
  policyDocStatus: { documentsWithSignatures: [] },
  invoiceDetails: null,
} as unknown as PolicyholderSession

beforeEach(() => stored.clear())

describe('session storage', () => {
  it('stores the session under the key auth and restores it after a reload', () => {
    writeSession(getAuthDataSession(data))
    expect([...stored.keys()]).toEqual(['auth'])
    expect(readSession()).toMatchObject({ token: 'a.b.c', data: { Roles: 'internal' } })
  })
  it('treats users with auth data as agents, and other users as insureds [P193]', () => {
    expect(getAuthDataSession(data).user).toBe('agent')
    expect(getPolicyholderSession(response, 'link').user).toBe('insured')
  })
  it('sets the account type to policyholder for a deep link [P192]', () => {
    expect(getAuthDataSession(data).accountType).toBe('agent')
    expect(getPolicyholderSession(response, 'link').accountType).toBe('policyholder')
  })
  it('keeps account type, token, deep link, user, data and the deep link response [P155]', () => {
    expect(getPolicyholderSession(response, 'link')).toMatchObject({
      accountType: 'policyholder',
      token: 'd.e.f',
      deepLink: 'link',
      user: 'insured',
      validateReturn: { jwt: 'd.e.f', policy: { policyNo: 'RFL3000101' }, invoiceDetails: null },
    })
    expect(getAuthDataSession(data)).toMatchObject({ accountType: 'agent', token: 'a.b.c', user: 'agent', data })
  })
  it('removes all user data when the session is cleared', () => {
    writeSession(getPolicyholderSession(response, 'link'))
    clearSession()
    expect([stored.size, readSession()]).toEqual([0, undefined])
  })
  it.each(['', 'null', '{', '{"token":1}'])('ignores an invalid stored value: %s', (text) => {
    stored.set('auth', text)
    expect(readSession()).toBeUndefined()
  })
  it('returns the same session object until the session changes', () => {
    writeSession(getAuthDataSession(data))
    expect(readSession()).toBe(readSession())
  })
})
