import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { createNotFoundError, createUnauthorizedError } from '../http/api-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Checks the METRICS_TOKEN of a request. If no token is configured, metrics are public, except in production. Throws
 * 401 if the token is wrong, or 404 in production if none is configured.
 */
export function requireMetricsToken(config: Pick<Config, 'METRICS_TOKEN' | 'isProduction'>, request: Request): void {
  if (config.METRICS_TOKEN === undefined) {
    if (config.isProduction) throw createNotFoundError('METRICS_TOKEN is not set')
    return
  }
  const given = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  // Digests are compared because `timingSafeEqual` requires equal lengths. The duration of the comparison must not
  // reveal how much of the token was correct.
  if (!timingSafeEqual(digest(given), digest(config.METRICS_TOKEN))) throw createUnauthorizedError('metrics token')
}
