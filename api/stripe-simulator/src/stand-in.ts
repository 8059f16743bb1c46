import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'

/** In the order in which they build on each other. */
const PARTS = ['dom', 'card-number', 'fields', 'elements', 'dialogs', 'transport', 'stripe']

/**
 * One plain script out of the parts: pages load it with an ordinary script element, like Stripe's. The parts are modules so that
 * they can be read and tested alone; joined in one function they need neither their imports nor their exports.
 */
async function join(): Promise<string> {
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

/** Serves the stand-in for `window.Stripe`. */
export async function startStandIn(c: Context) {
  script ??= join()
  return c.body(await script, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' })
}
