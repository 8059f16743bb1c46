import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from 'hono/html'

const read = (file: string) => readFileSync(join(import.meta.dirname, 'embed', file), 'utf8')

/** Script and stylesheet that agency websites load. */
export const widgetScript = read('script.js')
export const widgetStylesheet = read('style.css')

/**
 * Renders the page at a widget's own URL. The page contains only the widget. It has the same Content-Security-Policy as
 * all other Tideline pages.
 */
export const renderWidgetPage = async ({
  id,
  company,
  brand,
}: {
  id: string
  company: string
  brand: string
}): Promise<string> =>
  String(
    await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/v1/widgets/files/style.css" />
    <script src="/api/v1/widgets/files/script.js" defer></script>
    <title>${brand} / Get a quote</title>
    <style>
      body { margin: 0; background: #f6f8fa; color: #17212b; font: 16px/1.5 system-ui, sans-serif }
      main { max-width: 640px; margin: 0 auto; padding: 32px 16px }
      h1 { font-size: 28px; line-height: 36px }
    </style>
  </head>
  <body>
    <main>
      <h1>Get a quote from ${company}</h1>
      <div data-tideline-widget="${id}"></div>
    </main>
  </body>
</html>`,
  )
