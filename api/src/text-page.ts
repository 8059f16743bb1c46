import { html, raw } from 'hono/html'

const style = raw(`
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere }
  h1 { font-size: 1.75rem; margin: 0 0 .25rem } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
  code { font: .9em ui-monospace, monospace } li { margin: .25rem 0 } a { color: light-dark(#0b5cad, #8ec5ff) }
  table { border-collapse: collapse; width: 100% } td { padding: .25rem .75rem .25rem 0; vertical-align: top }`)

interface TextPageParts {
  head?: unknown
  navigation?: unknown
}

/** Renders a page of text for developers that is not part of the web apps. */
export const renderTextPage = (title: string, body: unknown, { head = '', navigation }: TextPageParts = {}) =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Tideline / ${title}</title>
    <style>${style}</style>${head}
  </head>
  <body>${navigation ? html`<div class="docs">${navigation}<main>${body}</main></div>` : html`<main>${body}</main>`}</body>
</html>`
