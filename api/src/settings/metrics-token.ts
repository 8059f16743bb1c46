import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { notFound, unauthorized } from '../http/api-error.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Lets in who sends METRICS_TOKEN. Without that setting everybody may look, but in production nobody: throws 401 or 404. */
export function requireMetricsToken(config: Pick<Config, 'METRICS_TOKEN' | 'isProduction'>, request: Request): void {
  if (config.METRICS_TOKEN === undefined) {
    if (config.isProduction) throw notFound('METRICS_TOKEN is not set')
    return
  }
  const given = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  // Digests, because the comparison wants equal lengths and must not tell by its time how much was right.
  if (!timingSafeEqual(digest(given), digest(config.METRICS_TOKEN))) throw unauthorized('metrics token')
}
