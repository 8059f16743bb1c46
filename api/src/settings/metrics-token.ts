import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { notFound, unauthorized } from '../http/api-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Checks the METRICS_TOKEN of a request. If the token is not configured, metrics are public, except in production,
 * where they return 404. Throws 401 or 404.
 */
export function requireMetricsToken(config: Pick<Config, 'METRICS_TOKEN' | 'isProduction'>, request: Request): void {
  if (config.METRICS_TOKEN === undefined) {
    if (config.isProduction) throw notFound('METRICS_TOKEN is not set')
    return
  }
  const given = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  // Compares digests, because the comparison requires equal lengths and must not reveal through its time how much was
  // right.
  if (!timingSafeEqual(digest(given), digest(config.METRICS_TOKEN))) throw unauthorized('metrics token')
}
