import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Config } from '../config/config.ts'

/** Stripe.js and map tiles come from elsewhere when a deployment uses them; everything else is our own address. */
export const securityHeaders = (config: Config): MiddlewareHandler => {
  const stripe = config.STRIPE_SECRET_KEY
    ? ['https://js.stripe.com', 'https://api.stripe.com', 'https://hooks.stripe.com']
    : []
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...stripe],
      frameSrc: ["'self'", ...stripe],
      connectSrc: ["'self'", ...stripe, 'https:'],
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
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
