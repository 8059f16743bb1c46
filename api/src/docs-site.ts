import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { Marked, type Token } from 'marked'
import { highlightCode } from './highlight-code.ts'
import type { Env } from './http/env.ts'
import { escapeHtml } from './providers/mail/templates/fill-placeholders.ts'
import { renderTextPage } from './text-page.ts'

const root = dirname(dirname(import.meta.dirname))

const guide = (name: string) => `docs/guides/${name}.md`

/** Markdown files of the pages, by group of the navigation. The URL is `/docs/` and the name of the page. */
const groups: Record<string, string[]> = {
  'Get started': ['quick-start', 'first-integration', 'install', 'authentication', 'test-data'].map(guide),
  Guides: ['sign-and-pay', 'webhooks', 'sync', 'bulk', 'errors', 'idempotency', 'concurrent-edits'].map(guide),
  Packages: ['sdk/README.md', 'cli/README.md'],
  Versions: [guide('versions'), 'docs/versioning.md', 'docs/changelog.md'],
}
const allPaths = Object.values(groups).flat()

interface Section {
  title: string
  id: string
  depth: number
  text: string
}
export interface DocsPage {
  name: string
  title: string
  html: string
  sections: Section[]
}

/** Returns the name of a file's page: the name of the file, or of the folder of a README. */
const getPageName = (path: string) => posix.basename(path.replace(/\/README\.md$/, ''), '.md')

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
        return `<figure><figcaption>${caption}</figcaption>${highlightCode(text, lang)}</figure>\n`
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
    if (token.type === 'heading')
      sections.push({ title: getText(token), id: toId(getText(token)), depth: token.depth as number, text: '' })
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

/** Returns the list of the page's headings, or nothing for a page with fewer than two. */
function renderOutline(page: DocsPage | undefined) {
  const headings = page?.sections.filter(({ depth }) => depth === 2) ?? []
  if (headings.length < 2) return ''
  return html`<nav class="contents outline" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2>
    <ul>${headings.map(({ id, title }) => html`<li><a href="#${id}">${title.replaceAll('`', '')}</a></li>`)}</ul></nav>`
}

interface LayoutProps {
  title: string
  body: unknown
  page?: DocsPage
  query?: string
}

function renderLayout({ title, body, page, query = '' }: LayoutProps) {
  const item = ({ name, title }: DocsPage) =>
    html`<li><a href="/docs/${name}" ${name === page?.name ? raw('aria-current="page"') : ''}>${title}</a></li>`
  const inGroup = (files: string[]) => getDocsPages().filter(({ name }) => files.map(getPageName).includes(name))
  return renderTextPage(title, body, {
    head: html`<script src="/docs/copy.js" defer></script>`,
    navigation: html`<nav class="contents" aria-label="Documentation">
      <form role="search" action="/docs/search"><label>Search <input type="search" name="q" value="${query}" /></label></form>
      ${Object.entries(groups).map(([group, files]) => html`<h2>${group}</h2><ul>${inGroup(files).map(item)}</ul>`)}
    </nav>`,
    outline: renderOutline(page),
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
    return c.html(renderLayout({ title: 'Search', body, query }))
  })
  app.get('/docs/:name', (c, next) => {
    const page = getDocsPages().find(({ name }) => name === c.req.param('name'))
    if (!page) return next()
    const body = raw(page.html.replaceAll(writtenUrl, escapeHtml(publicUrl)))
    return c.html(renderLayout({ title: page.title, body, page }))
  })
}
