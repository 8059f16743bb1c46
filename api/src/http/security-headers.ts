import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config/config.ts'

/** Stripe's own hosts, where a deployment uses Stripe (https://docs.stripe.com/security/guide); all else is our own address. */
export const securityHeaders = (config: Config): MiddlewareHandler => {
  const isStripe = config.STRIPE_SECRET_KEY !== undefined
  const scripts = isStripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts],
      frameSrc: ["'self'", ...scripts, ...(isStripe ? ['https://hooks.stripe.com'] : [])],
      connectSrc: ["'self'", ...(isStripe ? ['https://api.stripe.com'] : [])],
      imgSrc: ["'self'", 'data:', 'blob:'],
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
  })
}
