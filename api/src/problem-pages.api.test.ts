import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@tideline/sdk/words'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import type { Env } from './http/env.ts'
import { mountSites } from './sites.ts'
import { createTestApi } from './testing/api.ts'

const { call, config, providers } = await createTestApi({ PUBLIC_URL: 'https://tideline.test/' })
const folder = await mkdtemp(join(tmpdir(), 'tideline-sites-'))
afterAll(() => rm(folder, { recursive: true }))
await writeFile(join(folder, 'index.html'), 'the back office')
await writeFile(join(folder, '.inputs'), 'stamp')
const repository = join(import.meta.dirname, '../..')
await cp(join(repository, 'admin-web/public/addresses.json'), join(folder, 'addresses.json'))
const site = new Hono<Env>()
mountSites(site, providers, config, { portal: '/nowhere', backOffice: folder, packages: '/nowhere' })

describe('problem pages', () => {
  it('are served at the URL in the type field of an error response', async () => {
    for (const [path, code] of [
      ['/api/v1/nothing', 'not_found'],
      ['/api/v1/policies', 'unauthorized'],
    ] as const) {
      const { type } = await (await call('GET', path)).json()
      expect(type).toBe(`https://tideline.test/problems/${code}`)
      expect(await (await site.request(new URL(type).pathname)).text()).toContain(`<code>${code}</code>`)
    }
  })

  it.each(errorCodes.map(({ code }) => code))('show the cause and solution of %s', async (code) => {
    const response = await site.request(`/problems/${code}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const text = await response.text()
    expect(text).toMatch(/<h2>Cause<\/h2><p>\S[\s\S]*<h2>Remedy<\/h2><p>\S/)
  })

  it('list the messages and operations of an error code, and return 404 for an unknown code', async () => {
    const text = await (await site.request('/problems/quote_expired')).text()
    expect(text).toContain('<h2>Text shown</h2>')
    expect(text).toContain('<code>PUT /api/v2/endorsement/bind</code>')
    expect((await site.request('/problems/%3Cscript%3E')).status).toBe(404)
  })

  it('are all linked from the index page', async () => {
    const text = await (await site.request('/problems')).text()
    expect(errorCodes.filter(({ code }) => !text.includes(`href="/problems/${code}"`))).toEqual([])
  })
})

describe('proof of insurance page (POL-15)', () => {
  it('is excluded from search engines, unlike other pages of the portal', async () => {
    const portal = new Hono<Env>()
    mountSites(portal, providers, config, { portal: folder, backOffice: '/nowhere', packages: '/nowhere' })
    const [proof, other] = [await portal.request('/proof-of-insurance'), await portal.request('/')]
    expect(await proof.text()).toBe('the back office')
    expect(proof.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(other.headers.get('X-Robots-Tag')).toBeNull()
  })
})

describe('hidden files in an app folder', () => {
  it.each(['/admin/.inputs', '/admin/%2Einputs', '/admin/assets/.inputs'])(
    'are not served: %s returns 404',
    async (path) => {
      const response = await site.request(path)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('stamp')
    },
  )
})

describe('back-office URLs', () => {
  it.each(['/admin/', '/admin/policies', '/admin/policies/RFL3000101', '/admin/billing/payments/disputes'])(
    'return the page with status 200 for %s',
    async (path) => expect((await site.request(path)).status).toBe(200),
  )
  it.each(['/admin/nothing', '/admin/policies/RFL3000101/edit/more', '/admin/reviews/create'])(
    'return the back-office page with status 404 for %s',
    async (path) => {
      const response = await site.request(path)
      expect([response.status, await response.text()]).toEqual([404, 'the back office'])
    },
  )
})
