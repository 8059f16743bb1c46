import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { errorBody, idempotencyHeaders, operations } from '../generated/operations.ts'
import { requireAccess } from './access.ts'
import { Answer, FileAnswer, JsonText } from './answer.ts'
import type { Env } from './env.ts'
import { BadInput } from './errors.ts'
import { once, type StoredAnswer } from './idempotency.ts'
import type { Handlers, OperationEntry, OperationId } from './operation.ts'
import { Refusal } from './refusal.ts'

const kilobyte = 1024
const jsonLimit = 4 * 1024 * kilobyte
const uploadLimit = 60 * 1024 * kilobyte
const json = 'application/json; charset=UTF-8'

/** Static segments before parameters, so that the most specific path wins (decision 75). */
const bySpecificity = (left: string, right: string) => {
  const a = left.split('/')
  const b = right.split('/')
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = Number(a[index]?.startsWith('{')) - Number(b[index]?.startsWith('{'))
    if (difference !== 0) return difference
  }
  return b.length - a.length
}

const answerOf = (result: unknown, entry: OperationEntry): StoredAnswer & { headers?: Record<string, string> } => {
  if (result instanceof Answer) {
    const inner = answerOf(result.body, entry)
    return { ...inner, status: result.status ?? inner.status, headers: result.headers }
  }
  if (result instanceof JsonText) return { status: entry.status, body: result.text, contentType: json }
  // v1 bodies carry their own status, which equals the HTTP status (decision 12).
  const own = (result as { statusCode?: number } | undefined)?.statusCode
  return { status: own ?? entry.status, body: result === undefined ? '' : JSON.stringify(result), contentType: json }
}

/** What makes a request the same one again, files by their content. */
async function fingerprintOf(id: string, path: string, input: { query: unknown; body: unknown }): Promise<string> {
  const files = Object.entries(input.body ?? {}).filter((entry): entry is [string, File] => entry[1] instanceof File)
  const digests = await Promise.all(
    files.map(async ([name, file]) => {
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      return `${name} ${file.name} ${Buffer.from(digest).toString('hex')}`
    }),
  )
  return [id, path, JSON.stringify(input.query ?? null), JSON.stringify(input.body ?? null), ...digests].join(' ')
}

async function inputOf(c: Context<Env>, entry: OperationEntry) {
  const body = entry.route.request?.body
  const type = body && Object.keys(body.content)[0]
  const valid = (target: 'param' | 'query' | 'json' | 'form') => c.req.valid(target as never)
  const whole = () =>
    type === 'application/json' ? valid('json') : type?.startsWith('multipart/') ? valid('form') : undefined
  return {
    path: entry.route.request?.params ? valid('param') : undefined,
    query: entry.route.request?.query ? valid('query') : undefined,
    body: body ? whole() : undefined,
    request: c.req.raw,
    text: () => c.req.text(),
  }
}

/** Throws 400 for an `Idempotency-Key` that the contract does not take. */
function requireKey(key: string | undefined) {
  const checked = idempotencyHeaders.safeParse({ 'Idempotency-Key': key })
  if (!checked.success) throw new BadInput('header', checked.error)
}

/**
 * Registers every operation of the contract: access first, then the contract's check of the input, then the handler,
 * once per idempotency key. Operations that a later part builds answer 501 with the standard error. With `checkAnswers`
 * (development and tests) an answer that does not fit the contract becomes a 500 instead of a surprise for a client.
 */
export function registerOperations(handlers: Handlers, options: { checkAnswers: boolean }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw new BadInput(result.target === 'json' ? 'body' : result.target, result.error)
    },
  })
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        const megabytes = Math.round(maxSize / kilobyte / kilobyte)
        throw new Refusal({ status: 413, code: 'too_large', message: `The body may have at most ${megabytes} MB.` })
      },
    })
  const smallBody = limit(jsonLimit)
  const largeBody = limit(uploadLimit)

  const entries = Object.entries(operations) as [OperationId, OperationEntry][]
  for (const [id, entry] of entries.sort(([, a], [, b]) => bySpecificity(a.route.path, b.route.path))) {
    const handler = handlers[id] as unknown as ((ctx: unknown, input: unknown) => Promise<unknown>) | 'pending'
    const bodyTypes = Object.keys(entry.route.request?.body?.content ?? {})
    const caching = entry.cacheSeconds ? `public, max-age=${entry.cacheSeconds}` : 'no-store'
    const isUnsafe = entry.route.method !== 'get'
    const guard = async (c: Context<Env>, next: () => Promise<void>) => {
      c.set('operationId', id)
      requireAccess(c.get('ctx').actor, entry.access)
      if (handler === 'pending')
        throw new Refusal({ status: 501, code: 'not_implemented', message: 'This call is not available yet.' })
      const given = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      if (bodyTypes.length && given && !bodyTypes.includes(given))
        throw new Refusal({
          status: 415,
          code: 'unsupported_media_type',
          message: `Content-Type: ${given} is not accepted; send ${bodyTypes.join(' or ')}.`,
        })
      if (bodyTypes.length && given === undefined)
        throw new Refusal({
          status: 400,
          code: 'body_missing',
          message: `body: is missing; send ${bodyTypes.join(' or ')}.`,
          field: 'body',
        })
      if (isUnsafe) requireKey(c.get('ctx').idempotencyKey)
      await next()
    }
    const first = options.checkAnswers ? [declaredOnly(id, entry), guard] : [guard]
    const middleware = isUnsafe ? [...first, bodyTypes[0] === 'application/json' ? smallBody : largeBody] : first

    const handle = async (c: Context<Env>) => {
      if (handler === 'pending') throw new Error(`${id} is pending and was let through.`)
      const ctx = c.get('ctx')
      const input = await inputOf(c, entry)
      let file: FileAnswer | undefined
      let headers: Record<string, string> = {}
      const run = async () => {
        const result = await handler(ctx, input)
        if (result instanceof FileAnswer) {
          file = result
          return { status: entry.status, body: '', contentType: result.contentType }
        }
        const { headers: own, ...answer } = answerOf(result, entry)
        headers = own ?? {}
        if (options.checkAnswers) checkAnswer(id, entry, answer)
        return answer
      }
      const answer =
        isUnsafe && ctx.idempotencyKey
          ? await once(ctx, id, await fingerprintOf(id, c.req.path, input), run)
          : await run()
      if (file) return sendFile(c, file)
      return new Response(answer.body || null, {
        status: answer.status,
        headers: { 'Content-Type': answer.contentType, 'Cache-Control': caching, ...headers },
      })
    }
    // The generated table keeps each route's type; here, where all pass through one door, they are erased once.
    app.openapi({ ...entry.route, middleware } as never, handle as never)
  }
  return app
}

/**
 * Turns an answer whose status or error the contract does not name into a 500, whoever gave it: handler, guard or the
 * check of the input. Only what is not built yet may say so undeclared.
 */
const declaredOnly =
  (id: string, entry: OperationEntry): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next()
    const { status } = c.res
    if (status === 501 || status === 500) return
    const type = c.res.headers.get('content-type')?.split(';')[0]
    const success = entry.route.responses[status]
    if (!success && !entry.errors.includes(status))
      throw new Error(`${id} answers ${status}, which the contract does not name.`, { cause: c.error })
    if (success) return
    if (type !== 'application/json') throw new Error(`${id} refuses with ${type}, not with JSON.`)
    const { error } = (entry.ownErrors?.[status] ?? errorBody).safeParse(await c.res.clone().json())
    if (error) throw new Error(`${id} refuses against the contract: ${error.message}`, { cause: c.error })
  }

/** Throws when an answer is not what the contract promises: our fault, never the caller's. */
function checkAnswer(id: string, entry: OperationEntry, answer: StoredAnswer) {
  const response = entry.route.responses[answer.status]
  const media = response && 'content' in response ? response.content?.['application/json'] : undefined
  const schema = media && 'schema' in media ? media.schema : undefined
  if (!schema || !('safeParse' in schema)) return
  const parsed = schema.safeParse(JSON.parse(answer.body))
  if (!parsed.success) throw new Error(`${id} answers against the contract: ${parsed.error.message}`)
}

function sendFile(c: Context<Env>, file: FileAnswer) {
  const name = file.fileName?.replace(/[^\w .()-]/g, '_')
  return c.body(file.content as ReadableStream, 200, {
    'Content-Type': file.contentType,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
    ...(name ? { 'Content-Disposition': `${file.disposition}; filename="${name}"` } : {}),
  })
}
