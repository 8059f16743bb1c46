import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Env } from './http/env.ts'
import { problemPath } from './http/errors.ts'

interface Entry {
  code: string
  status: number
  group: string
  means: string
  remedy: string
}

interface Told {
  code: string
  message: string
}

interface Contract {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>
  components: { schemas: { ErrorCode: { 'x-words': { entries: Entry[] } } }; responses: Record<string, unknown> }
}

/** How often a code is shown with its words; a page of every refusal there is would help nobody. */
const most = 12

/** Every sentence of a code, and every call that names it, as the contract's examples have them. */
function gather(contract: Contract) {
  const sentences = new Map<string, Set<string>>()
  const calls = new Map<string, Set<string>>()
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
          const { errors } = ((example as { value?: { errors?: Told[] } }).value ?? {}) as { errors?: Told[] }
          if (!Array.isArray(errors)) continue
          for (const { code, message } of errors) {
            keep(sentences, code, message)
            keep(calls, code, `${method.toUpperCase()} ${path}`)
          }
        }
      }
  return { sentences, calls }
}

/** The catalogue, read from the contract once, when somebody asks for the first time. */
let read: (ReturnType<typeof gather> & { entries: Entry[] }) | undefined
function catalogue() {
  if (read) return read
  const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
  const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract
  read = { ...gather(contract), entries: contract.components.schemas.ErrorCode['x-words'].entries }
  return read
}

const style = raw(`
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere }
  h1 { font-size: 1.75rem; margin: 0 0 .25rem } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
  code { font: .9em ui-monospace, monospace } li { margin: .25rem 0 } a { color: light-dark(#0b5cad, #8ec5ff) }
  table { border-collapse: collapse; width: 100% } td { padding: .25rem .75rem .25rem 0; vertical-align: top }`)

/** What stands between backticks is for programs. */
const worded = (text: string) => text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))

const page = (title: string, body: unknown) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Tideline / ${title}</title>
    <style>${style}</style>
  </head>
  <body><main>${body}</main></body>
</html>`

const list = (items: Iterable<string>, item: (text: string) => unknown) =>
  html`<ul>${[...items].slice(0, most).map((text) => html`<li>${item(text)}</li>`)}</ul>`

function getPage({ code, status, group, means, remedy }: Entry) {
  const { sentences, calls } = catalogue()
  const told = sentences.get(code) ?? new Set()
  const of = calls.get(code) ?? new Set()
  const isOfAll = group === 'every call'
  return page(
    code,
    html`<p><a href="/problems">Problems</a></p>
    <h1><code>${code}</code></h1>
    <p>HTTP ${status}, of ${group}</p>
    <h2>Cause</h2><p>${worded(means)}</p>
    <h2>Remedy</h2><p>${worded(remedy)}</p>
    ${told.size ? html`<h2>Text shown</h2>${list(told, (text) => text)}` : ''}
    ${
      of.size && !isOfAll
        ? html`<h2>Calls</h2>${list(of, (text) => html`<code>${text}</code>`)}${of.size > most ? html`<p>And ${of.size - most} more.</p>` : ''}`
        : ''
    }
    <p>${isOfAll ? 'Every call may answer this. ' : ''}<a href="/reference">API reference</a></p>`,
  )
}

function index() {
  const groups = [...Map.groupBy(catalogue().entries, ({ group }) => group)]
  return page(
    'Problems',
    html`<h1>Problems</h1>
    <p>Why a call fails: the stable words in <code>errors[].code</code>. <code>type</code> of an answer leads to the page of the first.</p>
    ${groups.map(
      ([group, entries]) => html`<h2>Of ${group}</h2>
        <table>${entries.map(
          ({ code, status, means }) =>
            html`<tr><td><a href="${problemPath(code)}"><code>${code}</code></a></td><td>${status}</td><td>${worded(means)}</td></tr>`,
        )}</table>`,
    )}`,
  )
}

/** A page for each code of an error, at the address that answers name as `type`, made of the contract's words. */
export function mountProblemPages(app: Hono<Env>) {
  app.get('/problems', (c) => c.html(index()))
  app.get(problemPath(':code'), (c, next) => {
    const entry = catalogue().entries.find(({ code }) => code === c.req.param('code'))
    return entry ? c.html(getPage(entry)) : next()
  })
}
