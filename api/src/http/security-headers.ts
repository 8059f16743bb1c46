import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config/config.ts'

/** URLs of other sites from which pages may load content, as configured in the settings. */
export interface ExternalSources {
  chatScript: string | null
  mapTiles: readonly (string | null)[]
}

const getOrigins = (addresses: readonly (string | null)[]) => [
  ...new Set(addresses.filter((address) => address !== null).map((address) => new URL(address).origin)),
]

/**
 * Creates the headers for the allowed sources: our own origin, the map and chat hosts and, if the deployment uses
 * Stripe, Stripe's hosts (https://docs.stripe.com/security/guide).
 */
function createHeaders(config: Config, chat: string[], tiles: string[]): MiddlewareHandler {
  const isStripe = config.STRIPE_SECRET_KEY !== undefined
  const stripe = isStripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...stripe, ...chat],
      frameSrc: ["'self'", ...stripe, ...(isStripe ? ['https://hooks.stripe.com'] : []), ...chat],
      connectSrc: ["'self'", ...(isStripe ? ['https://api.stripe.com'] : []), ...chat],
      imgSrc: ["'self'", 'data:', 'blob:', ...tiles, ...chat],
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'", 'data:'],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      frameAncestors: ["'self'"],
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'SAMEORIGIN',
    strictTransportSecurity: config.isProduction ? 'max-age=31536000; includeSubDomains' : false,
    crossOriginEmbedderPolicy: false,
    // Browsers isolate pages by origin even without this header. With the header, they log a warning for every
    // sandboxed email frame.
    originAgentCluster: false,
  })
}

/** Adds security headers to every response. The headers allow the map and chat hosts from the settings. */
export function createSecurityHeaders(config: Config, outside: () => ExternalSources): MiddlewareHandler {
  const cache = new Map<string, MiddlewareHandler>()
  return (c, next) => {
    const { chatScript, mapTiles } = outside()
    const [chat, tiles] = [getOrigins([chatScript]), getOrigins(mapTiles)]
    const key = `${chat} ${tiles}`
    const headers = cache.get(key) ?? createHeaders(config, chat, tiles)
    cache.set(key, headers)
    return headers(c, next)
  }
}
