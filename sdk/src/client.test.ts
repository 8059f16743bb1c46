import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createTideline } from './client.ts'
import { TidelineConnectionError, TidelineError } from './errors.ts'
import {
  authorizeToken,
  authorizeTokenByUrl,
  cancelRewritePolicy,
  getActiveTransactions,
  getConfirmation,
  getPolicyDetails,
  getPolicyHistory,
  listAdminClaims,
  listAdminPolicies,
  listClaimNotes,
  listClaims,
  listUnappliedChecks,
  loginByAgentLink,
  loginPolicyholder,
  processPayment,
  redeemResource,
  searchPolicies,
  signDocuments,
  validateDeepLink,
} from './generated/sdk.gen.ts'
import { pages } from './paging.ts'
import { createRetryingFetch, sleep } from './retry.ts'

type StubResponse = { status: number; body?: unknown; headers?: Record<string, string> } | 'network is down'

/** Returns a client whose server sends the given responses in order and records the requests. */
function createTestClient(...responses: StubResponse[]) {
  const requests: Request[] = []
  const fetch = async (input: Request | URL | string, init?: RequestInit) => {
    const response = responses[Math.min(requests.length, responses.length - 1)]
    requests.push(new Request(input, init))
    if (!response || response === 'network is down') throw new TypeError('fetch failed')
    return Response.json(response.body ?? { statusCode: response.status, message: '', payload: null }, {
      status: response.status,
      ...(response.headers ? { headers: response.headers } : {}),
    })
  }
  const tideline = createTideline({ baseUrl: 'http://localhost', token: 'secret', retryDelayMs: 0, fetch })
  return { requests, tideline }
}

const path = { policyNo: 'RFL3000101' }
const body = { PolicyNo: 'RFL3000101', PaymentMethodId: 'pm_1Example' }
const claim = { path: { claimID: '00000013-0001-4000-8001-000003000136' } }
const error = (status: number) => ({
  status,
  body: {
    statusCode: status,
    message: 'Not found.',
    errors: [{ code: 'not_found', message: 'Not found.', field: 'policyNo' }],
    requestId: 'req_1',
  },
})

describe('SDK call', () => {
  test('sends the access token and returns the response', async () => {
    const { requests, tideline } = createTestClient({
      status: 200,
      body: { statusCode: 200, message: '', payload: { policyNo: 'RFL3000101' } },
    })
    expect((await tideline.call(getConfirmation, { path })).payload.policyNo).toBe('RFL3000101')
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret')
    expect(requests[0]?.url).toBe('http://localhost/api/v1/policies/RFL3000101/getConfirmation')
  })

  test('throws the typed error of the contract for a rejected request', async () => {
    const { tideline } = createTestClient(error(404))
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineError)
    expect(problem).toMatchObject({ status: 404, code: 'not_found', message: 'Not found.', requestId: 'req_1' })
  })

  test('throws an error for a 200 response whose body reports a failure', async () => {
    const { tideline } = createTestClient({
      status: 200,
      body: { statusCode: 409, message: 'The policy was moved meanwhile.', payload: { policy: null } },
      headers: { 'x-request-id': 'req_2' },
    })
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineError)
    expect(problem).toMatchObject({
      status: 409,
      message: 'The policy was moved meanwhile.',
      requestId: 'req_2',
      payload: { policy: null },
    })
  })

  test('throws the message in the response body when an inception date change fails [D358]', async () => {
    const { tideline } = createTestClient({
      status: 200,
      body: { statusCode: 422, message: 'The policy has an open claim.', payload: null },
    })
    const change = { inceptionDate: '2026-12-01', newAgencyNo: '', hasImmediateClosing: false, producerName: '' }
    await expect(tideline.call(cancelRewritePolicy, { path, body: change })).rejects.toMatchObject({
      status: 422,
      message: 'The policy has an open claim.',
    })
  })

  test('uses the documented paths for links, policy details and signatures [P293]', async () => {
    const { requests, tideline } = createTestClient({ status: 200 })
    const policy = { policyNo: 'RFL3000101' }
    const Token = 'ZXlKaGJHY2lPaUprYVhJaWZRLlREMTc5NTI3NDI0NTAwMA'
    await tideline.call(validateDeepLink, { body: { Token } })
    await tideline.call(loginPolicyholder, { body: { deepLink: Token, phone: '8135550142', zip: '33606' } as never })
    await tideline.call(loginByAgentLink, { body: { Token } })
    await tideline.call(getPolicyDetails, { path: policy })
    await tideline.call(getActiveTransactions, { path: policy })
    await tideline.call(signDocuments, { body: policy as never })
    await tideline.call(redeemResource, { path: { resourceId: '3c0f6f5e-0000-4000-8000-000000000001' } })
    await tideline.call(authorizeToken, { query: { token: Token } })
    expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /api/v1/auth/deepLink',
      'POST /api/v1/auth/policyholder',
      'POST /api/v1/auth/agentDeepLink',
      'GET /api/v1/policies/RFL3000101',
      'GET /api/v1/policies/RFL3000101/activeTransactions',
      'POST /api/v1/documents/signatures',
      'POST /api/v1/auth/resources/3c0f6f5e-0000-4000-8000-000000000001/redeem',
      'POST /api/v1/auth/authorize',
    ])
    expect(await requests[1]?.json()).toEqual({ deepLink: Token, phone: '8135550142', zip: '33606' })
  })

  test('throws a connection error with its cause when there is no response', async () => {
    const { tideline } = createTestClient('network is down')
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineConnectionError)
    expect((problem as Error).cause).toBeInstanceOf(TypeError)
  })
})

describe('SDK retry of GET and POST operations', () => {
  const query = { token: 'ZXlKaGJHY2lPaUprYVhJaWZRLlREMTc5NTI3NDI0NTAwMA' }

  test('is disabled for a GET operation that changes data', async () => {
    const { requests, tideline } = createTestClient('network is down')
    await tideline.call(authorizeTokenByUrl, { query }).catch(() => undefined)
    expect(requests).toHaveLength(1)
  })

  test('uses one idempotency key for all attempts of a POST operation', async () => {
    const { requests, tideline } = createTestClient('network is down')
    await tideline.call(authorizeToken, { query }).catch(() => undefined)
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
  })

  test('sends no idempotency key for a read-only POST operation', async () => {
    const { requests, tideline } = createTestClient('network is down')
    await tideline.call(listUnappliedChecks, { body: {} }).catch(() => undefined)
    expect(requests.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([null, null, null])
  })
})

describe('SDK access token', () => {
  test('is requested from the token function for every call', async () => {
    const tokens = ['first', 'second']
    const sent: (string | null)[] = []
    const fetch = async (input: Request | URL | string) => {
      sent.push(new Request(input).headers.get('Authorization'))
      return Response.json({ statusCode: 200, message: '', payload: {} })
    }
    const tideline = createTideline({ baseUrl: 'http://localhost', token: async () => tokens.shift(), fetch })
    await tideline.call(getConfirmation, { path })
    await tideline.call(getConfirmation, { path })
    await tideline.call(getConfirmation, { path })
    expect(sent).toEqual(['Bearer first', 'Bearer second', null])
  })
})

test('declares the input type and response type of an operation', () => {
  const { tideline } = createTestClient({ status: 200 })
  const neverRun = async () => {
    const response = await tideline.call(getConfirmation, { path })
    response.payload.policyNo satisfies string
    // @ts-expect-error the response has no such field
    response.payload.colour
    // @ts-expect-error the policy number is missing
    await tideline.call(getConfirmation, { path: {} })
    // @ts-expect-error the path is missing
    await tideline.call(getConfirmation)
    // @ts-expect-error the payment method must not be a number
    await tideline.call(processPayment, { body: { PolicyNo: 'RFL3000101', PaymentMethodId: 1 } })
  }
  expect(neverRun).toBeTypeOf('function')
})

describe('SDK retry delay', () => {
  const waits = async (headers: Record<string, string>) => {
    const waited: number[] = []
    let left = 1
    const send = createRetryingFetch({
      retries: 2,
      baseDelayMs: 200,
      fetch: async () => new Response(null, { status: left-- > 0 ? 429 : 200, headers }),
      wait: async (ms) => {
        waited.push(ms)
      },
    })
    await send('http://localhost/')
    return waited
  }

  test('equals the Retry-After time, up to 30 seconds', async () => {
    expect(await waits({ 'Retry-After': '7' })).toEqual([7000])
    expect(await waits({ 'Retry-After': '3600' })).toEqual([30_000])
  })

  test('grows exponentially with jitter if there is no Retry-After', async () => {
    const [ms = 0] = await waits({})
    expect(ms).toBeGreaterThanOrEqual(100)
    expect(ms).toBeLessThanOrEqual(200)
  })

  test('grows while an earlier request with the same key is in progress, up to 30 seconds in total [API-14]', async () => {
    const waited: number[] = []
    const bodies: string[] = []
    const inProgress = () => Response.json({ errors: [{ code: 'in_progress' }] }, { status: 409 })
    const createSend = (retries: number, inProgressCount: number) =>
      createRetryingFetch({
        ...{ retries, baseDelayMs: 200 },
        fetch: async (input) => {
          bodies.push(await (input as Request).text())
          return bodies.length > inProgressCount ? Response.json({ saved: true }) : inProgress()
        },
        wait: async (ms) => {
          waited.push(ms)
        },
      })
    const request = { method: 'POST', body: '{"note":"Called."}' }
    const response = await createSend(2, 4)('http://localhost/', request)
    expect([response.status, await response.json()]).toEqual([200, { saved: true }])
    expect(waited).toEqual([200, 400, 800, 1600])
    expect(new Set(bodies)).toEqual(new Set([request.body]))

    waited.length = 0
    const last = await createSend(2, 1000)('http://localhost/', request)
    expect([last.status, await last.json()]).toEqual([409, { errors: [{ code: 'in_progress' }] }])
    expect(waited.reduce((sum, ms) => sum + ms)).toBe(30_000)

    waited.length = 0
    expect((await createSend(0, 1000)('http://localhost/', request)).status).toBe(409)
    expect(waited).toEqual([])
  })

  test('ends when the caller aborts the request', async () => {
    const reason = new Error('changed my mind')
    await expect(sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const waiting = sleep(60_000, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })
})

describe('SDK retry', () => {
  test('repeats a read after a network error or a 503 response', async () => {
    const { requests, tideline } = createTestClient('network is down', { status: 503 }, { status: 200 })
    await tideline.call(getConfirmation, { path })
    expect(requests).toHaveLength(3)
  })

  test('repeats a change with one generated idempotency key', async () => {
    const { requests, tideline } = createTestClient('network is down', { status: 502 }, { status: 200 })
    await tideline.call(processPayment, { body })
    const keys = requests.map((request) => request.headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(await requests[2]?.json()).toEqual(body)
  })

  test("uses the caller's idempotency key", async () => {
    const { requests, tideline } = createTestClient({ status: 200 })
    await tideline.call(processPayment, { body, headers: { 'Idempotency-Key': 'order-4711' } })
    expect(requests[0]?.headers.get('Idempotency-Key')).toBe('order-4711')
  })

  test('stops after two retries', async () => {
    const { requests, tideline } = createTestClient({ status: 503 })
    await expect(tideline.call(getConfirmation, { path })).rejects.toThrow()
    expect(requests).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 409, 422, 500])('is not performed after a %i response', async (status) => {
    const { requests, tideline } = createTestClient(error(status))
    await expect(tideline.call(getConfirmation, { path })).rejects.toBeInstanceOf(TidelineError)
    expect(requests).toHaveLength(1)
  })

  test('ends with an error that contains the URL and the cause if there is no response', async () => {
    const tideline = createTideline({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineConnectionError)
    expect((problem as Error).message).toMatch(
      /^Tideline is unreachable at http:\/\/127\.0\.0\.1:1: .*(ECONNREFUSED|bad port).*\.$/,
    )
  })

  test('ends with a timeout error when the caller’s time limit expires', async () => {
    const fetch = (input: Request | URL | string, init?: RequestInit) =>
      new Promise<Response>((_, reject) => {
        const { signal } = new Request(input, init)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const tideline = createTideline({ baseUrl: 'http://localhost', retries: 0, fetch })
    const problem = await tideline
      .call(getConfirmation, { path, signal: AbortSignal.timeout(20) })
      .catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineConnectionError)
    expect((problem as Error).message).toBe('The request timed out. Tideline at http://localhost did not respond.')
  })

  test('stops immediately when the caller aborts the call', async () => {
    const { requests, tideline } = createTestClient('network is down')
    const call = tideline.call(getConfirmation, { path, signal: AbortSignal.abort() })
    await expect(call).rejects.toThrow()
    expect(requests.length).toBeLessThanOrEqual(1)
  })
})

/** Returns a client for a list of `count` rows, and the query strings it sends. */
function createListClient(
  count: number,
  response: (rows: number[]) => { body: unknown; headers?: Record<string, string> },
) {
  const queries: string[] = []
  const fetch = async (input: Request | URL | string, init?: RequestInit) => {
    const { searchParams } = new URL(new Request(input, init).url)
    queries.push(decodeURIComponent(searchParams.toString()))
    const range = searchParams.get('range')
    const [first, last] = range ? JSON.parse(range) : [Number(searchParams.get('skip')), undefined]
    const end = last === undefined ? first + Number(searchParams.get('take')) : last + 1
    const rows = Array.from({ length: count }, (_, index) => index).slice(first, end)
    const { body, headers } = response(rows)
    return Response.json(body, headers ? { headers } : {})
  }
  return { queries, tideline: createTideline({ baseUrl: 'http://localhost', fetch }) }
}

const collect = async (rows: AsyncIterable<unknown>) => {
  const seen: unknown[] = []
  for await (const row of rows) seen.push(row)
  return seen
}
const payloadOf = (payload: unknown) => ({ body: { statusCode: 200, message: '', payload } })

describe('SDK pagination', () => {
  test('follows the cursor to the last page and repeats the filters', async () => {
    const pagesOf = [
      { items: [0, 1], nextCursor: 'b' },
      { items: [2], nextCursor: 'c' },
      { items: [], nextCursor: null },
    ]
    const { requests, tideline } = createTestClient(...pagesOf.map((page) => ({ status: 200, ...payloadOf(page) })))
    const claims = pages(tideline, listClaims, { query: { policyNo: 'RFL3000101' } }, 2)
    expect(await collect(claims)).toEqual([0, 1, 2])
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(
      ['', '&cursor=b', '&cursor=c'].map((cursor) => `?policyNo=RFL3000101&take=2${cursor}`),
    )
  })

  test('sends the page size and cursor in the body when the filters are in the body', async () => {
    const bodies: unknown[] = []
    const fetch = async (input: Request | URL | string, init?: RequestInit) => {
      bodies.push(await new Request(input, init).json())
      const page = { resultCount: 2, isCapped: false, totalAmount: 2, items: [bodies.length] }
      return Response.json(payloadOf({ ...page, nextCursor: bodies.length === 1 ? 'b' : null }).body)
    }
    const tideline = createTideline({ baseUrl: 'http://localhost', fetch })
    expect(await collect(pages(tideline, listUnappliedChecks, { body: { status: 'open' } }, 1))).toEqual([1, 2])
    expect(bodies).toEqual([
      { status: 'open', take: 1 },
      { status: 'open', take: 1, cursor: 'b' },
    ])
  })

  test('requests a list with skip and take until a page is not full', async () => {
    const { queries, tideline } = createListClient(7, (policies) => payloadOf({ policies }))
    expect(await collect(pages(tideline, searchPolicies, undefined, 3))).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(queries).toEqual([0, 3, 6].map((skip) => `skip=${skip}&take=3`))
  })

  test('finds the rows among the other fields of the payload', async () => {
    const { tideline } = createListClient(2, (policies) => payloadOf({ policies, resultCount: 2, isCapped: false }))
    expect(await collect(pages(tideline, searchPolicies))).toEqual([0, 1])
  })

  test('requests ranges of a back-office list up to its total', async () => {
    const { queries, tideline } = createListClient(4, (rows) => ({
      body: rows,
      headers: { 'Content-Range': 'claims 0-1/4' },
    }))
    expect(await collect(pages(tideline, listAdminClaims, undefined, 2))).toEqual([0, 1, 2, 3])
    expect(queries).toEqual(['range=[0,1]', 'range=[2,3]'])
  })

  test('limits the page size to the maximum of the operation', async () => {
    const { queries, tideline } = createListClient(0, (policies) => payloadOf({ policies, resultCount: 0 }))
    await collect(pages(tideline, getPolicyHistory, { path }, 5000))
    expect(queries).toEqual(['skip=0&take=100'])
  })

  test('rejects an operation that does not return pages', async () => {
    const { tideline } = createTestClient({ status: 200 })
    await expect(collect(pages(tideline, getConfirmation, { path }))).rejects.toThrow('is not a list with pages')
  })
})

describe('callWithResponse', () => {
  test('returns the status, headers, request ID and total of a back-office list', async () => {
    const headers = { 'Content-Range': 'policies 0-24/1000', 'X-Total-Capped': 'true', 'X-Request-Id': 'req_1' }
    const { tideline } = createTestClient({ status: 200, body: [], headers })
    const response = await tideline.callWithResponse(listAdminPolicies)
    expect(response).toMatchObject({ data: [], status: 200, requestId: 'req_1', total: 1000, isCapped: true })
    expect(response.headers.get('Content-Range')).toBe('policies 0-24/1000')
  })

  test('returns the total from the body, or undefined if there is no total', async () => {
    const page = { policies: [], resultCount: 31, isCapped: false }
    const counted = createTestClient({ status: 200, ...payloadOf(page) })
    expect(await counted.tideline.callWithResponse(searchPolicies)).toMatchObject({ total: 31, isCapped: false })
    const uncounted = createTestClient({ status: 200, ...payloadOf([]) })
    expect((await uncounted.tideline.callWithResponse(listClaimNotes, claim)).total).toBeUndefined()
  })

  test('throws the same errors as `call`', async () => {
    const { tideline } = createTestClient(error(404))
    await expect(tideline.callWithResponse(getConfirmation, { path })).rejects.toBeInstanceOf(TidelineError)
  })
})

test('exports no type with the name of a global type', async () => {
  const types = await readFile(new URL('./generated/types.gen.ts', import.meta.url), 'utf8')
  const known = new Set([...Object.getOwnPropertyNames(globalThis), 'Range', 'Text', 'Document', 'Node'])
  const names = [...types.matchAll(/^export type (\w+)/gm)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(400)
  expect(names.filter((name) => known.has(name))).toEqual([])
})

describe('SDK timeout', () => {
  /** Returns a client whose server never responds. */
  const silent = (timeoutMs: number) => {
    const requests: string[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      const { method, signal } = new Request(input, init)
      requests.push(method)
      return new Promise((_, reject) => {
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    }
    return { requests, tideline: createTideline({ baseUrl: 'http://localhost', timeoutMs, retryDelayMs: 0, fetch }) }
  }

  test('applies to each attempt, and allows a read to be retried', async () => {
    const { requests, tideline } = silent(5)
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineConnectionError)
    expect((problem as Error).message).toMatch(/request timed out/)
    expect(requests).toHaveLength(3)
  })

  test('lets the caller abort a call before the timeout', async () => {
    const { requests, tideline } = silent(60_000)
    const stop = new AbortController()
    const call = tideline.call(getConfirmation, { path, signal: stop.signal })
    stop.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests.length).toBeLessThanOrEqual(1)
  })
})
