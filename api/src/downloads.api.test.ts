import { createHash } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import type { Env } from './http/env.ts'
import { readPackage } from './settings/packages.ts'
import { mountSites } from './sites.ts'
import { createTestApi } from './testing/api.ts'

const { call, config, providers } = await createTestApi({ PUBLIC_URL: 'https://tideline.test/' })
const folder = await mkdtemp(join(tmpdir(), 'tideline-downloads-'))
afterAll(() => rm(folder, { recursive: true }))
await writeFile(join(folder, 'tideline-sdk-2.1.0.tgz'), 'the SDK')
await writeFile(join(folder, 'tideline-cli-2.1.0.tgz'), 'the CLI')
await writeFile(join(folder, '.inputs'), 'stamp')

function createSite(packages: string) {
  const site = new Hono<Env>()
  mountSites(site, providers, config, { portal: '/nowhere', backOffice: '/nowhere', packages })
  return site
}
const site = createSite(folder)

describe('/downloads/', () => {
  it('lists both packages with version, installation command and integrity hash', async () => {
    const response = await site.request('/downloads/')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const text = await response.text()
    expect(text).toContain('<a href="/downloads/tideline-sdk-2.1.0.tgz">')
    expect(text).toContain('<code>npm install https://tideline.test/downloads/tideline-sdk.tgz</code>')
    expect(text).toContain('<code>npm install --global https://tideline.test/downloads/tideline-cli.tgz</code>')
    expect(text).toContain(`sha512-${createHash('sha512').update('the SDK').digest('base64')}`)
  })

  it('is the target of a redirect from the URL without a slash', async () => {
    const response = await site.request('/downloads')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/downloads/'])
  })

  it.each([
    ['/downloads/tideline-sdk.tgz', 'the SDK', 'tideline-sdk-2.1.0.tgz'],
    ['/downloads/tideline-sdk-2.1.0.tgz', 'the SDK', 'tideline-sdk-2.1.0.tgz'],
    ['/downloads/tideline-cli.tgz', 'the CLI', 'tideline-cli-2.1.0.tgz'],
  ])('serves the package at %s', async (path, content, fileName) => {
    const response = await site.request(path)
    expect([response.status, await response.text()]).toEqual([200, content])
    expect(response.headers.get('content-type')).toBe('application/gzip')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
  })

  it('reads a package once, and again after it was replaced', async () => {
    const fileName = join(folder, 'tideline-cli-2.1.0.tgz')
    const [first, second] = [await readPackage('cli', folder), await readPackage('cli', folder)]
    expect(second).toBe(first)
    await utimes(fileName, new Date(), new Date(Date.now() + 1000))
    const third = await readPackage('cli', folder)
    expect([third === first, third?.integrity]).toEqual([false, first?.integrity])
  })

  it.each(['tideline-sdk-2.0.0.tgz', '.inputs', '%2Einputs', '..%2F..%2Fpackage.json', 'tideline-api.tgz'])(
    'returns 404 for %s',
    async (file) => expect((await site.request(`/downloads/${file}`)).status).toBe(404),
  )

  it('explains how the packages are created if the server has none', async () => {
    const empty = createSite('/nowhere')
    expect(await (await empty.request('/downloads/')).text()).toContain('This server has no packages yet.')
    expect((await empty.request('/downloads/tideline-sdk.tgz')).status).toBe(404)
  })
})

describe('GET /api/v1/downloads/{package}', () => {
  it.each(['sdk', 'cli'] as const)('returns the package %s, or 404 if the server has none', async (name) => {
    const file = await readPackage(name)
    const response = await call('GET', `/api/v1/downloads/${name}`)
    expect(response.status).toBe(file ? 200 : 404)
    if (file) expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file.fileName}"`)
    else expect(await response.json()).toMatchObject({ errors: [{ code: 'not_found' }] })
  })

  it('returns 400 for an unknown package', async () => {
    expect((await call('GET', '/api/v1/downloads/api')).status).toBe(400)
  })
})
