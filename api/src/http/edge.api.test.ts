import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi({
  TRUSTED_PROXIES: '1',
  RATE_LIMIT_PER_MINUTE: '5',
  CORS_ORIGINS: 'https://portal.example.com',
})

describe('Cache-Control headers', () => {
  it('forbid caching of private responses, log-in responses and errors', async () => {
    const agency = await insertAgency(api.db)
    const account = await insertAccount(api.db, { agency_id: agency.agency_id })
    const policy = await insertPolicy(api.db, { columns: { agency_id: agency.agency_id } })
    const token = await api.tokenFor({ accountId: account.account_id })
    const responses = [
      await api.call('GET', `/api/v1/policies/${policy.policy_no}/getConfirmation`, { token }),
      await api.call('GET', '/api/v1/policies/RFL3999999/getConfirmation', { token }),
      await api.call('POST', '/api/v1/auth/login', { body: { email: 'nobody@example.com', password: 'not-a-word' } }),
      await api.call('GET', '/api/v1/policies'),
      await api.call('GET', '/api/v1/nothing'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 401, 401, 404])
    expect(responses.map((response) => response.headers.get('cache-control'))).toEqual(responses.map(() => 'no-store'))
  })

  it.each(['/api/openapi.json', '/api/v1/settings/public', '/api/v1/catalogues'])(
    'allow caching of the public response of %s for one minute',
    async (path) => {
      const response = await api.call('GET', path, { headers: { 'X-Forwarded-For': '198.51.100.7' } })
      expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    },
  )
})

describe('request body size limit', () => {
  it('is 64 KB for requests without a session and 1 MB for webhooks', async () => {
    const post = async (path: string, kilobytes: number, ip: string) =>
      (
        await api.call('POST', path, {
          body: { email: 'a'.repeat(kilobytes * 1024) },
          headers: { 'X-Forwarded-For': ip },
        })
      ).json()
    expect(await post('/api/v1/auth/requestPasswordReset', 70, '198.51.100.21')).toMatchObject({
      statusCode: 413,
      message: 'The body can have at most 64 KB.',
    })
    expect(await post('/api/v1/auth/requestPasswordReset', 1, '198.51.100.23')).toMatchObject({ statusCode: 400 })
    expect(await post('/api/v1/stripe/webhook', 1100, '198.51.100.22')).toMatchObject({ statusCode: 413 })
    expect(await post('/api/v1/stripe/webhook', 900, '198.51.100.24')).not.toMatchObject({ statusCode: 413 })
  })
})

describe('API behind a proxy', () => {
  const from = (visitor: string, path = '/api/v1/settings/public') =>
    api.call('GET', path, { headers: { 'X-Forwarded-For': `192.0.2.250, ${visitor}` } })

  it('applies the rate limit to the IP address reported by the proxy, not by the client', async () => {
    const statuses = []
    for (let call = 0; call < 6; call++) statuses.push((await from('203.0.113.1')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await from('203.0.113.2')).status).toBe(200)
  })

  it('returns the rate limit in the headers, even for a rejected request', async () => {
    const getLimitHeaders = (response: { headers: Headers }) =>
      ['RateLimit-Limit', 'RateLimit-Remaining'].map((name) => response.headers.get(name))
    const logIn = () =>
      api.call('POST', '/api/v1/auth/login', {
        body: { email: 'nobody@example.com', password: 'not-a-word' },
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      })
    // In this test, the limits are one log-in attempt and five other requests.
    expect(getLimitHeaders(await logIn())).toEqual(['1', '0'])
    const rejected = await logIn()
    expect([rejected.status, ...getLimitHeaders(rejected)]).toEqual([429, '1', '0'])
    expect(Number(rejected.headers.get('RateLimit-Reset'))).toBe(Number(rejected.headers.get('Retry-After')))
    expect(getLimitHeaders(await from('203.0.113.9'))).toEqual(['5', '3'])
  })

  it('counts failed log-ins by the IP address that the proxy reports', async () => {
    const logIn = (claimed: string) =>
      api.call('POST', '/api/v1/auth/login', {
        body: { email: 'nobody@example.com', password: 'not-a-word' },
        headers: { 'X-Forwarded-For': `${claimed}, 203.0.113.20` },
      })
    const statuses = []
    for (let call = 0; call < 4; call++) statuses.push((await logIn(`198.51.100.${call}`)).status)
    expect(statuses).toEqual([401, 429, 429, 429])
  })

  it('exposes the rate limit headers to pages from an allowed origin', async () => {
    const response = await api.call('GET', '/api/v1/settings/public', {
      headers: { Origin: 'https://portal.example.com', 'X-Forwarded-For': '203.0.113.5' },
    })
    expect(response.headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual(
      expect.arrayContaining(['Content-Range', 'RateLimit-Remaining', 'Retry-After', 'X-Request-Id']),
    )
  })

  it('does not apply the rate limit to load balancer health and readiness checks', async () => {
    for (let call = 0; call < 20; call++)
      for (const path of ['/api/health', '/api/ready']) expect((await from('203.0.113.3', path)).status).toBe(200)
  })

  it("records the client's IP address in the session at log-in", async () => {
    const { hashPassword } = await import('../accounts/password.ts')
    const account = await insertAccount(api.db, { password_hash: await hashPassword('Tideline-Demo-1') })
    const response = await api.call('POST', '/api/v1/auth/login', {
      body: { email: account.email, password: 'Tideline-Demo-1' },
      headers: { 'X-Forwarded-For': '192.0.2.250, 203.0.113.4' },
    })
    expect(response.status).toBe(200)
    const session = await api.db
      .selectFrom('sessions')
      .select('ip')
      .where('account_id', '=', account.account_id)
      .executeTakeFirstOrThrow()
    expect(session.ip).toBe('203.0.113.4')
  })
})
