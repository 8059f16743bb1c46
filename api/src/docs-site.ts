import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { Marked, type Token } from 'marked'
import type { Env } from './http/env.ts'
import { escapeHtml } from './providers/mail/templates/fill-placeholders.ts'
import { renderTextPage } from './text-page.ts'

const root = dirname(dirname(import.meta.dirname))

/** Markdown files of the pages, in the order of the navigation. The URL is `/docs/` and the name of the file. */
const paths = [
  ...[
    'quick-start',
    'first-integration',
    'install',
    'authentication',
    'test-data',
    'sign-and-pay',
    'webhooks',
    'sync',
    'bulk',
  ],
  ...['errors', 'idempotency', 'concurrent-edits', 'versions'],
].map((name) => `docs/guides/${name}.md`)
const otherPaths = {
  versioning: 'docs/versioning.md',
  changelog: 'docs/changelog.md',
  cli: 'cli/README.md',
  sdk: 'sdk/README.md',
}

interface Section {
  title: string
  id: string
  text: string
}
export interface DocsPage {
  name: string
  title: string
  html: string
  sections: Section[]
}

const getPageName = (path: string) =>
  Object.entries(otherPaths).find(([, other]) => other === path)?.[0] ?? posix.basename(path, '.md')
const allPaths = [...paths, ...Object.values(otherPaths)]

/** Returns the ID of a heading, as GitHub creates it. */
const toId = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const shellTitles: readonly [RegExp, string][] = [
  [/^curl /m, 'curl'],
  [/^(echo .* \| )?tideline /m, 'Command line'],
]
/** Returns the caption of a code block. */
function getCaption(language: string, code: string): string {
  if (language === 'ts' || language === 'tsx') return 'TypeScript'
  if (language === 'js') return 'JavaScript'
  if (language === 'json') return 'JSON'
  return shellTitles.find(([pattern]) => pattern.test(code))?.[1] ?? 'Shell'
}

/** Returns the URL of a link in a Markdown file. Files of the repository without a page have no URL. */
function getLink(path: string, href: string): string | undefined {
  if (/^(https?:|\/|#)/.test(href)) return href
  const [file = '', fragment] = href.split('#')
  const target = posix.join(posix.dirname(path), file)
  if (!allPaths.includes(target)) return undefined
  return `/docs/${getPageName(target)}${fragment ? `#${fragment}` : ''}`
}

const getText = (token: Token): string => ('text' in token ? String(token.text) : '')

/** Renders a Markdown file and collects its sections for the search. */
function renderPage(path: string): DocsPage {
  const sections: Section[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${toId(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      code({ text, lang = '' }) {
        const caption = getCaption(lang, text)
        return `<figure><figcaption>${caption}</figcaption><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>\n`
      },
      link({ href, tokens }) {
        const url = getLink(path, href)
        const label = this.parser.parseInline(tokens)
        return url ? `<a href="${escapeHtml(url)}">${label}</a>` : label
      },
    },
  })
  const tokens = marked.lexer(readFileSync(join(root, path), 'utf8'))
  for (const token of tokens) {
    if (token.type === 'heading') sections.push({ title: getText(token), id: toId(getText(token)), text: '' })
    else if (sections.length > 0) (sections.at(-1) as Section).text += `${token.raw}\n`
  }
  const [{ title } = { title: path }] = sections
  return { name: getPageName(path), title, html: marked.parser(tokens), sections }
}

let rendered: DocsPage[] | undefined
/** Returns all pages. They are rendered on first use. */
export const getDocsPages = (): DocsPage[] => {
  rendered ??= allPaths.map(renderPage)
  return rendered
}

const maxResults = 30

/** Returns the sections that contain all words. Sections with all words in the title come first. */
export function searchDocs(query: string): { page: DocsPage; section: Section }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const all = getDocsPages().flatMap((page) => page.sections.map((section) => ({ page, section })))
  const found = all.filter(({ section }) => hasAll(`${section.title} ${section.text}`))
  return [
    ...found.filter(({ section }) => hasAll(section.title)),
    ...found.filter(({ section }) => !hasAll(section.title)),
  ].slice(0, maxResults)
}

const style = raw(`
  body { max-width: 70rem }
  .docs { display: grid; gap: 2rem } .docs > * { min-width: 0 }
  nav ul { list-style: none; margin: 0; padding: 0 } form { margin: 0 0 1rem }
  [aria-current] { font-weight: 700 }
  figure { margin: 1rem 0; border: 1px solid light-dark(#767676, #8c8c8c); border-radius: .25rem }
  figcaption { display: flex; justify-content: space-between; align-items: center; min-height: 2rem; padding: 0 .75rem; font-size: .875rem; border-bottom: 1px solid light-dark(#767676, #8c8c8c) }
  pre { margin: 0; padding: .75rem; overflow-x: auto; overflow-wrap: normal } :focus-visible { outline: 3px solid light-dark(#0b5cad, #8ec5ff) }
  button, input { font: inherit } th { text-align: left; padding: .25rem .75rem .25rem 0 }
  @media (min-width: 60rem) { .docs { grid-template-columns: 14rem minmax(0, 1fr) } }`)

/** Adds a copy button to each code block. */
const script = `
for (const figure of document.querySelectorAll('figure')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('pre').textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
  figure.querySelector('figcaption').append(button)
}
`

function renderLayout(title: string, current: string, body: unknown, query = '') {
  const item = ({ name, title }: DocsPage) =>
    html`<li><a href="/docs/${name}" ${name === current ? raw('aria-current="page"') : ''}>${title}</a></li>`
  return renderTextPage(title, body, {
    head: html`<style>${style}</style><script src="/docs/copy.js" defer></script>`,
    navigation: html`<nav aria-label="Documentation">
      <form role="search" action="/docs/search"><label>Search <input type="search" name="q" value="${query}" /></label></form>
      <ul>${getDocsPages().map(item)}</ul>
      <ul><li><a href="/reference">API reference</a></li><li><a href="/problems">Problems</a></li><li><a href="/downloads/">Downloads</a></li></ul>
    </nav>`,
  })
}

/** URL of the server in the Markdown files. */
const writtenUrl = 'http://localhost:4600'

/**
 * Serves the guides, the changelog and the READMEs of the SDK and the CLI at `/docs`. Commands and samples contain the
 * URL of this server, so that readers can run them unchanged.
 */
export function mountDocs(app: Hono<Env>, publicUrl: string) {
  app.get('/docs', (c) => c.redirect('/docs/quick-start'))
  app.get('/docs/copy.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=UTF-8' }))
  app.get('/docs/search', (c) => {
    const query = (c.req.query('q') ?? '').slice(0, 100)
    const found = searchDocs(query)
    const body = html`<h1>Search</h1>
    <p role="status">${found.length === 0 ? 'No results.' : `${found.length}${found.length === maxResults ? ' or more' : ''} results.`}</p>
    <ul>${found.map(({ page, section }) => html`<li><a href="/docs/${page.name}#${section.id}">${page.title}${section.title === page.title ? '' : ` / ${section.title}`}</a></li>`)}</ul>`
    return c.html(renderLayout('Search', '', body, query))
  })
  app.get('/docs/:name', (c, next) => {
    const page = getDocsPages().find(({ name }) => name === c.req.param('name'))
    return page
      ? c.html(renderLayout(page.title, page.name, raw(page.html.replaceAll(writtenUrl, escapeHtml(publicUrl)))))
      : next()
  })
}
