import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openSession } from '../accounts/session.ts'
import { readConfig } from '../config/config.ts'
import { createService } from '../service.ts'
import { insertAccount, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Ctx } from './context.ts'
import { createLogger } from './log.ts'

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** Starts an OpenTelemetry collector that stores the spans that it receives. */
async function startCollector() {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return { spans, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('traces prepared statements, and closes the service although the collector is unavailable', async () => {
  const { spans, endpoint } = await startCollector()
  const { url, db } = await createTestDatabase()
  const policy = await insertPolicy(db)
  const { account_id: accountId } = await insertAccount(db, { kind: 'staff', roles: ['internal'] })
  for (const collector of [endpoint, 'http://127.0.0.1:1']) {
    const config = readConfig({ NODE_ENV: 'test', RUN_JOBS: 'false', OTEL_EXPORTER_OTLP_ENDPOINT: collector })
    const service = await createService(config, createLogger('silent'), url)
    const ctx = { keys: service.keys, now: new Date(), ip: '127.0.0.1', userAgent: 'test', db } as Ctx
    const { token } = await openSession(ctx, { accountId, passedTwoFactor: false })
    const response = await service.app.request(`/api/v1/policies/${policy.policy_no}/getConfirmation`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
    await service.close()
  }
  expect(JSON.stringify(spans)).toContain('with p as materialized (select p.* from policies p where p.policy_no = $1')
})

it('sends spans of requests and their statements to the collector, without URLs and values', async () => {
  const { spans, endpoint } = await startCollector()
  const { url } = await createTestDatabase()
  const config = readConfig({ NODE_ENV: 'test', RUN_JOBS: 'false', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const service = await createService(config, createLogger('silent'), url)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const response = await service.app.request('/api/v1/auth/login?from=secret-url', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    body: JSON.stringify({ email: 'marina.sample@example.com', password: 'secret-password' }),
  })
  expect(response.status).toBe(400)
  const login = await service.app.request('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    body: JSON.stringify({ email: 'marina.sample@example.com', password: 'secret-password' }),
  })
  expect(login.status).toBe(401)
  await service.close()

  const requests = spans.filter(({ name }) => name === 'login')
  expect(requests.map(({ traceId }) => traceId)).toEqual([traceId, traceId])
  expect(requests[1]?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 401 } })
  const statements = spans.filter(({ name }) => name === 'statement')
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.every(({ traceId: own }) => own === traceId)).toBe(true)
  expect(statements.some(({ parentSpanId }) => parentSpanId === requests[1]?.spanId)).toBe(true)
  expect(JSON.stringify(spans)).not.toMatch(/secret|marina/i)
})

it('counts a job as one span', async () => {
  const { spans, endpoint } = await startCollector()
  const { startTracing } = await import('./tracing.ts')
  const tracing = startTracing({ endpoint, ratio: 1 })
  const handlers = tracing.traceHandlers({ 'send-mail': async (id: string) => `sent ${id}` })
  expect(await handlers['send-mail']('42')).toBe('sent 42')
  await tracing.close()
  expect(spans.map(({ name }) => name)).toEqual(['job send-mail'])
})
