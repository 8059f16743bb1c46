import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Env } from './http/env.ts'
import { mountProblemPages } from './problem-pages.ts'
import type { Providers } from './providers/index.ts'
import { mountReference } from './reference.ts'

const root = dirname(dirname(import.meta.dirname))
const portal = join(root, 'portal-web/dist')
const backOffice = join(root, 'admin-web/dist')

/** Hashed files never change; pages are asked for anew each time. */
const caching = (path: string, c: Context) =>
  c.header('Cache-Control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')

const listBeside = <Row>(folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row[]

const stands = (pathname: string) => {
  const pattern = new URLPattern({ pathname }, { ignoreCase: true })
  return (path: string) => pattern.test({ pathname: path.replace(/(.)\/$/, '$1') })
}

/** Whether an address has a page, by the list of URL patterns that lies beside the app. */
function knownAddresses(folder: string): (path: string) => boolean {
  // A build from before there was a list has none.
  if (!existsSync(join(folder, 'addresses.json'))) return () => true
  const known = listBeside<string>(folder, 'addresses.json').map(stands)
  return (path) => known.some((isAt) => isAt(path))
}

/** The file that an address begins with: some have a page of their own, made with the app, which needs fewer trips. */
function firstPages(folder: string): (path: string) => string {
  // A build from before there were any has none.
  if (!existsSync(join(folder, 'pages.json'))) return () => 'index.html'
  const pages = listBeside<{ at: string; file: string }>(folder, 'pages.json').map(({ at, file }) => ({
    isAt: stands(at),
    file,
  }))
  return (path) => pages.find(({ isAt }) => isAt(path))?.file ?? 'index.html'
}

/**
 * A built single-page app: its files, and its page for every other address below it. Where the page will say that there
 * is nothing, the status says so, too.
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
    onFound: caching,
    precompressed: true,
  })
  const page = (path: string) => serveStatic({ root: folder, path, onFound: caching, precompressed: true })
  const isOurs = (path: string) => !path.startsWith('/api/')
  // A hashed file that is gone (an older page after a release) is a 404; the page in its place would not be a script.
  const isPage = (path: string) => isOurs(path) && !path.includes('/assets/')
  // The build's own notes, such as `.inputs`, lie beside the files and are not served.
  const isHidden = (path: string) => /\/(\.|%2e)/i.test(path)
  app.get(`${base}*`, compress(), (c, next) => (isOurs(c.req.path) && !isHidden(c.req.path) ? files(c, next) : next()))
  app.get(`${base}*`, async (c, next) => {
    if (!isPage(c.req.path)) return next()
    const answer = await page(pageAt(c.req.path))(c, next)
    // The file's own status is always 200.
    return answer && !isKnown(c.req.path) ? new Response(answer.body, { status: 404, headers: answer.headers }) : answer
  })
}

/** What is served beside the API on the one address: both apps, the reference, the pages of problems, and the embedded stand-ins. */
export function mountSites(app: Hono<Env>, providers: Providers, built = { portal, backOffice }) {
  mountProblemPages(app)
  mountReference(app)
  if (providers.stripe.simulator) app.route('/stripe-simulator', providers.stripe.simulator.app)
  if (providers.mailbox) app.route('/mailbox', providers.mailbox)
  app.get('/admin', (c) => c.redirect('/admin/'))
  if (existsSync(built.backOffice))
    mountApp(app, '/admin/', built.backOffice, knownAddresses(built.backOffice), () => 'index.html')
  if (existsSync(built.portal)) mountApp(app, '/', built.portal, knownAddresses(built.portal), firstPages(built.portal))
}
