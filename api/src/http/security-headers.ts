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
 * Returns the headers for the allowed sources: our own origin, the map and chat hosts and, if the deployment uses
 * Stripe, Stripe's hosts (https://docs.stripe.com/security/guide).
 */
function buildHeaders(config: Config, { chatScript, mapTiles }: ExternalSources): Readonly<Record<string, string>> {
  const chat = getOrigins([chatScript])
  const isStripe = config.STRIPE_SECRET_KEY !== undefined
  const stripe = isStripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  const contentSecurityPolicy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...stripe, ...chat],
    'frame-src': ["'self'", ...stripe, ...(isStripe ? ['https://hooks.stripe.com'] : []), ...chat],
    'connect-src': ["'self'", ...(isStripe ? ['https://api.stripe.com'] : []), ...chat],
    'img-src': ["'self'", 'data:', 'blob:', ...getOrigins(mapTiles), ...chat],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'", 'data:'],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    // All forms are sent with fetch. Injected markup cannot send a form to another site.
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  }
  return {
    'Content-Security-Policy': Object.entries(contentSecurityPolicy)
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Cross-Origin-Embedder-Policy would block the map and chat hosts. Origin-Agent-Cluster changes nothing in current
    // browsers, which then log a warning for every sandboxed email frame.
    'Referrer-Policy': 'no-referrer',
    ...(config.isProduction ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  }
}

/**
 * Returns a function that returns the security headers of every response. The headers allow the map and chat hosts from
 * the settings and are built again only when these hosts change.
 */
export function createSecurityHeaders(config: Config, getSources: () => ExternalSources) {
  let builtFor: string | undefined
  let headers: Readonly<Record<string, string>> = {}
  return () => {
    const sources = getSources()
    const key = `${sources.chatScript} ${sources.mapTiles}`
    if (key !== builtFor) headers = buildHeaders(config, sources)
    builtFor = key
    return headers
  }
}
