import { OpenAPIHono, z } from '@hono/zod-openapi'
import { errorCodes } from '@tideline/sdk/words'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { dryRunHeaders, errorBody, idempotencyHeaders, operations } from '../generated/operations.ts'
import { assertCanCallOperation } from './access.ts'
import { ApiError } from './api-error.ts'
import { type Ctx, getAccountId, getCaller } from './context.ts'
import { performDryRun } from './dry-run.ts'
import type { Env } from './env.ts'
import { type ErrorBody, InvalidInputError } from './errors.ts'
import { runIdempotentRequest, type StoredResponse } from './idempotency.ts'
import { createPrecondition, getVersionPath, getVersionTag, validateIfMatch } from './if-match.ts'
import type { Handlers, OperationEntry, OperationId } from './operation.ts'
import { createEventStreams, type EventStreams, Progress } from './progress.ts'
import { parseJsonOrText, typedQuery } from './query.ts'
import { getRequestStream, type ReceivedForm, receiveForm } from './receive-files.ts'
import { ApiResponse, FileResponse, JsonText } from './response.ts'
import { strictBody } from './strict-body.ts'

const kilobyte = 1024
const jsonLimit = 4 * 1024 * kilobyte
/**
 * Maximum body size for requests without a session. No public operation needs more, and large bodies of unauthorized
 * callers must not be parsed.
 */
const anonymousLimit = 64 * kilobyte
/** Maximum body size for Stripe events. The body is parsed only after its signature was checked. */
const webhookLimit = 1024 * kilobyte
const json = 'application/json; charset=UTF-8'
const events = 'text/event-stream'

/** Sorts static segments before parameters so that the most specific path matches first (API-4). */
const bySpecificity = (left: string, right: string) => {
  const a = left.split('/')
  const b = right.split('/')
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = Number(a[index]?.startsWith('{')) - Number(b[index]?.startsWith('{'))
    if (difference !== 0) return difference
  }
  return b.length - a.length
}

const getResponse = (result: unknown, entry: OperationEntry): StoredResponse & { headers?: Record<string, string> } => {
  if (result instanceof ApiResponse) {
    const inner = getResponse(result.body, entry)
    const kept = result.storedBody === undefined ? {} : { kept: JSON.stringify(result.storedBody) }
    return { ...inner, ...kept, status: result.status ?? inner.status, headers: result.headers }
  }
  if (result instanceof JsonText) return { status: entry.status, body: result.text, contentType: json }
  // A v1 body contains its own status, which must equal the HTTP status (API-2).
  const own = (result as { statusCode?: number } | undefined)?.statusCode
  return { status: own ?? entry.status, body: result === undefined ? '' : JSON.stringify(result), contentType: json }
}

/** Returns a text that is equal for identical requests. Files are compared by content. */
const getFingerprint = (id: string, path: string, { query, body }: { query: unknown; body: unknown }): string =>
  [id, path, JSON.stringify(query ?? null), JSON.stringify(body ?? null)].join(' ')

/**
 * Fills a URL template with values of the response body and the request's path: `{key.id}` is the field `id` of the
 * object `key`, and `{path.claimID}` is a path parameter.
 */
const getLocation = (template: string, body: string, path: object | undefined): string => {
  const resource: unknown = { ...JSON.parse(body), path }
  return template.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
    encodeURIComponent(
      String(path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], resource)),
    ),
  )
}

/** Returns the context with the database that the operation reads from (SYS-7). */
const chooseDatabase = async (ctx: Ctx, { readsReplica }: OperationEntry): Promise<Ctx> =>
  readsReplica && ctx.replica ? { ...ctx, db: await ctx.replica.chooseDatabase(getCaller(ctx.actor, ctx.ip)) } : ctx

type Action = (ctx: unknown, input: unknown) => Promise<unknown>
type AnyHandler = Action | { before: Action; handle: Action }

/** Validates the parts of a form against the contract. Throws 400 if a part is unknown. */
function checkForm(entry: OperationEntry, form: ReceivedForm): unknown {
  const media = entry.route.request?.body?.content['multipart/form-data']
  const schema = media && 'schema' in media ? media.schema : undefined
  if (!(schema instanceof z.ZodType)) return form.parts
  const checked = schema.safeParse(form.parts)
  if (!checked.success) throw new InvalidInputError('form', checked.error, { value: form.parts, schema })
  return checked.data
}

const getInput = (c: Context<Env>, { route: { request }, upload }: OperationEntry) => {
  const valid = (target: 'param' | 'query' | 'json') => c.req.valid(target as never)
  const isJson = !upload && request?.body && 'application/json' in request.body.content
  return {
    path: request?.params ? valid('param') : undefined,
    query: request?.query ? valid('query') : undefined,
    body: isJson ? valid('json') : undefined,
    request: c.req.raw,
    text: () => c.req.text(),
  }
}

const noParameters = typedQuery(z.object({}), {})
const noFields = strictBody(z.object({}))

/**
 * Returns the route with the validation that runs before the handler. Forms with files are validated later. An
 * operation without query parameters rejects all parameters unless `hasOpenQuery` is set.
 */
const checkedRoute = ({ route, upload, hasOpenQuery }: OperationEntry) => ({
  ...route,
  request: {
    ...route.request,
    ...(upload ? { body: undefined } : {}),
    ...(hasOpenQuery ? {} : { query: route.request?.query ?? noParameters }),
  },
})

/** Throws 400 if a request sends fields to an operation that declares no body. An empty body or object is accepted. */
const rejectFields: MiddlewareHandler<Env> = async (c, next) => {
  const type = c.req.header('content-type')
  const text = type === undefined || type.includes('json') ? await c.req.text() : ''
  const value = text.trim() === '' ? {} : parseJsonOrText(text)
  const checked = noFields.safeParse(value)
  if (!checked.success) throw new InvalidInputError('body', checked.error, { value })
  await next()
}

/** Returns the contract's schema of the query or the JSON body. */
function requestSchema({ request }: ReturnType<typeof checkedRoute>, target: string) {
  const media = request.body?.content['application/json']
  const schema = target === 'query' ? request.query : media && 'schema' in media && media.schema
  return schema instanceof z.ZodType ? { schema } : {}
}

/** Returns the query parameters. Those that occur several times are lists. */
const readQuery = (c: Context<Env>) =>
  c.req.url.includes('?')
    ? Object.fromEntries(Object.entries(c.req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all]))
    : {}

/**
 * Creates the middleware that validates the query and path parameters. The schemas are synchronous, so this takes less
 * time than the asynchronous validators of `@hono/zod-openapi`.
 */
function createParameterCheck(route: ReturnType<typeof checkedRoute>): MiddlewareHandler<Env> {
  const { query, params } = route.request
  const check = (c: Context<Env>, target: 'query' | 'param', schema: unknown, value: unknown) => {
    if (!(schema instanceof z.ZodType)) return
    const checked = schema.safeParse(value)
    if (!checked.success) throw new InvalidInputError(target, checked.error, { value, ...requestSchema(route, target) })
    c.req.addValidatedData(target, checked.data as object)
  }
  return (c, next) => {
    check(c, 'query', query, readQuery(c))
    check(c, 'param', params, c.req.param())
    return next()
  }
}

/** Throws 400 if the `Idempotency-Key` is invalid. */
function requireKey(key: string | undefined) {
  const checked = idempotencyHeaders.safeParse({ 'Idempotency-Key': key })
  if (!checked.success) throw new InvalidInputError('header', checked.error, { value: { 'Idempotency-Key': key } })
}

/**
 * Returns whether the request is a dry run. If the operation does not support dry runs, throws 400 so that it is not
 * performed by mistake.
 */
function isDryRun(given: string | undefined, { supportsDryRun, route, sameAs }: OperationEntry): boolean {
  const acts = route.method !== 'get' || sameAs !== undefined
  if (given === undefined || !acts) return false
  if (!supportsDryRun)
    throw new ApiError({
      code: 'unknown_field',
      message: 'Dry-Run: this operation does not support dry runs. Nothing was changed.',
      field: 'Dry-Run',
    })
  const checked = dryRunHeaders.safeParse({ 'Dry-Run': given })
  if (!checked.success) throw new InvalidInputError('header', checked.error, { value: { 'Dry-Run': given } })
  return true
}

/**
 * Registers the operations. For each request, it checks access, validates the input and runs the handler once per
 * idempotency key. Operations without a handler are skipped so that one area can run alone. With `validateResponses`
 * (development and tests), a response that violates the contract becomes a 500.
 */
export function registerOperations(
  handlers: Partial<Handlers>,
  options: { validateResponses: boolean; streams?: EventStreams },
): OpenAPIHono<Env> {
  const streams = options.streams ?? createEventStreams()
  const app = new OpenAPIHono<Env>({
    defaultHook: (result, c) => {
      if (result.success) return
      const isBody = result.target === 'json'
      // The original value. Its type is declared only for the case of a successful validation.
      const { data: value } = result as { data?: unknown }
      const entry = operations[c.get('operationId') as OperationId] as OperationEntry
      const { sentences } = entry
      throw new InvalidInputError(isBody ? 'body' : result.target, result.error, {
        value,
        ...requestSchema(checkedRoute(entry), result.target),
        ...(isBody && sentences ? { sentences } : {}),
      })
    },
  })
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        const size = maxSize < kilobyte * kilobyte ? `${maxSize / kilobyte} KB` : `${maxSize / kilobyte / kilobyte} MB`
        throw new ApiError({ code: 'too_large', message: `The body can have at most ${size}.` })
      },
    })
  const limits = { known: limit(jsonLimit), anonymous: limit(anonymousLimit), webhook: limit(webhookLimit) }
  const limitOf = (c: Context<Env>, { access }: OperationEntry) => {
    if (access.who.includes('webhook')) return limits.webhook
    return c.get('ctx').actor.kind === 'anonymous' ? limits.anonymous : limits.known
  }

  const entries = Object.entries(operations) as [OperationId, OperationEntry][]
  for (const [id, entry] of entries.sort(([, a], [, b]) => bySpecificity(a.route.path, b.route.path))) {
    const handler = handlers[(entry.sameAs ?? id) as keyof Handlers] as unknown as AnyHandler | undefined
    if (!handler) continue
    const route = checkedRoute(entry)
    const bodyTypes = Object.keys(entry.route.request?.body?.content ?? {})
    const caching = entry.cacheSeconds ? `public, max-age=${entry.cacheSeconds}` : 'no-store'
    const isUnsafe = entry.route.method !== 'get'
    const guard = async (c: Context<Env>, next: () => Promise<void>) => {
      c.set('operationId', id)
      assertCanCallOperation(c.get('ctx').actor, entry.access, entry.scope)
      const given = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      if (bodyTypes.length && given && !bodyTypes.includes(given))
        throw new ApiError({
          code: 'unsupported_media_type',
          message: `Content-Type: ${given} is not supported; send ${bodyTypes.join(' or ')}.`,
        })
      if (bodyTypes.length && given === undefined)
        throw new ApiError({
          code: 'missing_field',
          message: `body: is missing; send ${bodyTypes.join(' or ')}.`,
          field: 'body',
        })
      if (isUnsafe) {
        requireKey(c.get('ctx').idempotencyKey)
        validateIfMatch(c.req.header('if-match'), entry.versionOf !== undefined)
      }
      c.set('isDryRun', isDryRun(c.req.header('dry-run'), entry))
      await next()
    }
    const first = options.validateResponses ? [rejectUndeclaredResponses(id, entry), guard] : [guard]
    // Uploads have their own limits, which are enforced while the data arrives.
    const limited =
      isUnsafe && !entry.upload
        ? [...first, (c: Context<Env>, next: () => Promise<void>) => limitOf(c, entry)(c, next)]
        : first
    const middleware = isUnsafe && bodyTypes.length === 0 ? [...limited, rejectFields] : limited

    const createVersionCheck = (c: Context<Env>, { path: own, body, request, text }: ReturnType<typeof getInput>) => {
      const ifMatch = c.req.header('if-match')
      if (ifMatch === undefined || entry.versionOf === undefined) return undefined
      const path = { ...(own ?? {}), ...(entry.versionFields && getVersionPath(entry.versionFields, body)) }
      const read = handlers[entry.versionOf as keyof Handlers] as unknown as Action
      const readEntry = operations[entry.versionOf] as OperationEntry
      const accountId = getAccountId(c.get('ctx').actor)
      return createPrecondition(
        ifMatch,
        { operation: id, url: [c.req.path, ...Object.values(path)].join(' '), path, accountId },
        async (db) => {
          const input = { path, query: {}, body: undefined, request, text }
          const { body } = getResponse(await read({ ...c.get('ctx'), db }, input), readEntry)
          return getVersionTag(body, readEntry.versionIgnores ?? [])
        },
      )
    }

    const respondWith = async (c: Context<Env>, action: Action, input: ReturnType<typeof getInput>) => {
      const ctx = await chooseDatabase(c.get('ctx'), entry)
      let file: FileResponse | undefined
      let progress: Progress<unknown> | undefined
      let headers: Record<string, string> = {}
      // Is still true after the call if the response of an earlier request with the same key is returned.
      let isReplay = true
      const precondition = createVersionCheck(c, input)
      const run = async (ctx: Ctx) => {
        isReplay = false
        const result = await action(precondition ? { ...ctx, precondition } : ctx, input)
        if (precondition && !precondition.isChecked) throw new Error(`${id} ignored If-Match.`)
        if (result instanceof FileResponse) {
          file = result
          return { status: entry.status, body: '', contentType: result.contentType }
        }
        if (result instanceof Progress) {
          progress = result
          return { status: entry.status, body: '', contentType: events }
        }
        const { headers: own, ...response } = getResponse(result, entry)
        headers = own ?? {}
        if (options.validateResponses) validateResponse(id, entry, response)
        return response
      }
      const inEarnest = () =>
        isUnsafe && ctx.idempotencyKey
          ? runIdempotentRequest(ctx, id, getFingerprint(id, c.req.path, input), run)
          : run(ctx)
      const response = c.get('isDryRun') ? await performDryRun(ctx, run) : await inEarnest()
      if (file) return sendFile(c, file, entry.cacheSeconds ? caching : 'private, no-store')
      if (progress)
        return streams.send(
          c,
          progress,
          (data) => options.validateResponses && checkData(id, entry, entry.status, events, () => data),
        )
      const own = {
        'Content-Type': response.contentType,
        'Cache-Control': caching,
        ...(isReplay ? { 'Idempotent-Replayed': 'true' } : {}),
        ...(entry.location && !c.get('isDryRun')
          ? { Location: getLocation(entry.location, response.body, input.path) }
          : {}),
        ...(entry.versionIgnores ? { ETag: getVersionTag(response.body, entry.versionIgnores) } : {}),
        ...(precondition?.newTag ? { ETag: precondition.newTag } : {}),
        ...(entry.deprecation ? { Deprecation: entry.deprecation } : {}),
        ...headers,
      }
      return c.get('headers').createResponse(response.body || null, response.status, own)
    }

    const handle = async (c: Context<Env>) => {
      const input = getInput(c, entry)
      if (typeof handler === 'function') return respondWith(c, handler, input)
      const ctx = c.get('ctx')
      await handler.before(ctx, input)
      if (!entry.upload) throw new Error(`${id} accepts files, but the contract defines no limits for them.`)
      const form = await receiveForm(
        c.req.raw,
        getRequestStream(c.req.raw, c.env?.incoming),
        entry.upload,
        ctx.config.dataFolder,
      )
      try {
        return await respondWith(c, handler.handle, { ...input, body: checkForm(entry, form) as never })
      } finally {
        await form.remove()
      }
    }
    // Each route in the generated table has its own type. The types are removed here because the same code registers
    // all routes.
    const { query: _, params: __, ...request } = route.request
    app.openapi(
      { ...route, request, middleware: [...middleware, createParameterCheck(route)] } as never,
      handle as never,
    )
  }
  return app
}

const codesOfEveryCall = new Set<string>(errorCodes.filter(({ group }) => group === 'General').map(({ code }) => code))

/**
 * Throws an error if the contract does not declare the response's status, type or error code for this operation. The
 * error becomes a 500. Responses of middleware and input validation are also checked.
 */
const rejectUndeclaredResponses =
  (id: string, entry: OperationEntry): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next()
    const { status } = c.res
    if (status === 500) return
    const type = c.res.headers.get('content-type')?.split(';')[0]
    const success = entry.route.responses[status]
    if (!success && !entry.errors.includes(status))
      throw new Error(`${id} returned ${status}, which the contract does not declare.`, { cause: c.error })
    if (success) return checkType(id, success, type)
    if (type !== 'application/json') throw new Error(`${id} returned an error as ${type} instead of JSON.`)
    const body = await c.res.clone().json()
    const { error } = (entry.ownErrors?.[status] ?? errorBody).safeParse(body)
    if (error)
      throw new Error(`The error response of ${id} violates the contract: ${error.message}`, { cause: c.error })
    const unnamed = (body as ErrorBody).errors.find(
      ({ code }) => !codesOfEveryCall.has(code) && !entry.codes.includes(code),
    )
    if (unnamed)
      throw new Error(`${id} returned the error code ${unnamed.code}, which its x-errors do not declare.`, {
        cause: c.error,
      })
  }

/** Throws an error if a response violates the contract, because this is a server bug. */
function validateResponse(id: string, entry: OperationEntry, response: StoredResponse) {
  checkData(id, entry, response.status, 'application/json', () => JSON.parse(response.body))
}

function checkData(id: string, entry: OperationEntry, status: number, type: string, data: () => unknown) {
  const response = entry.route.responses[status]
  const media = response && 'content' in response ? response.content?.[type as 'application/json'] : undefined
  const schema = media && 'schema' in media ? media.schema : undefined
  if (!schema || !('safeParse' in schema)) return
  const parsed = schema.safeParse(data())
  if (!parsed.success) throw new Error(`The response of ${id} violates the contract: ${parsed.error.message}`)
}

/** Checks the media type of a JSON or file response. A response without a body must have no media type. */
function checkType(id: string, response: object, type: string | undefined) {
  const declared = Object.keys(('content' in response && response.content) || {})
  if (declared.length ? !declared.includes(type ?? '') : type !== undefined)
    throw new Error(`${id} returned ${type} instead of ${declared.join(' or ') || 'an empty body'}.`)
}

function sendFile(c: Context<Env>, file: FileResponse, caching: string) {
  const name = file.fileName?.replace(/[^\w .()-]/g, '_')
  return c.body(file.content as ReadableStream, 200, {
    'Content-Type': file.contentType,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': caching,
    ...(name ? { 'Content-Disposition': `${file.disposition}; filename="${name}"` } : {}),
  })
}
