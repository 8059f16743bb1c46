import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
const responses: Response[] = []
const sent: Request[] = []
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
vi.stubGlobal('navigator', {})
vi.stubGlobal('fetch', async (request: Request) => {
  sent.push(request)
  return responses.shift() ?? new Response(null, { status: 500 })
})
const { getCurrentToken: currentToken } = await import('./token.ts')
const { readSession } = await import('./session.ts')

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const signedIn = (expiresAt: string, more: object = { refreshToken: 'rt_first' }) =>
  stored.set('auth', JSON.stringify({ accountType: 'policyholder', token: 'a.b.old', expiresAt, ...more }))
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const renewed = () =>
  json(200, {
    statusCode: 200,
    message: '',
    payload: { token: 'a.b.new', refreshToken: 'rt_next', expiresAt: inMinutes(30) },
  })

beforeEach(() => {
  stored.clear()
  sent.length = 0
  responses.length = 0
})

describe('access token', () => {
  it('is used unchanged while it is valid', async () => {
    signedIn(inMinutes(10))
    expect([await currentToken(), sent.length]).toEqual(['a.b.old', 0])
  })
  it('is renewed together with the refresh token shortly before expiration', async () => {
    signedIn(inMinutes(0.5))
    responses.push(renewed())
    expect(await currentToken()).toBe('a.b.new')
    expect(readSession()).toMatchObject({ token: 'a.b.new', refreshToken: 'rt_next', accountType: 'policyholder' })
  })
  it('is renewed only once for concurrent requests', async () => {
    signedIn(inMinutes(0.5))
    responses.push(renewed())
    expect(await Promise.all([currentToken(), currentToken(), currentToken()])).toEqual(Array(3).fill('a.b.new'))
    expect(sent).toHaveLength(1)
  })
  it('is not renewed after the session ends', async () => {
    signedIn(inMinutes(-1))
    responses.push(json(401, { statusCode: 401, message: 'Over.', errors: [], requestId: 'req_1' }))
    expect([await currentToken(), await currentToken()]).toEqual(['a.b.old', 'a.b.old'])
    expect(sent).toHaveLength(1)
    expect(readSession()?.accountType).toBe('policyholder')
  })
  it('is undefined when no user is signed in', async () => expect(await currentToken()).toBeUndefined())
})
