import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { mountApiReference } from './api-reference.ts'
import type { Config } from './config/config.ts'
import { mountDocs } from './docs-site.ts'
import { mountDownloads } from './downloads.ts'
import type { Env } from './http/env.ts'
import { getPublicUrl } from './http/public-url.ts'
import { registerProblemPages } from './problem-pages.ts'
import type { Providers } from './providers/index.ts'
import { packagesFolder } from './settings/packages.ts'

const root = dirname(dirname(import.meta.dirname))
const portal = join(root, 'portal-web/dist')
const backOffice = join(root, 'admin-web/dist')

/**
 * Sets the `Cache-Control` header. Asset files have a hash in their names, so they are cached permanently. All other
 * files are revalidated with every request.
 */
const setCacheControl = (path: string, c: Context) =>
  c.header('Cache-Control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')

const readList = <Row>(folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row[]

const createPathMatcher = (pathname: string) => {
  const pattern = new URLPattern({ pathname }, { ignoreCase: true })
  return (path: string) => pattern.test({ pathname: path.replace(/(.)\/$/, '$1') })
}

/** Returns a function that checks whether the app has a page for a URL path, based on the app's URL patterns. */
function createKnownPathCheck(folder: string): (path: string) => boolean {
  // Older builds have no list of URL patterns.
  if (!existsSync(join(folder, 'addresses.json'))) return () => true
  const known = readList<string>(folder, 'addresses.json').map(createPathMatcher)
  return (path) => known.some((isAt) => isAt(path))
}

/**
 * Returns a function that finds the HTML file for a URL path: the page's own file, or `index.html` if there is none.
 */
function createPageFinder(folder: string): (path: string) => string {
  // Older builds have no separate files for pages.
  if (!existsSync(join(folder, 'pages.json'))) return () => 'index.html'
  const pages = readList<{ at: string; file: string }>(folder, 'pages.json').map(({ at, file }) => ({
    isAt: createPathMatcher(at),
    file,
  }))
  return (path) => pages.find(({ isAt }) => isAt(path))?.file ?? 'index.html'
}

/**
 * Serves a built single-page app. Paths that are not files return the app's HTML page, with status 404 if the app has
 * no such page.
 */
function mountApp(
  app: Hono<Env>,
  base: string,
  folder: string,
  isKnown: (path: string) => boolean,
  pageAt: (path: string) => string,
) {
  const files = serveStatic({
    root: folder,
    rewriteRequestPath: (path) => path.slice(base.length - 1),
    onFound: setCacheControl,
    precompressed: true,
  })
  const page = (path: string) => serveStatic({ root: folder, path, onFound: setCacheControl, precompressed: true })
  const isOurs = (path: string) => !path.startsWith('/api/')
  // An older page may request a hashed file that a release removed. The response is 404 because the HTML page cannot
  // run as a script.
  const isPage = (path: string) => isOurs(path) && !path.includes('/assets/')
  // Metadata files of the build, such as `.inputs`, are not served.
  const isHidden = (path: string) => /\/(\.|%2e)/i.test(path)
  app.get(`${base}*`, compress(), (c, next) => (isOurs(c.req.path) && !isHidden(c.req.path) ? files(c, next) : next()))
  app.get(`${base}*`, async (c, next) => {
    if (!isPage(c.req.path)) return next()
    const response = await page(pageAt(c.req.path))(c, next)
    // A file is always served with status 200.
    return response && !isKnown(c.req.path)
      ? new Response(response.body, { status: 404, headers: response.headers })
      : response
  })
}

/**
 * Serves everything except the API: both web apps, the API reference, the documentation, the pages about error codes,
 * the packages of the SDK and the CLI, the embedded mailbox and the Stripe simulator.
 */
export function mountSites(
  app: Hono<Env>,
  providers: Providers,
  config: Config,
  built = { portal, backOffice, packages: packagesFolder },
) {
  registerProblemPages(app)
  mountDocs(app, getPublicUrl(config))
  mountDownloads(app, config, built.packages)
  mountApiReference(app)
  if (providers.stripe.simulator) app.route('/stripe-simulator', providers.stripe.simulator.app)
  if (providers.mailbox) app.route('/mailbox', providers.mailbox)
  app.get('/admin', (c) => c.redirect('/admin/'))
  if (existsSync(built.backOffice))
    mountApp(app, '/admin/', built.backOffice, createKnownPathCheck(built.backOffice), () => 'index.html')
  // The page of a proof of insurance link is not listed by search engines (POL-15).
  app.use('/proof-of-insurance', async (c, next) => {
    await next()
    c.header('X-Robots-Tag', 'noindex')
  })
  if (existsSync(built.portal))
    mountApp(app, '/', built.portal, createKnownPathCheck(built.portal), createPageFinder(built.portal))
}
