import type { ErrorResponse } from '@tideline/sdk/types'
import { beforeEach, expect, vi } from 'vitest'
import { queryClient } from '../session/query-client.ts'
import {
  findOperationId,
  findUndeclaredFields,
  getExampleById,
  isEventStreamOperation,
  type Operation,
  type ResponseOf,
} from './contract.ts'

interface StubError {
  code?: string
  message: string
  field?: string
  /** Error messages in the field that widget endpoints use. */
  Errors?: string[]
}
type ResponseHandler = (request: Request) => Promise<Response> | Response

const responses = new Map<string, ResponseHandler>()
const requests: { operationId: string; request: Request; response?: Response }[] = []

/**
 * Requests for which the test has set no response. Components may hide the resulting errors, so the requests are
 * reported at the end of the test.
 */
const unhandledRequests: string[] = []

/** Returns the requests without a response, and clears the list. */
export const takeUnhandledRequests = () => unhandledRequests.splice(0)

function failRequest(why: string): never {
  unhandledRequests.push(why)
  throw new TypeError(why)
}

/**
 * Replaces the server in component tests. Returns the response that the test has set, or the contract's example.
 * Streams always need a response from the test. Requests outside the contract fail the test.
 */
async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const operationId = findOperationId(request.method, new URL(request.url).pathname)
  if (!operationId) failRequest(`The contract has no operation at ${request.method} ${request.url}`)
  const received: (typeof requests)[number] = { operationId, request: request.clone() }
  requests.push(received)
  received.response = await getResponse(operationId, request)
  return received.response
}

async function getResponse(operationId: string, request: Request): Promise<Response> {
  const isJson = request.headers.get('content-type')?.includes('json')
  const sent = isJson ? await request.clone().json() : undefined
  const undeclared = findUndeclaredFields(operationId, new URL(request.url), sent)
  if (undeclared.length > 0) failRequest(`${operationId} does not declare ${undeclared.join(', ')}, which was sent`)
  const given = responses.get(operationId)
  if (given) return given(request)
  if (isEventStreamOperation(operationId)) return new Response(null, { status: 503 })
  const example = getExampleById(operationId)
  if (example === undefined) failRequest(`Neither the test nor the contract defines a response of ${operationId}`)
  return Response.json(example, { headers: getRange(example) })
}

/** Returns the `Content-Range` header with the total count, as the server sends it for back office lists (API-8). */
const getRange = (body: unknown): Record<string, string> =>
  Array.isArray(body) ? { 'Content-Range': `items 0-${Math.max(body.length - 1, 0)}/${body.length}` } : {}

/** Sets the response of an operation: a value, or a function that is called for each request. */
export function respondWith<Op extends Operation>(
  operation: Op,
  given: ResponseOf<Op> | ((request: Request) => ResponseOf<Op> | Promise<ResponseOf<Op>>),
  headers: Record<string, string> = {},
): void {
  responses.set(operation.name, async (request) => {
    const body = typeof given === 'function' ? await (given as (request: Request) => unknown)(request) : given
    return Response.json(body, { headers: { ...getRange(body), ...headers } })
  })
}

/** Sets the response of an operation to a recorded API response. */
export const setResponse = (operationId: string, body: unknown): void => {
  responses.set(operationId, () => Response.json(body, { headers: getRange(body) }))
}

/** Sets an error response for an operation, in the contract's error format. */
export function respondWithError(
  operation: Operation,
  statusCode: number,
  { code = 'any', message, field, Errors }: StubError,
): void {
  const error = { code, message, ...(field && { field }) }
  const body: ErrorResponse = {
    statusCode,
    message,
    errors: [error],
    requestId: 'req_component_test',
    ...(Errors && { Errors }),
  }
  responses.set(operation.name, () => Response.json(body, { status: statusCode }))
}

/** Sets a stream of server-sent events as the response of an operation. The test sends the events one at a time. */
export function respondWithEvents(operation: Operation) {
  let events: ReadableStreamDefaultController<Uint8Array> | undefined
  let isLeft = false
  responses.set(operation.name, (request) => {
    request.signal.addEventListener('abort', () => {
      isLeft = true
    })
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        events = controller
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  return {
    send: (data: unknown) => events?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`)),
    end: () => events?.close(),
    isLeft: () => isLeft,
  }
}

/** Keeps an operation's requests pending, to test loading states. */
export function keepRequestsPending(operation: Operation): void {
  responses.set(operation.name, () => new Promise<Response>(() => undefined))
}

/** Returns the requests of an operation, oldest first. */
export const getRequests = (operation: Operation): Request[] => getRequestsById(operation.name)

/** Returns the requests of an operation that are not dry runs, oldest first. */
export const getActionRequests = (operation: Operation): Request[] =>
  getRequests(operation).filter(({ headers }) => !headers.has('Dry-Run'))

/** Resolves after the browser has painted all earlier changes. Uses real animation frames even with fake timers. */
export async function waitForPaint(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/**
 * Resolves when the screen shows the responses of all given operations. Call it before asserting that something is
 * absent. Otherwise, the assertion can pass before a response arrives.
 */
export async function waitForResponses(...operations: Operation[]): Promise<void> {
  const unread = ({ name }: Operation) => {
    const own = requests.filter(({ operationId }) => operationId === name)
    return own.length === 0 || own.some(({ response }) => !response || (response.body !== null && !response.bodyUsed))
  }
  await expect.poll(() => operations.filter(unread).map(({ name }) => name)).toEqual([])
  await expect.poll(() => queryClient.isFetching() + queryClient.isMutating()).toBe(0)
  // Waits for a new timer because the query client notifies its observers in a timer.
  await new Promise((resolve) => setTimeout(resolve))
  await waitForPaint()
}

/** Returns all requests with an operationId. Use it in tests that loop over the contract. */
export const getRequestsById = (id: string): Request[] =>
  requests.filter(({ operationId }) => operationId === id).map(({ request }) => request)

/** Returns the operationIds of all requests, oldest first. */
export const getRequestedOperations = (): string[] => requests.map(({ operationId }) => operationId)

/** Mocks the server for every test of a file. Fails a test that sends a request without a response. */
export function mockServer(): void {
  beforeEach(() => {
    responses.clear()
    requests.length = 0
    takeUnhandledRequests()
    vi.stubGlobal('fetch', serve)
    return () => {
      vi.unstubAllGlobals()
      const called = takeUnhandledRequests()
      if (called.length > 0) throw new Error(called.join('\n'))
    }
  })
}
