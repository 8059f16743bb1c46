import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, raw } from 'hono/html'

const style = raw(readFileSync(join(import.meta.dirname, 'text-page.css'), 'utf8'))

const logo = raw(
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0b5fa5"/><path d="M5 14q3.7-4 7.3 0t7.4 0 7.3 0M5 21q3.7-4 7.3 0t7.4 0 7.3 0" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>',
)

interface TextPageParts {
  head?: unknown
  /** The navigation beside the text. On a phone, it follows the text. */
  navigation?: unknown
  /** The headings of the page, on wide screens only. */
  outline?: unknown
}

/** Renders a page of text for developers that is not part of the web apps. */
export const renderTextPage = (
  title: string,
  body: unknown,
  { head = '', navigation = '', outline = '' }: TextPageParts = {},
) =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Tideline / ${title}</title>
    <style>${style}</style>${head}
  </head>
  <body>
    <header class="top">
      <a class="brand" href="/docs/quick-start">${logo}Tideline developers</a>
      <a href="/docs/quick-start">Guides</a>
      <a href="/reference">API reference</a>
      <a href="/problems">Problems</a>
      <a href="/downloads/">Downloads</a>
    </header>
    <div class="page">${navigation}<main>${body}</main>${outline}</div>
  </body>
</html>`
