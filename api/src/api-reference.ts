import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { Env } from './http/env.ts'

const require = createRequire(import.meta.url)
const scalar = join(dirname(require.resolve('@scalar/api-reference')), 'browser')

/** Styles of the API reference that make it accessible: contrast, sizes of buttons, names of links, and no scrolling areas. */
const styles = `
  .light-mode {
    --scalar-color-2: #51606f;
    --scalar-color-3: #5f6b77;
    --scalar-sidebar-color-2: #51606f;
    --scalar-sidebar-search-color: #5f6b77;
    --scalar-color-blue: #0b5fa5;
    --scalar-color-green: #186a3b;
    --scalar-color-yellow: #7a5400;
    --scalar-color-orange: #a8450a;
    --scalar-color-red: #b3261e;
  }
  .dark-mode {
    --scalar-color-3: #a3b3c2;
    --scalar-sidebar-search-color: #a3b3c2;
    --scalar-color-red: #ff8a80;
  }
  .endpoints, .scalar-card-content:has(> .endpoints) { max-height: none !important; overflow: visible !important; }
  .endpoint, .endpoint-path { min-width: 0; overflow-wrap: anywhere; white-space: normal !important; }
  [data-sidebar-id] button[aria-expanded].absolute { min-width: 24px; min-height: 24px; }
  a:has(> span.ml-1:empty) { display: none; }
  @media (max-width: 389px) {
    a > span.ml-1:not(:empty) {
      display: block !important; position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap;
    }
  }`

const configuration = {
  ...{ withDefaultFonts: false, telemetry: false, showDeveloperTools: 'never' },
  ...{ hideClientButton: true, hiddenClients: true, agent: { disabled: true }, mcp: { disabled: true } },
  customCss: styles,
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Tideline / API reference</title>
  </head>
  <body>
    <script id="api-reference" data-url="/reference/openapi.json" data-configuration='${JSON.stringify(configuration)}'></script>
    <script src="/reference/standalone.js"></script>
  </body>
</html>`

interface Example {
  example?: unknown
  examples?: Record<string, object>
}
interface Parameter extends Example {
  in: string
  required?: boolean
  content?: Record<string, Example>
}

const isParameter = (value: object): value is Parameter => 'in' in value && 'name' in value

/** Disables an example until the user selects it. Uses `x-disabled`, an extension of the API reference UI Scalar. */
function disableExample(place: Example) {
  if (place.example === undefined) return
  place.examples = { one: { value: place.example, 'x-disabled': true } }
  delete place.example
}

/**
 * Returns the contract for the API reference. Disables the examples of optional parameters. Otherwise, the reference
 * would send all filters at once, and lists would be empty.
 */
export function prepareContractForReference(contract: string): string {
  return JSON.stringify(JSON.parse(contract), (_, value) => {
    if (typeof value !== 'object' || value === null || !isParameter(value)) return value
    if (value.required || value.in === 'path') return value
    for (const place of [value, ...Object.values(value.content ?? {})]) disableExample(place)
    return value
  })
}

/** Serves the API reference with its request form. The form sends requests to the same server. */
export function mountApiReference(app: Hono<Env>) {
  let document: string | undefined
  app.get('/reference', (c) => c.html(page))
  app.get('/reference/standalone.js', compress(), serveStatic({ root: scalar, path: 'standalone.js' }))
  app.get('/reference/openapi.json', compress(), etag(), (c) => {
    document ??= prepareContractForReference(readFileSync(require.resolve('@tideline/openapi/bundle.json'), 'utf8'))
    return c.body(document, 200, { 'Content-Type': 'application/json' })
  })
}
