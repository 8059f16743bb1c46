import type { MiddlewareHandler } from 'hono'

/**
 * For what other houses' sites load and read, whoever visits them: nothing behind it looks at who asks. Stands before the
 * headers that keep all else to our own pages, and so has the last word.
 */
export const openToAllSites: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.delete('Access-Control-Allow-Credentials')
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
}
