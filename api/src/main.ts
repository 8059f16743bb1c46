import { type ServerType, serve } from '@hono/node-server'
import { ConfigError, readConfig } from './config/config.ts'
import { watchEmbeddedPostgres } from './db/watch-embedded-postgres.ts'
import { createLogger } from './http/log.ts'
import { createService, prepareDatabase } from './service.ts'
import { mountSites } from './sites.ts'

/** Time for open connections to finish after a shutdown signal, in milliseconds. */
const shutdownTimeoutMs = 5_000

const listen = (
  fetch: (request: Request, env: unknown) => Response | Promise<Response>,
  hostname: string,
  port: number,
) =>
  new Promise<ServerType>((resolve, reject) => {
    const server = serve({ fetch: fetch as never, hostname, port }, () => resolve(server))
    server.once('error', reject)
  })

async function main() {
  const config = readConfig(process.env)
  const log = createLogger(config.LOG_LEVEL)
  const { url, embedded } = await prepareDatabase(config)
  // The embedded server is watched only if this process started it.
  const unwatch = embedded?.startedHere ? watchEmbeddedPostgres(embedded, log) : undefined
  const service = await createService(config, log, url, {
    mount: (app, providers) => mountSites(app, providers, config),
  })
  if (config.SEED_DEMO_BOOK) {
    const { seedDemoBook } = await import('./demo-book/demo-book.ts')
    await seedDemoBook({ ...service, config }, new Date())
  }
  const server = await listen(service.app.fetch as never, config.HOST, config.PORT)
  log.info({ port: config.PORT }, 'listening')
  process.send?.({ ready: true, port: config.PORT })

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), shutdownTimeoutMs * 2).unref()
    // Ends the event streams first because they keep their connections open.
    service.streams.end()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), shutdownTimeoutMs).unref()
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    })
    await service.close()
    await unwatch?.()
    await embedded?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
  process.on('disconnect', () => void stop('parent is gone'))
}

main().catch((problem: unknown) => {
  const known = problem instanceof ConfigError || (problem as { code?: string }).code === 'EADDRINUSE'
  process.stderr.write(`${known ? (problem as Error).message : ((problem as Error).stack ?? String(problem))}\n`)
  process.exit(1)
})
