import { getConnInfo } from '@hono/node-server/conninfo'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import type { Logger } from 'pino'
import type { Authenticator } from './accounts/authenticate.ts'
import type { Config } from './config/config.ts'
import { getCallerAddress } from './config/trusted-proxies.ts'
import type { Database } from './db/database.ts'
import { operations, responseHeaders } from './generated/operations.ts'
import { handlers } from './handlers.ts'
import { allowAllOrigins } from './http/allow-all-origins.ts'
import { ApiError, createNotFoundError } from './http/api-error.ts'
import { createCallLimit } from './http/call-limit.ts'
import { type Actor, type Ctx, getActorApiKey, getCaller, type Sandbox } from './http/context.ts'
import type { Env } from './http/env.ts'
import { getProblemPath, toProblemResponse } from './http/errors.ts'
import { disableRedaction } from './http/log.ts'
import { findMethodError } from './http/method-not-allowed.ts'
import type { Metrics } from './http/metrics.ts'
import type { OperationEntry, OperationId } from './http/operation.ts'
import { createEventStreams, type EventStreams } from './http/progress.ts'
import { getPublicUrl } from './http/public-url.ts'
import type { RateLimits } from './http/rate-limit.ts'
import type { ReadReplica } from './http/read-replica.ts'
import { registerOperations } from './http/register-operations.ts'
import { getRequestId } from './http/request-id.ts'
import { ResponseHeaders } from './http/response-headers.ts'
import type { SecretKeys } from './http/secrets.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { throttleReports } from './http/throttle-reports.ts'
import type { Tracing } from './http/tracing.ts'
import type { Providers } from './providers/index.ts'
import type { SandboxClock } from './sandbox/clock.ts'
import { createResettingError } from './sandbox/reset-sandbox.ts'
import { getExternalSources } from './settings/external-sources.ts'

/**
 * Authenticator for bearer tokens. In a sandbox, sessions expire by the real clock, and API keys expire by the sandbox
 * clock.
 */
export interface AppAuthenticator extends Pick<Authenticator, 'forget'> {
  authenticate: (token: string, moment: { now: Date; world: Date }) => Promise<Actor | undefined>
}

export interface AppDependencies {
  config: Config
  database: Database
  log: Logger
  metrics: Metrics
  /** Absent if no collector is configured. */
  tracing?: Tracing | undefined
  providers: Providers
  authenticator: AppAuthenticator
  rateLimits: RateLimits
  /** Absent if no replica is configured. */
  replica?: ReadReplica | undefined
  keys: SecretKeys
  now?: () => Date
  /** The sandbox, if this is a sandbox server. Its clock replaces `now`. */
  sandbox?: SandboxClock & Sandbox
}

const anonymous: Actor = { kind: 'anonymous' }

const getSession = (actor: Actor, ip: string) => ('sessionId' in actor ? actor.sessionId : ip)

const getConnection = (c: Context) => {
  try {
    return getConnInfo(c).remote.address ?? '0.0.0.0'
  } catch {
    // Address for test requests and simulator events, which have no network connection.
    return '127.0.0.1'
  }
}

/**
 * Returns whether a request may have committed changes, even if its response is an error. A 503 response means that the
 * client must repeat the request.
 */
const mayHaveWritten = (c: Context<Env>) => {
  const id = c.get('operationId') as OperationId | undefined
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  return (
    c.res.status !== 503 && id !== undefined && (!isRead || (operations[id] as OperationEntry).sameAs !== undefined)
  )
}

/** Health checks for load balancers, which are exempt from rate limits. */
const probes = new Set(['/api/health', '/api/ready'])

/** Creates the API: first the middleware, then one route for each operation of the contract. */
export function createApp(parts: AppDependencies): { app: Hono<Env>; api: OpenAPIHono<Env>; streams: EventStreams } {
  const { config, database, log, metrics, providers } = parts
  const clock = parts.now ?? (() => new Date())
  const requestLog = disableRedaction(log)
  const limitCalls = createCallLimit()
  const app = new Hono<Env>()

  const logUnavailable = throttleReports<Error>((problem, times) =>
    log.error({ problem: problem.message, calls: times }, 'PostgreSQL is unavailable; requests receive 503'),
  )
  const logBusy = throttleReports<Error>((problem, times) =>
    log.warn({ problem: problem.message, calls: times }, 'the database is busy; requests return 503'),
  )
  const logUnrecorded = (problem: Error) =>
    log.error({ problem: problem.message }, 'a write was not recorded; its caller may read it late from the replica')
  app.onError((thrown, c) => {
    const requestId = c.get('requestId') ?? getRequestId(undefined)
    const problem = toProblemResponse(thrown, requestId, c.req.path.startsWith('/api/v4/agent/widget'))
    // The detail of a PostgreSQL error is not logged because it can contain personal data.
    const detail = thrown instanceof ApiError ? thrown.detail : undefined
    if (problem.isDatabaseOutage) logUnavailable(thrown, performance.now())
    else if (problem.isBusy) logBusy(thrown, performance.now())
    else if (problem.isServerFault)
      log.error({ requestId, operation: c.get('operationId'), err: thrown, detail }, 'request failed')
    else
      log.debug(
        { requestId, operation: c.get('operationId'), code: problem.body.errors[0]?.code, detail },
        'request rejected',
      )
    metrics.rejections.inc({ status: problem.status, code: problem.body.errors[0]?.code ?? '' })
    const type = `${getPublicUrl(config)}${getProblemPath(problem.body.errors[0]?.code ?? '')}`
    return c.json({ ...problem.body, type }, problem.status as 400, {
      'Cache-Control': 'no-store',
      ...problem.headers,
      'X-Request-Id': requestId,
    })
  })
  app.notFound((c) => {
    throw findMethodError(c.req.method, c.req.path) ?? createNotFoundError(c.req.path)
  })

  app.use('/api/v1/widgets/*', allowAllOrigins)
  if (config.CORS_ORIGINS.length)
    app.use('/api/*', cors({ origin: config.CORS_ORIGINS, maxAge: 600, exposeHeaders: responseHeaders }))
  const getSecurityHeaders = createSecurityHeaders(config, () => getExternalSources(database.db))
  app.use('*', async (c, next) => {
    const headers = new ResponseHeaders(getSecurityHeaders())
    c.set('headers', headers)
    await next()
    headers.addTo(c.res)
  })
  if (parts.tracing) app.use('/api/*', parts.tracing.middleware)
  app.use('/api/*', async (c, next) => {
    const started = performance.now()
    const requestId = getRequestId(c.req.header('x-request-id'))
    c.set('requestId', requestId)
    c.get('headers').set('X-Request-Id', requestId)
    const bearer = c.req.header('authorization')
    const world = clock()
    await parts.sandbox?.refresh()
    if (parts.sandbox?.isResetting() && !probes.has(c.req.path)) throw createResettingError()
    const now = parts.sandbox?.now() ?? world
    const ip = getCallerAddress(getConnection(c), c.req.header('x-forwarded-for'), config.TRUSTED_PROXIES)
    const actor = bearer?.startsWith('Bearer ')
      ? ((await parts.authenticator.authenticate(bearer.slice(7), { now, world })) ?? anonymous)
      : anonymous
    const ctx: Ctx = {
      actor,
      now,
      requestId,
      idempotencyKey: c.req.header('idempotency-key'),
      ip,
      userAgent: c.req.header('user-agent')?.slice(0, 400) ?? '',
      db: database.db,
      log,
      config,
      providers,
      metrics,
      keys: parts.keys,
      replica: parts.replica,
      sandbox: parts.sandbox,
      forgetSession: parts.authenticator.forget,
    }
    c.set('ctx', ctx)
    await next()
    const seconds = (performance.now() - started) / 1000
    const operation = c.get('operationId') ?? 'unknown'
    metrics.seconds.observe({ operation, status: c.res.status }, seconds)
    requestLog.info({
      requestId,
      operation,
      method: c.req.method,
      status: c.res.status,
      ms: Math.round(seconds * 1e4) / 10,
      who: actor.kind,
      key: getActorApiKey(actor)?.keyId,
    })
  })
  app.use('/api/*', async (c, next) => {
    if (probes.has(c.req.path)) return next()
    const { actor, ip } = c.get('ctx')
    const limits = await parts.rateLimits(`${c.req.method} ${c.req.path}`, getSession(actor, ip), ip)
    const headers = c.get('headers')
    for (const [name, value] of Object.entries(limits)) headers.set(name, value)
    const caller = getCaller(actor, ip)
    await limitCalls(caller, async () => {
      await next()
      if (parts.replica && mayHaveWritten(c)) await parts.replica.recordWrite(caller).catch(logUnrecorded)
    })
  })
  app.use('/api/openapi.json', etag())

  const streams = createEventStreams()
  const api = registerOperations(handlers, { validateResponses: config.NODE_ENV !== 'production', streams })
  app.route('/', api)
  return { app, api, streams }
}
