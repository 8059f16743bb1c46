import { fork } from 'node:child_process'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config/config.ts'
import type { Env } from './http/env.ts'
import { prepareDatabase } from './service.ts'
import { mountSites } from './sites.ts'
import { aTestApi } from './testing/api.ts'
import { anAccount } from './testing/builders.ts'
import { createTestDatabase } from './testing/database.ts'
import { production } from './testing/production.ts'

/** Starts the real process; resolves with what it said and how it ended. */
const startWith = (env: Record<string, string>) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = fork(join(import.meta.dirname, 'main.ts'), {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    child.on('exit', (code) => resolve({ code, said }))
  })

describe('the process', () => {
  test('refuses production on embedded defaults with one list and no stack', async () => {
    const { code, said } = await startWith({ NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(said).toMatch(
      /^ {2}DATABASE_URL: [\s\S]*^ {2}SMTP_URL: [\s\S]*^ {2}STRIPE_SECRET_KEY: [\s\S]*^ {2}S3_BUCKET: /m,
    )
    expect(said).not.toMatch(/^\s+at /m)
  })

  test('says in one sentence that the database cannot be reached, without its password', async () => {
    const DATABASE_URL = 'postgres://somebody:hidden-word@127.0.0.1:1/book'
    const { code, said } = await startWith({ ...production, DATABASE_URL })
    expect(code).toBe(1)
    expect(said).toMatch(/^DATABASE_URL: the database book at 127\.0\.0\.1:1 is unreachable: .*ECONNREFUSED.*\.\n$/)
    expect(said).not.toContain('hidden-word')
  })
})

describe('in production', () => {
  const api = aTestApi({ ...production, NODE_ENV: 'production' })

  test('there is no mailbox and no simulator', async () => {
    const { providers } = await api
    const site = new Hono<Env>()
    mountSites(site, providers)
    expect(providers.mailbox).toBeUndefined()
    expect(providers.stripe.simulator).toBeUndefined()
    for (const path of ['/mailbox', '/stripe-simulator/v1/payment_methods', '/stripe-simulator/v3/stripe.js'])
      expect((await site.request(path)).status).toBe(404)
  })

  test('a database with a demo account is not started on', async () => {
    const { db, url } = await createTestDatabase()
    const config = readConfig({ ...production, DATABASE_URL: url })
    await expect(prepareDatabase(config)).resolves.toMatchObject({ embedded: undefined })
    await anAccount(db, { email: 'superuser@example.com' })
    await expect(prepareDatabase(config)).rejects.toThrow(/demo accounts \(superuser@example\.com\)/)
  })

  test('the public settings say so, and carry no banner', async () => {
    const answer = await (await api).call('GET', '/api/v1/settings/public')
    expect((await answer.json()).payload).toMatchObject({ isProduction: true, banner: null })
  })

  test('the metrics are closed', async () => {
    expect((await (await api).call('GET', '/api/metrics')).status).toBe(404)
  })

  test('the pages may ask nobody but us and Stripe', async () => {
    const policy = (await (await api).call('GET', '/api/health')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).toContain("img-src 'self' data: blob:;")
    expect(policy.split(/[ ;]+/).filter((source) => /^(https?:|\*)$/.test(source))).toEqual([])
  })
})

test('a demonstration has the embedded stand-ins and says so above every page', async () => {
  const { call, providers } = await aTestApi({ NODE_ENV: 'production', TIDELINE_DEMO: 'yes' })
  expect(providers.mailbox).toBeDefined()
  expect(providers.stripe.simulator).toBeDefined()
  const { payload } = await (await call('GET', '/api/v1/settings/public')).json()
  expect(payload.banner).toMatch(/^Demo environment: /)
})

test('metrics with a token are for who sends it', async () => {
  const { call } = await aTestApi({ METRICS_TOKEN: 'a-token-for-the-scraper' })
  const statusWith = async (token?: string) => (await call('GET', '/api/metrics', token ? { token } : {})).status
  expect(await statusWith()).toBe(401)
  expect(await statusWith('another-token-entirely')).toBe(401)
  expect(await statusWith('a-token-for-the-scraper')).toBe(200)
})
