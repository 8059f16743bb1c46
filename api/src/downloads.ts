import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Config } from './config/config.ts'
import type { Env } from './http/env.ts'
import { getPublicUrl } from './http/public-url.ts'
import { type PackageFile, packageNames, readPackage } from './settings/packages.ts'
import { renderTextPage } from './text-page.ts'

const titles = { sdk: 'TypeScript SDK', cli: 'Command line' }
const installCommands = { sdk: 'npm install', cli: 'npm install --global' }

/**
 * Serves the page that lists the packages of the SDK and the CLI, and their tarballs under stable names, for example
 * `/downloads/tideline-sdk.tgz`.
 */
export function mountDownloads(app: Hono<Env>, config: Config, folder: string) {
  app.get('/downloads', (c) => c.redirect('/downloads/'))
  app.get('/downloads/', async (c) => {
    const files = await Promise.all(packageNames.map(async (name) => ({ name, file: await readPackage(name, folder) })))
    const found = files.filter((entry): entry is typeof entry & { file: PackageFile } => entry.file !== undefined)
    const body = html`<h1>Downloads</h1>
    ${found.length === 0 ? html`<p>This server has no packages yet. <code>pnpm start</code> creates them in the background, and <code>pnpm build</code> for a deployment.</p>` : ''}
    ${found.map(
      ({ name, file }) => html`<h2>${titles[name]}</h2>
    <p><a href="/downloads/${file.fileName}">${file.fileName}</a>, ${Math.ceil(file.content.byteLength / 1000)} kB</p>
    <p><code>${installCommands[name]} ${getPublicUrl(config)}/downloads/tideline-${name}.tgz</code></p>
    <p><code>${file.integrity}</code></p>`,
    )}
    <p>Both packages require Node.js 20.11 or later. <a href="/reference">API reference</a></p>`
    return c.html(renderTextPage('Downloads', body))
  })
  app.get('/downloads/:file', async (c, next) => {
    for (const name of packageNames) {
      const file = await readPackage(name, folder)
      if (!file || ![file.fileName, `tideline-${name}.tgz`].includes(c.req.param('file'))) continue
      return c.body(new Uint8Array(file.content), 200, {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="${file.fileName}"`,
        'Cache-Control': 'no-cache',
      })
    }
    return next()
  })
}
