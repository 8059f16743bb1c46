import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it, test } from 'vitest'
import { getDocsPages, mountDocs, searchDocs } from './docs-site.ts'
import type { Env } from './http/env.ts'

const site = new Hono<Env>()
mountDocs(site, 'https://api.example.com/a&b')
const getPage = async (path: string) => (await site.request(path)).text()

describe('/docs', () => {
  it('has a page for each guide', () => {
    const guides = readdirSync(join(import.meta.dirname, '../../docs/guides')).map((name) => name.replace('.md', ''))
    expect(getDocsPages().map(({ name }) => name)).toEqual(expect.arrayContaining(guides))
  })

  it('redirects to the quick start', async () => {
    const response = await site.request('/docs')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/quick-start'])
  })

  test.each(getDocsPages())('shows $name with code blocks, and links that exist', async ({ name, title }) => {
    const text = await getPage(`/docs/${name}`)
    expect(text).toContain(`<a href="/docs/${name}" aria-current="page">${title}</a>`)
    expect(text.match(/<h1/g)).toHaveLength(1)
    const links = [...text.matchAll(/href="\/docs\/([\w-]+)(?:#([^"]+))?"/g)]
    const isMissing = ([, page, id]: RegExpExecArray) => {
      const target = getDocsPages().find((candidate) => candidate.name === page)
      return !target || (id !== undefined && !target.html.includes(`id="${id}"`))
    }
    expect(links.filter(isMissing).map(([link]) => link)).toEqual([])
    expect(text).not.toMatch(/href="[^"]*\.(md|ts)[#"]/)
  })

  it('labels each code block with its language', async () => {
    const text = await getPage('/docs/quick-start')
    for (const caption of ['TypeScript', 'Command line', 'Shell'])
      expect(text).toContain(`<figcaption>${caption}</figcaption>`)
    expect(text).toContain('payload.token')
  })

  it('shows commands with the URL of the server', async () => {
    const text = await getPage('/docs/first-integration')
    expect(text.replaceAll(/<[^>]*>/g, '')).toContain('export TIDELINE_URL=https://api.example.com/a&amp;b\n')
    expect(text).not.toContain('localhost:4600')
    expect(text).toContain('<figcaption>JavaScript</figcaption>')
  })

  it('colors code for light and dark mode, and lists the headings of the page', async () => {
    const text = await getPage('/docs/quick-start')
    expect(text).toMatch(/<pre tabindex="0"><code><span class="line"><span style="color:light-dark\(#\w+, #\w+\)/)
    expect(text).toContain('<li><a href="#call-the-api-with-curl">Call the API with curl</a></li>')
  })

  it('returns 404 for an unknown page', async () => {
    expect((await site.request('/docs/nothing')).status).toBe(404)
  })

  it('serves the script that adds copy buttons from the same origin, as the content security policy requires', async () => {
    const response = await site.request('/docs/copy.js')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=UTF-8')
    expect(await response.text()).toContain("button.textContent = 'Copy'")
  })
})

describe('search of the documentation', () => {
  it('finds sections with all words, those with all words in the title first', () => {
    const [first] = searchDocs('bank accounts')
    expect([first?.page.name, first?.section.id]).toEqual(['test-data', 'bank-accounts'])
    expect(searchDocs('ECONNREFUSED nowhere')).toEqual([])
    expect(searchDocs('  ')).toEqual([])
  })

  it('shows results as links, and the escaped query in the search field', async () => {
    const text = await getPage('/docs/search?q=idempotency')
    expect(text).toContain('<a href="/docs/idempotency#idempotency">Idempotency</a>')
    const attack = await getPage(`/docs/search?q=${encodeURIComponent('"><script>')}`)
    expect(attack).not.toContain('"><script>')
    expect(attack).toContain('No results.')
  })
})
