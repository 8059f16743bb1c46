import type { MiddlewareHandler } from 'hono'

/**
 * Allows all sites to load a public resource that does not depend on the caller. Register it before the middleware that
 * restricts all other responses. Otherwise the headers of that middleware apply.
 */
export const allowAllOrigins: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.delete('Access-Control-Allow-Credentials')
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
}
