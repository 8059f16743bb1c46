import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { createAuthenticator } from './accounts/authenticate.ts'
import { getDemoEmails } from './accounts/demo-accounts.ts'
import { type AppAuthenticator, createApp } from './app.ts'
import { type Config, ConfigError } from './config/config.ts'
import { createKeyAuthenticator } from './credentials/authenticate-key.ts'
import { isApiKey } from './credentials/key-format.ts'
import { createPool, type Database, openDatabase } from './db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import type { Sandbox } from './http/context.ts'
import { createMetrics } from './http/metrics.ts'
import { getPublicUrl } from './http/public-url.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { openReadReplica } from './http/read-replica.ts'
import { deleteAbandonedUploads } from './http/receive-files.ts'
import { loadSecretKeys } from './http/secrets.ts'
import type { Tracing } from './http/tracing.ts'
import { createJobHandlers } from './jobs/handlers.ts'
import { crontabSchedule } from './jobs/schedule.ts'
import { migrateJobTables, startWorker } from './jobs/worker.ts'
import { createProviders, type Providers } from './providers/index.ts'
import { WEBHOOK_PATH } from './providers/stripe/provider.ts'
import { assertSandboxClockNotAdvanced, openSandboxClock } from './sandbox/clock.ts'
import { createClockAdvancer } from './sandbox/clock-advancer.ts'
import { readSettings } from './settings/settings.ts'

type App = ReturnType<typeof createApp>['app']

/**
 * Connects to the configured database, or starts the embedded one, and migrates it. Throws `ConfigError` if the
 * database cannot be reached or, in production, contains demo accounts.
 */
export async function prepareDatabase(
  config: Config,
): Promise<{ url: string; embedded: EmbeddedPostgres | undefined }> {
  const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres(join(config.dataFolder, 'postgres'))
  const url = config.DATABASE_URL ?? embedded?.url() ?? ''
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((problem: Error) => {
    throw new ConfigError(unreachable(url, problem))
  })
  try {
    await migrate(client)
    const strangers = config.isProduction ? await getDemoEmails(client) : []
    if (strangers.length)
      throw new ConfigError(
        `DATABASE_URL: this database holds demo accounts (${strangers.join(', ')}), whose password is public. Production requires a database without them.`,
      )
    if (!config.TIDELINE_SANDBOX) await assertSandboxClockNotAdvanced(client)
  } finally {
    await client.end()
  }
  await migrateJobTables(url)
  return { url, embedded }
}

/** Returns a one-sentence error message with the database URL. The password is removed from the URL. */
function unreachable(url: string, problem: Error & { code?: string; errors?: Error[] }): string {
  const { hostname, port, pathname } = new URL(url)
  const why = problem.message || problem.errors?.map(({ message }) => message).join(', ') || problem.code
  return `DATABASE_URL: the database ${pathname.slice(1)} at ${hostname}:${port || 5432} is unreachable: ${why}.`
}

/** Starts tracing if a collector is configured. The library is loaded only then. */
async function startConfiguredTracing(config: Config): Promise<Tracing | undefined> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const { startTracing } = await import('./http/tracing.ts')
  return startTracing({ endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: config.OTEL_TRACES_SAMPLER_ARG })
}

/**
 * Creates the complete service: database, providers, app and jobs. `close` stops it without losing work. First no new
 * jobs start, then running jobs finish, and finally providers and connections close.
 */
export async function createService(
  config: Config,
  log: Logger,
  url: string,
  options: { now?: () => Date; database?: Database; mount?: (app: App, providers: Providers) => void } = {},
) {
  const tracing = await startConfiguredTracing(config)
  const database =
    options.database ?? openDatabase(url, { connections: config.DATABASE_POOL, log: tracing?.traceStatement })
  const sandboxClock = config.TIDELINE_SANDBOX ? await openSandboxClock(database.pool, options.now) : undefined
  const now = sandboxClock?.now ?? options.now
  const keys = await loadSecretKeys(database.db, config)
  await deleteAbandonedUploads(config.dataFolder, new Date())
  let receive: (request: Request) => Promise<Response> = () => Promise.reject(new Error('The app is not there yet.'))
  const providers = await createProviders(config, {
    pool: database.pool,
    // The simulator sends its events to the same route as Stripe, but without the network.
    webhook: { url: `${getPublicUrl(config)}${WEBHOOK_PATH}`, fetch: (request) => receive(request) },
    log,
    ...(now ? { now } : {}),
  })
  const metrics = createMetrics(database.pool)
  const sessions = createAuthenticator(database.db, keys.accessToken)
  const readKey = createKeyAuthenticator(database.db, keys, config)
  const authenticator: AppAuthenticator = {
    ...sessions,
    authenticate: (token, { now, world }) =>
      isApiKey(token) ? readKey(token, now) : sessions.authenticate(token, world),
  }
  const replica =
    config.DATABASE_READ_URL === undefined
      ? undefined
      : openReadReplica(config.DATABASE_READ_URL, database, { connections: config.DATABASE_POOL, log, metrics })
  const rateLimits = await createRateLimits(database.pool, config)
  // Reads the settings once so that even the first page has the chat and map sources.
  await readSettings(database.db, now?.() ?? new Date())
  const parts = { config, database, log, metrics, providers, authenticator, rateLimits, replica, keys, tracing }
  const jobParts = { database, providers, keys, config }
  const reset: Sandbox['reset'] = async (ctx) => {
    const { resetDemoBook } = await import('./demo-book/reset-demo-book.ts')
    const policyCount = await resetDemoBook(jobParts, ctx)
    sessions.clear()
    return policyCount
  }
  const machine = sandboxClock && createClockAdvancer({ ...jobParts, clock: sandboxClock, log, reset })
  const { app, api, streams } = createApp({
    ...parts,
    ...(options.now ? { now: options.now } : {}),
    ...(sandboxClock && machine ? { sandbox: { ...sandboxClock, advance: machine.advanceBy, reset } } : {}),
  })
  // The sites must be mounted before events are received. Waiting events arrive immediately, and routes cannot be added
  // to an app after its first request.
  options.mount?.(app, providers)
  receive = async (request) => app.fetch(request)
  // The worker has its own pool so that requests never wait for its connections.
  const jobsPool = config.RUN_JOBS ? createPool(url, { connections: 8 }) : undefined
  const handlers = machine?.handlers ?? createJobHandlers(jobParts)
  const worker = jobsPool
    ? await startWorker({
        pool: jobsPool,
        handlers: tracing?.traceHandlers(handlers) ?? handlers,
        log,
        crontab: crontabSchedule,
      })
    : undefined
  return {
    app,
    api,
    database,
    providers,
    keys,
    streams,
    close: async () => {
      streams.end()
      await worker?.stop()
      await jobsPool?.end()
      await providers.close()
      await replica?.close()
      if (!options.database) await database.close()
      await tracing?.close().catch((err: unknown) => log.warn({ err }, 'the last traces were not sent'))
    },
  }
}
