import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config/config.ts'

/** Addresses of other houses that pages may load from, as the settings name them. */
export interface OutsideSources {
  chatScript: string | null
  mapTiles: readonly (string | null)[]
}

const getOrigins = (addresses: readonly (string | null)[]) => [
  ...new Set(addresses.filter((address) => address !== null).map((address) => new URL(address).origin)),
]

/** Stripe's own hosts, where a deployment uses Stripe (https://docs.stripe.com/security/guide); else our own address alone. */
function headersWith(config: Config, chat: string[], tiles: string[]): MiddlewareHandler {
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
    // Browsers key pages by origin without it. Requested, it logs a warning for every sandboxed frame of an email.
    originAgentCluster: false,
  })
}

/** Security headers on every answer; the map's and the chat's own hosts are let in while a setting names them. */
export function securityHeaders(config: Config, outside: () => OutsideSources): MiddlewareHandler {
  const made = new Map<string, MiddlewareHandler>()
  return (c, next) => {
    const { chatScript, mapTiles } = outside()
    const [chat, tiles] = [getOrigins([chatScript]), getOrigins(mapTiles)]
    const key = `${chat} ${tiles}`
    const headers = made.get(key) ?? headersWith(config, chat, tiles)
    made.set(key, headers)
    return headers(c, next)
  }
}
