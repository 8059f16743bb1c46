import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'

/** Source files of the script, in dependency order. */
const PARTS = ['dom', 'card-number', 'fields', 'elements', 'dialogs', 'transport', 'stripe']

/**
 * Joins the source files of the simulated Stripe.js into one script for pages to load. Removes imports and exports,
 * which a single script does not need.
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
