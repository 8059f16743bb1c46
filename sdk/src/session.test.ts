import { describe, expect, test } from 'vitest'
import { createTideline } from './client.ts'
import { getProfile } from './generated/sdk.gen.ts'
import { createRefreshingToken, type TidelineSession } from './session.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const ending: TidelineSession = { token: 'first', refreshToken: 'rt_first', expiresAt: inMinutes(0.5) }

/**
 * Returns a fake server that records token renewals and the tokens it receives. `renewal` returns the server's response
 * to a renewal.
 */
function createServer(renewal: () => Response | Promise<Response>) {
  const renewals: unknown[] = []
  const tokens: (string | null)[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).pathname !== '/api/v1/auth/refresh') {
      tokens.push(request.headers.get('authorization'))
      return Response.json({ statusCode: 200, message: '', payload: {} })
    }
    renewals.push(await request.json())
    return renewal()
  }
  const kept: TidelineSession[] = []
  const where = { baseUrl: 'http://localhost', retries: 0, fetch }
  const withSession = (session: TidelineSession) =>
    createTideline({
      ...where,
      token: createRefreshingToken({ ...where, session, onRenewed: (renewed) => void kept.push(renewed) }),
    })
  return { renewals, tokens, kept, withSession }
}
const renewed = { token: 'second', refreshToken: 'rt_second', expiresAt: inMinutes(15) }
const respondWithRenewal = () => Response.json({ statusCode: 200, message: '', payload: renewed })
const respondWithRejection = () =>
  Response.json(
    { statusCode: 401, message: 'Over.', errors: [{ code: 'unauthorized', message: 'Over.' }], requestId: 'req_1' },
    { status: 401 },
  )

describe('SDK session renewal', () => {
  test('is skipped for a valid token', async () => {
    const { renewals, tokens, withSession } = createServer(respondWithRenewal)
    await withSession({ ...ending, expiresAt: inMinutes(10) }).call(getProfile)
    expect([tokens, renewals]).toEqual([['Bearer first'], []])
  })

  test('is performed once for concurrent calls and passes the new session to the application', async () => {
    const { renewals, tokens, kept, withSession } = createServer(respondWithRenewal)
    const tideline = withSession(ending)
    await Promise.all([tideline.call(getProfile), tideline.call(getProfile)])
    await tideline.call(getProfile)
    expect(renewals).toEqual([{ refreshToken: 'rt_first' }])
    expect(tokens).toEqual(['Bearer second', 'Bearer second', 'Bearer second'])
    expect(kept).toEqual([renewed])
  })

  test('is attempted only once for a session that has ended', async () => {
    const { renewals, tokens, kept, withSession } = createServer(respondWithRejection)
    const tideline = withSession(ending)
    await tideline.call(getProfile)
    await tideline.call(getProfile)
    expect(renewals).toHaveLength(1)
    expect([tokens, kept]).toEqual([['Bearer first', 'Bearer first'], []])
  })

  test('is attempted again after a failure, while the current token stays in use', async () => {
    const { renewals, tokens, withSession } = createServer(() => Promise.reject(new TypeError('fetch failed')))
    const tideline = withSession(ending)
    await tideline.call(getProfile)
    await tideline.call(getProfile)
    expect(renewals).toHaveLength(2)
    expect(tokens).toEqual(['Bearer first', 'Bearer first'])
  })

  test('is skipped without a refresh token', async () => {
    const { renewals, tokens, withSession } = createServer(respondWithRenewal)
    await withSession({ ...ending, refreshToken: undefined }).call(getProfile)
    expect([renewals, tokens]).toEqual([[], ['Bearer first']])
  })
})
