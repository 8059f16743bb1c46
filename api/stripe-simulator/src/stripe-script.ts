import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'

/** Parts of the script, in the order of their dependencies. */
const PARTS = ['dom', 'card-number', 'fields', 'elements', 'dialogs', 'transport', 'stripe']

/**
 * Joins the parts of the simulated Stripe.js into one script, which pages load with a `script` element. Removes the
 * imports and exports of the parts because a single script does not need them.
 */
async function buildScript(): Promise<string> {
  const sources = await Promise.all(
    PARTS.map((part) => readFile(new URL(`./browser/${part}.js`, import.meta.url), 'utf8')),
  )
  const body = sources
    .join('\n')
    .replaceAll(/^import [^;]*? from '[^']*'$/gm, '')
    .replaceAll(/^export /gm, '')
  return `;(() => {\n'use strict'\n${body}\n})()\n`
}

let script: Promise<string> | undefined

/** Serves the script that defines the simulated `window.Stripe`. */
export async function serveStripeScript(c: Context) {
  script ??= buildScript()
  return c.body(await script, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' })
}
