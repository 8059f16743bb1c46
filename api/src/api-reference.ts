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

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Tideline / API reference</title>
  </head>
  <body>
    <script id="api-reference" data-url="/reference/openapi.json" data-configuration='{"withDefaultFonts":false,"telemetry":false,"showDeveloperTools":"never","hideClientButton":true,"hiddenClients":true,"agent":{"disabled":true},"mcp":{"disabled":true}}'></script>
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
