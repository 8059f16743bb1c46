import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

/**
 * Checks the embedded server every second and restarts it if it has stopped. Returns a function that ends these checks
 * and waits for a restart in progress.
 */
export function watchEmbeddedPostgres(
  server: Pick<EmbeddedPostgres, 'restartIfStopped'>,
  log: Pick<Logger, 'warn' | 'error'>,
): () => Promise<void> {
  const stopping = new AbortController()
  const look = async () => {
    try {
      if (await server.restartIfStopped()) log.warn('the embedded PostgreSQL had stopped and was restarted')
    } catch (problem) {
      // Remains of the killed server can block a restart for a moment. The next check tries again.
      log.error({ problem: (problem as Error).message }, 'the embedded PostgreSQL stopped and could not be restarted')
    }
  }
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look()
      await wait(1000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return () => {
    stopping.abort()
    return watching
  }
}
