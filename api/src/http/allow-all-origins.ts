import type { MiddlewareHandler } from 'hono'

/**
 * Allows all sites to call public operations that do not depend on the caller, and answers their preflight requests.
 * Register it before the middleware that restricts all other responses. Otherwise the headers of that middleware apply.
 */
export const allowAllOrigins: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS')
    c.res = c.body(null, 204, {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    })
  else await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.delete('Access-Control-Allow-Credentials')
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
}
