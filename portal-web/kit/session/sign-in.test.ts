import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})
const refusal = { statusCode: 401, message: 'This link was already used.', errors: [], requestId: 'req_test' }
/** What was stored when the server was asked. */
const storedMeanwhile: string[][] = []
vi.stubGlobal('fetch', async () => {
  storedMeanwhile.push([...stored.keys()])
  return Response.json(refusal, { status: 401 })
})
const { readSession, writeSession } = await import('./session.ts')
const { signInWithDeepLink, signInWithLinkToken } = await import('./sign-in.ts')

beforeEach(() => {
  storedMeanwhile.length = 0
  writeSession({ accountType: 'agent', token: 'a.b.c', expiresAt: '2099-01-01T00:00:00Z', user: 'agent' })
})

describe('a way in that fails', () => {
  it('by a token leaves no token of the former user [P190]', async () => {
    await expect(signInWithLinkToken('expired')).rejects.toThrow('This link was already used.')
    expect(readSession()).toBeUndefined()
  })

  it('by a deep link leaves nothing of the former user, whom the server is not asked for either [P191]', async () => {
    await expect(signInWithDeepLink({ deepLink: 'link', phone: '813-555-0142', zip: '33606' })).rejects.toThrow()
    expect(readSession()).toBeUndefined()
    expect(storedMeanwhile.flat()).not.toContain('auth')
  })
})
