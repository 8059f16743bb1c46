import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config/config.ts'

/** URLs of other sites from the settings that pages may load from. */
export interface ExternalSources {
  chatScript: string | null
  mapTiles: readonly (string | null)[]
}

const getOrigins = (addresses: readonly (string | null)[]) => [
  ...new Set(addresses.filter((address) => address !== null).map((address) => new URL(address).origin)),
]

/**
 * Creates the headers for the allowed sources: our own origin, the map and chat hosts, and Stripe's hosts if the
 * deployment uses Stripe (https://docs.stripe.com/security/guide).
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
    // Browsers isolate pages by origin without this header. With it, they log a warning for every sandboxed frame of an
    // email.
    originAgentCluster: false,
  })
}

/** Adds security headers to every response. Allows the hosts of the map and the chat that are in the settings. */
export function securityHeaders(config: Config, outside: () => ExternalSources): MiddlewareHandler {
  const made = new Map<string, MiddlewareHandler>()
  return (c, next) => {
    const { chatScript, mapTiles } = outside()
    const [chat, tiles] = [getOrigins([chatScript]), getOrigins(mapTiles)]
    const key = `${chat} ${tiles}`
    const headers = made.get(key) ?? createHeaders(config, chat, tiles)
    made.set(key, headers)
    return headers(c, next)
  }
}
