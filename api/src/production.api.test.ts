import { fork } from 'node:child_process'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config/config.ts'
import type { Env } from './http/env.ts'
import { prepareDatabase } from './service.ts'
import { mountSites } from './sites.ts'
import { createTestApi } from './testing/api.ts'
import { insertAccount } from './testing/builders.ts'
import { createTestDatabase } from './testing/database.ts'
import { productionEnv } from './testing/production.ts'

/** Starts the real process. Resolves to its error output and exit code. */
const startWith = (env: Record<string, string>) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = fork(join(import.meta.dirname, 'main.ts'), {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let message = ''
    child.stderr?.on('data', (chunk) => {
      message += chunk
    })
    child.on('exit', (code) => resolve({ code, said: message }))
  })

describe('server start', () => {
  test('fails in production mode with embedded defaults and lists the missing settings', async () => {
    const { code, said: message } = await startWith({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(message).toMatch(
      /^ {2}DATABASE_URL: [\s\S]*^ {2}SMTP_URL: [\s\S]*^ {2}STRIPE_SECRET_KEY: [\s\S]*^ {2}S3_BUCKET: /m,
    )
    expect(message).not.toMatch(/^\s+at /m)
  })

  test('fails with a one-sentence error that omits the password if the database is unreachable', async () => {
    const DATABASE_URL = 'postgres://somebody:hidden-word@127.0.0.1:1/book'
    const { code, said: message } = await startWith({ ...productionEnv, DATABASE_URL })
    expect(code).toBe(1)
    expect(message).toMatch(/^DATABASE_URL: the database book at 127\.0\.0\.1:1 is unreachable: .*ECONNREFUSED.*\.\n$/)
    expect(message).not.toContain('hidden-word')
  })
})

describe('server in production mode', () => {
  const api = createTestApi({ ...productionEnv, NODE_ENV: 'production' })

  test('provides neither the demo mailbox nor the Stripe simulator', async () => {
    const { providers, config } = await api
    const site = new Hono<Env>()
    mountSites(site, providers, config)
    expect(providers.mailbox).toBeUndefined()
    expect(providers.stripe.simulator).toBeUndefined()
    for (const path of ['/mailbox', '/stripe-simulator/v1/payment_methods', '/stripe-simulator/v3/stripe.js'])
      expect((await site.request(path)).status).toBe(404)
  })

  test('fails to start on a database with a demo account', async () => {
    const { db, url } = await createTestDatabase()
    const config = readConfig({ ...productionEnv, DATABASE_URL: url })
    await expect(prepareDatabase(config)).resolves.toMatchObject({ embedded: undefined })
    await insertAccount(db, { email: 'superuser@example.com' })
    await expect(prepareDatabase(config)).rejects.toThrow(/demo accounts \(superuser@example\.com\)/)
  })

  test('reports production mode in the public settings, without a demo banner', async () => {
    const response = await (await api).call('GET', '/api/v1/settings/public')
    expect((await response.json()).payload).toMatchObject({ isProduction: true, banner: null })
  })

  test('returns 404 for metrics if no token is configured', async () => {
    expect((await (await api).call('GET', '/api/metrics')).status).toBe(404)
  })

  test('allows pages to connect only to this server and Stripe', async () => {
    const policy = (await (await api).call('GET', '/api/health')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).toContain("img-src 'self' data: blob:;")
    expect(policy.split(/[ ;]+/).filter((source) => /^(https?:|\*)$/.test(source))).toEqual([])
  })

  test('does not allow injected markup to change base URLs, send forms to other sites or embed plug-ins', async () => {
    const policy = (await (await api).call('GET', '/api/health')).headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["base-uri 'none'", "form-action 'self'", "object-src 'none'", "frame-ancestors 'self'"]),
    )
    expect(policy).toMatch(/script-src 'self'(?! 'unsafe)/)
  })

  test('omits the Origin-Agent-Cluster header, which would log a warning for each sandboxed email', async () => {
    const { headers } = await (await api).call('GET', '/api/health')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('origin-agent-cluster')).toBeNull()
  })
})

test('starts a demo with embedded services and a banner in production mode', async () => {
  const { call, providers } = await createTestApi({ NODE_ENV: 'production', TIDELINE_DEMO: 'yes' })
  expect(providers.mailbox).toBeDefined()
  expect(providers.stripe.simulator).toBeDefined()
  const { payload } = await (await call('GET', '/api/v1/settings/public')).json()
  expect(payload.banner).toMatch(/^Demo environment: /)
})

test('returns metrics only to requests with the configured token', async () => {
  const { call } = await createTestApi({ METRICS_TOKEN: 'a-token-for-the-scraper' })
  const statusWith = async (token?: string) => (await call('GET', '/api/metrics', token ? { token } : {})).status
  expect(await statusWith()).toBe(401)
  expect(await statusWith('another-token-entirely')).toBe(401)
  expect(await statusWith('a-token-for-the-scraper')).toBe(200)
})
