import type { ErrorAnswer } from '@tideline/sdk/types'
import { beforeEach, expect, vi } from 'vitest'
import { queryClient } from '../session/query-client.ts'
import { type AnswerOf, exampleById, isStream, type Operation, operationAt, undeclaredIn } from './contract.ts'

interface Refusal {
  code?: string
  message: string
  field?: string
  /** The messages once more, as widget calls carry them. */
  Errors?: string[]
}
type Answer = (request: Request) => Promise<Response> | Response

const answers = new Map<string, Answer>()
const requests: { operationId: string; request: Request; response?: Response }[] = []

/** Calls that nobody could answer. A component may swallow what they throw, so the test is told when it ends. */
const strays: string[] = []

/** What was called and had no answer since it was asked last. */
export const unexpectedRequests = () => strays.splice(0)

function refuseToAnswer(why: string): never {
  strays.push(why)
  throw new TypeError(why)
}

/**
 * Stands in for the server in a component test: what the test gave, else the contract's example, and no stream but a given
 * one. What the contract does not have fails the test. That the real server sends such answers is proven by API tests, not here.
 */
async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const operationId = operationAt(request.method, new URL(request.url).pathname)
  if (!operationId) refuseToAnswer(`The contract has no operation at ${request.method} ${request.url}`)
  const received: (typeof requests)[number] = { operationId, request: request.clone() }
  requests.push(received)
  received.response = await responseTo(operationId, request)
  return received.response
}

async function responseTo(operationId: string, request: Request): Promise<Response> {
  const isJson = request.headers.get('content-type')?.includes('json')
  const sent = isJson ? await request.clone().json() : undefined
  const undeclared = undeclaredIn(operationId, new URL(request.url), sent)
  if (undeclared.length > 0) refuseToAnswer(`${operationId} does not declare ${undeclared.join(', ')}, which was sent`)
  const given = answers.get(operationId)
  if (given) return given(request)
  if (isStream(operationId)) return new Response(null, { status: 503 })
  const example = exampleById(operationId)
  if (example === undefined) refuseToAnswer(`The test gives no answer to ${operationId}, nor does the contract`)
  return Response.json(example, { headers: getRange(example) })
}

/** The lists of the back office say in a header how many there are (API-8). */
const getRange = (body: unknown): Record<string, string> =>
  Array.isArray(body) ? { 'Content-Range': `items 0-${Math.max(body.length - 1, 0)}/${body.length}` } : {}

/** Answers an operation with a value; a function is asked for each request. */
export function respondWith<Op extends Operation>(
  operation: Op,
  given: AnswerOf<Op> | ((request: Request) => AnswerOf<Op> | Promise<AnswerOf<Op>>),
): void {
  answers.set(operation.name, async (request) => {
    const body = typeof given === 'function' ? await (given as (request: Request) => unknown)(request) : given
    return Response.json(body, { headers: getRange(body) })
  })
}

/** Answers an operation with an error, in the contract's one shape. */
export function reject(
  operation: Operation,
  statusCode: number,
  { code = 'any', message, field, Errors }: Refusal,
): void {
  const error = { code, message, ...(field && { field }) }
  const body: ErrorAnswer = {
    statusCode,
    message,
    errors: [error],
    requestId: 'req_component_test',
    ...(Errors && { Errors }),
  }
  answers.set(operation.name, () => Response.json(body, { status: statusCode }))
}

/** Answers an operation with server-sent events that the test sends one by one. */
export function respondWithEvents(operation: Operation) {
  let events: ReadableStreamDefaultController<Uint8Array> | undefined
  let isLeft = false
  answers.set(operation.name, (request) => {
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

/** Lets an operation wait for ever, to look at what is shown meanwhile. */
export function delayResponses(operation: Operation): void {
  answers.set(operation.name, () => new Promise<Response>(() => undefined))
}

/** The requests that came in for an operation, oldest first. */
export const getRequests = (operation: Operation): Request[] => getRequestsById(operation.name)

/** Resolves once the browser has painted what changed before the call. Frames are real even while timers are fake. */
export async function painted(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/**
 * Resolves once each of the operations was called, its responses were read and the screen shows them. Call it before an assertion
 * that something is absent: without it, the assertion may pass before the response arrives.
 */
export async function settled(...operations: Operation[]): Promise<void> {
  const unread = ({ name }: Operation) => {
    const own = requests.filter(({ operationId }) => operationId === name)
    return own.length === 0 || own.some(({ response }) => !response || (response.body !== null && !response.bodyUsed))
  }
  await expect.poll(() => operations.filter(unread).map(({ name }) => name)).toEqual([])
  await expect.poll(() => queryClient.isFetching() + queryClient.isMutating()).toBe(0)
  // The query client notifies its observers in a timer, so this one runs after it.
  await new Promise((resolve) => setTimeout(resolve))
  await painted()
}

/** The same by the operation's id, for tests that walk the contract. */
export const getRequestsById = (id: string): Request[] =>
  requests.filter(({ operationId }) => operationId === id).map(({ request }) => request)

/** Every operation that was asked for, oldest first. */
export const countRequests = (): string[] => requests.map(({ operationId }) => operationId)

/** Starts each test of a file with a server that has been asked nothing, and fails the one that asked for what is not there. */
export function mockServer(): void {
  beforeEach(() => {
    answers.clear()
    requests.length = 0
    unexpectedRequests()
    vi.stubGlobal('fetch', serve)
    return () => {
      vi.unstubAllGlobals()
      const called = unexpectedRequests()
      if (called.length > 0) throw new Error(called.join('\n'))
    }
  })
}
