import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EmbeddedServer } from './embedded.ts'

/**
 * Looks after the embedded server once a second and starts it again when it is gone; nobody else would. Ends with the
 * function it gives back, which waits for a start under way.
 */
export function watchEmbedded(
  server: Pick<EmbeddedServer, 'revive'>,
  log: Pick<Logger, 'warn' | 'error'>,
): () => Promise<void> {
  const stopping = new AbortController()
  const look = async () => {
    try {
      if (await server.revive()) log.warn('the embedded PostgreSQL was gone and has been started again')
    } catch (problem) {
      // What its killed predecessor left takes a moment to go; the next look tries again.
      log.error({ problem: (problem as Error).message }, 'the embedded PostgreSQL is gone and does not start')
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
