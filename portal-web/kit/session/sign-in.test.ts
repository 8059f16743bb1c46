import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})
const errorBody = { statusCode: 401, message: 'This link was already used.', errors: [], requestId: 'req_test' }
/** The stored keys at the time of each request. */
const storedMeanwhile: string[][] = []
vi.stubGlobal('fetch', async () => {
  storedMeanwhile.push([...stored.keys()])
  return Response.json(errorBody, { status: 401 })
})
const { readSession, writeSession } = await import('./session.ts')
const { signInWithDeepLink, signInWithLinkToken } = await import('./sign-in.ts')

beforeEach(() => {
  storedMeanwhile.length = 0
  writeSession({ accountType: 'agent', token: 'a.b.c', expiresAt: '2099-01-01T00:00:00Z', user: 'agent' })
})

describe('failed sign-in', () => {
  it("clears the previous user's session when a token is rejected [P190]", async () => {
    await expect(signInWithLinkToken('expired')).rejects.toThrow('This link was already used.')
    expect(readSession()).toBeUndefined()
  })

  it("clears the previous user's session even if the deep link request fails [P191]", async () => {
    await expect(signInWithDeepLink({ deepLink: 'link', phone: '813-555-0142', zip: '33606' })).rejects.toThrow()
    expect(readSession()).toBeUndefined()
    expect(storedMeanwhile.flat()).not.toContain('auth')
  })
})
