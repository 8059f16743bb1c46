import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import type { DB } from '../db/schema.ts'
import type { Actor, AgentActor, Ctx, InsuredActor, StaffActor } from '../http/context.ts'
import type { Env } from '../http/env.ts'
import { toProblemResponse } from '../http/errors.ts'
import { createMetrics } from '../http/metrics.ts'
import type { AreaHandlers, Handlers } from '../http/operation.ts'
import { registerOperations } from '../http/register-operations.ts'
import { ResponseHeaders } from '../http/response-headers.ts'
import type { Providers } from '../providers/index.ts'

const metrics = createMetrics()
const config = readConfig({ NODE_ENV: 'test' })
const log = pino({ level: 'silent' })

/** Default time of tests: the date of the demo book. */
export const defaultTestTime = new Date('2026-11-20T15:04:05Z')

/** Returns a context for calling an action directly. It contains only the providers that the test passes. */
export const createTestContext = (
  db: Kysely<DB>,
  actor: Actor,
  parts: { now?: Date; ip?: string; providers?: Partial<Providers> } = {},
): Ctx => ({
  actor,
  now: parts.now ?? defaultTestTime,
  requestId: 'req_test_00000001',
  idempotencyKey: undefined,
  ip: parts.ip ?? '203.0.113.7',
  userAgent: 'test',
  db,
  log,
  config,
  providers: { stripe: { publishableKey: 'pk_test_example' }, ...parts.providers } as Providers,
  keys: { accessToken: new Uint8Array(32), linkToken: new Uint8Array(32), sealing: [new Uint8Array(32)] },
  metrics,
  forgetSession: () => undefined,
})

export const createAgentActor = (
  agency: { agency_id: string; agency_no: string; company?: string },
  more: Partial<AgentActor> = {},
): AgentActor => ({
  kind: 'agent',
  accountId: randomUUID(),
  sessionId: randomUUID(),
  agencyId: agency.agency_id,
  agencyNo: agency.agency_no,
  company: agency.company ?? '',
  isApproved: true,
  name: 'Alex Agent',
  email: 'agent@example.com',
  roles: new Set(),
  ...more,
})

export const createInsuredActor = (identityId: string, more: Partial<InsuredActor> = {}): InsuredActor => ({
  kind: 'insured',
  sessionId: randomUUID(),
  identityId,
  identification: { method: 'mailbox', mailbox: 'marina.sample@example.com' },
  name: 'Marina Sample',
  email: 'marina.sample@example.com',
  roles: new Set(),
  ...more,
})

export const createStaffActor = (...roles: string[]): StaffActor => ({
  kind: 'staff',
  accountId: randomUUID(),
  sessionId: randomUUID(),
  name: 'Sam Staff',
  email: 'internal@example.com',
  roles: new Set(['internal', ...roles]),
})

interface Call {
  body?: unknown
  /** Request body as text, for calls that depend on its exact bytes. */
  text?: string
  headers?: Record<string, string>
  now?: Date
}

/**
 * Creates an app that serves the routes of one area without log-in. `call(actor, 'GET /api/v1/…')` checks access,
 * validates the request and the response, and runs the handler.
 */
export function createAreaApp(db: Kysely<DB>, area: AreaHandlers, providers: Partial<Providers> = {}) {
  const api = registerOperations(area as Partial<Handlers>, { validateResponses: true })
  let ctx: Ctx | undefined
  const app = new Hono<Env>()
  app.onError((thrown, c) => {
    const problem = toProblemResponse(thrown, 'req_test_00000001')
    if (problem.isServerFault) console.error(thrown)
    return c.json(problem.body, problem.status as 400, problem.headers)
  })
  app.use('*', async (c, next) => {
    if (ctx) c.set('ctx', { ...ctx, idempotencyKey: c.req.header('idempotency-key') })
    c.set('headers', new ResponseHeaders({}))
    await next()
  })
  app.route('/', api)
  return async (actor: Actor, request: string, { body, text: given, headers = {}, now }: Call = {}) => {
    const [method = 'GET', path = '/'] = request.split(' ')
    const text = given ?? (body === undefined ? undefined : JSON.stringify(body))
    ctx = createTestContext(db, actor, { ...(now ? { now } : {}), providers })
    const response = await app.request(path, {
      method,
      headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(text === undefined ? {} : { body: text }),
    })
    const type = response.headers.get('content-type') ?? ''
    // biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
    const payload: any = type.includes('json') ? await response.json() : new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body: payload }
  }
}
