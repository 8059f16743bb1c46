import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Env } from './http/env.ts'
import { getProblemPath } from './http/errors.ts'
import { renderTextPage } from './text-page.ts'

interface Entry {
  code: string
  status: number
  group: string
  means: string
  remedy: string
}

interface ErrorItem {
  code: string
  message: string
}

interface Contract {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>
  components: { schemas: { ErrorCode: { 'x-words': { entries: Entry[] } } }; responses: Record<string, unknown> }
}

/** Maximum number of examples per code. More examples would not help readers. */
const maxExamples = 12

/** Collects the messages of each error code, and the operations that return it, from the contract's examples. */
function collectExamples(contract: Contract) {
  const messages = new Map<string, Set<string>>()
  const operations = new Map<string, Set<string>>()
  const keep = (found: Map<string, Set<string>>, code: string, text: string) =>
    found.set(code, (found.get(code) ?? new Set()).add(text))
  const resolve = (part: unknown): unknown => {
    const name = (part as { $ref?: string }).$ref?.split('/').at(-1)
    return name ? contract.components.responses[name] : part
  }
  for (const [path, item] of Object.entries(contract.paths))
    for (const [method, { responses = {} }] of Object.entries(item))
      for (const response of Object.values(responses).map(resolve)) {
        const { content = {} } = response as { content?: Record<string, { examples?: Record<string, unknown> }> }
        for (const example of Object.values(content['application/json']?.examples ?? {})) {
          const { errors } = ((example as { value?: { errors?: ErrorItem[] } }).value ?? {}) as { errors?: ErrorItem[] }
          if (!Array.isArray(errors)) continue
          for (const { code, message } of errors) {
            keep(messages, code, message)
            keep(operations, code, `${method.toUpperCase()} ${path}`)
          }
        }
      }
  return { messages, operations }
}

/** Catalog of error codes, read from the contract on first use. */
let read: (ReturnType<typeof collectExamples> & { entries: Entry[] }) | undefined
function getErrorCatalog() {
  if (read) return read
  const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
  const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract
  read = { ...collectExamples(contract), entries: contract.components.schemas.ErrorCode['x-words'].entries }
  return read
}

/** Formats the text between backticks as code. */
const formatText = (text: string) =>
  text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))

const list = (items: Iterable<string>, item: (text: string) => unknown) =>
  html`<ul>${[...items].slice(0, maxExamples).map((text) => html`<li>${item(text)}</li>`)}</ul>`

function getPage({ code, status, group, means, remedy }: Entry) {
  const { messages, operations } = getErrorCatalog()
  const texts = messages.get(code) ?? new Set()
  const returnedBy = operations.get(code) ?? new Set()
  const isGeneral = group === 'General'
  return renderTextPage(
    code,
    html`<p><a href="/problems">Problems</a></p>
    <h1><code>${code}</code></h1>
    <p>HTTP ${status}, ${group}</p>
    <h2>Cause</h2><p>${formatText(means)}</p>
    <h2>Remedy</h2><p>${formatText(remedy)}</p>
    ${texts.size ? html`<h2>Text shown</h2>${list(texts, (text) => text)}` : ''}
    ${
      returnedBy.size && !isGeneral
        ? html`<h2>Operations</h2>${list(returnedBy, (text) => html`<code>${text}</code>`)}${returnedBy.size > maxExamples ? html`<p>And ${returnedBy.size - maxExamples} more.</p>` : ''}`
        : ''
    }
    <p>${isGeneral ? 'Every operation can return this error. ' : ''}<a href="/reference">API reference</a></p>`,
  )
}

function index() {
  const groups = [...Map.groupBy(getErrorCatalog().entries, ({ group }) => group)]
  return renderTextPage(
    'Problems',
    html`<h1>Problems</h1>
    <p>Each error in <code>errors[]</code> has one of these stable codes. The <code>type</code> of an error response is the URL of the page about its first code.</p>
    ${groups.map(
      ([group, entries]) => html`<h2>${group}</h2>
        <table>${entries.map(
          ({ code, status, means }) =>
            html`<tr><td><a href="${getProblemPath(code)}"><code>${code}</code></a></td><td class="number">${status}</td><td>${formatText(means)}</td></tr>`,
        )}</table>`,
    )}`,
  )
}

/**
 * Serves a page for each error code. The page's URL is the `type` in error responses, and its text comes from the
 * contract.
 */
export function registerProblemPages(app: Hono<Env>) {
  app.get('/problems', (c) => c.html(index()))
  app.get(getProblemPath(':code'), (c, next) => {
    const entry = getErrorCatalog().entries.find(({ code }) => code === c.req.param('code'))
    return entry ? c.html(getPage(entry)) : next()
  })
}
