import { describe, expect, test } from 'vitest'
import { createTideline } from './client.ts'
import { TidelineConnectionError, TidelineError } from './errors.ts'
import {
  authorizeToken,
  authorizeTokenByUrl,
  getConfirmation,
  listUnappliedChecks,
  processPayment,
} from './generated/sdk.gen.ts'
import { pages } from './paging.ts'
import { retryingFetch, wait } from './retry.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'network is down'

/** A server of prepared answers that remembers what it was asked. */
function answering(...answers: Answer[]) {
  const asked: Request[] = []
  const fetch = async (input: Request | URL | string, init?: RequestInit) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(new Request(input, init))
    if (!answer || answer === 'network is down') throw new TypeError('fetch failed')
    return Response.json(answer.body ?? { statusCode: answer.status, message: '', payload: null }, {
      status: answer.status,
      ...(answer.headers ? { headers: answer.headers } : {}),
    })
  }
  const tideline = createTideline({ baseUrl: 'http://localhost', token: 'secret', retryDelayMs: 0, fetch })
  return { asked, tideline }
}

const path = { policyNo: 'RFL3000101' }
const body = { PolicyNo: 'RFL3000101', PaymentMethodId: 'pm_1Example' }
const error = (status: number) => ({
  status,
  body: {
    statusCode: status,
    message: 'Not found.',
    errors: [{ code: 'not_found', message: 'Not found.', field: 'policyNo' }],
    requestId: 'req_1',
  },
})

describe('a call', () => {
  test('carries the token and gives the answer', async () => {
    const { asked, tideline } = answering({
      status: 200,
      body: { statusCode: 200, message: '', payload: { policyNo: 'RFL3000101' } },
    })
    expect((await tideline.call(getConfirmation, { path })).payload.policyNo).toBe('RFL3000101')
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer secret')
    expect(asked[0]?.url).toBe('http://localhost/api/v1/policies/RFL3000101/getConfirmation')
  })

  test('that is refused throws the contract’s error, typed', async () => {
    const { tideline } = answering(error(404))
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineError)
    expect(problem).toMatchObject({ status: 404, code: 'not_found', message: 'Not found.', requestId: 'req_1' })
  })

  test('that came through and says in its body that it failed throws like any other refusal', async () => {
    const { tideline } = answering({
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

  test('without any answer throws a connection error with its cause', async () => {
    const { tideline } = answering('network is down')
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineConnectionError)
    expect((problem as Error).cause).toBeInstanceOf(TypeError)
  })
})

describe('a repetition', () => {
  const query = { token: 'ZXlKaGJHY2lPaUprYVhJaWZRLlREMTc5NTI3NDI0NTAwMA' }

  test('of a GET that acts is never made unasked', async () => {
    const { asked, tideline } = answering('network is down')
    await tideline.call(authorizeTokenByUrl, { query }).catch(() => undefined)
    expect(asked).toHaveLength(1)
  })

  test('of its POST bears the same key', async () => {
    const { asked, tideline } = answering('network is down')
    await tideline.call(authorizeToken, { query }).catch(() => undefined)
    const keys = asked.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
  })

  test('of a POST that changes nothing needs no key', async () => {
    const { asked, tideline } = answering('network is down')
    await tideline.call(listUnappliedChecks, { body: {} }).catch(() => undefined)
    expect(asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([null, null, null])
  })
})

describe('a token', () => {
  test('from a function is asked for with each call', async () => {
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

test('the compiler knows what an operation takes and gives', () => {
  const { tideline } = answering({ status: 200 })
  const neverRun = async () => {
    const answer = await tideline.call(getConfirmation, { path })
    answer.payload.policyNo satisfies string
    // @ts-expect-error the answer has no such field
    answer.payload.colour
    // @ts-expect-error the policy number is missing
    await tideline.call(getConfirmation, { path: {} })
    // @ts-expect-error an operation with a path needs it
    await tideline.call(getConfirmation)
    // @ts-expect-error the method is no number
    await tideline.call(processPayment, { body: { PolicyNo: 'RFL3000101', PaymentMethodId: 1 } })
  }
  expect(neverRun).toBeTypeOf('function')
})

describe('the wait before a repetition', () => {
  const waits = async (headers: Record<string, string>) => {
    const waited: number[] = []
    let left = 1
    const send = retryingFetch({
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

  test('is what the server asks for in Retry-After, half a minute at most', async () => {
    expect(await waits({ 'Retry-After': '7' })).toEqual([7000])
    expect(await waits({ 'Retry-After': '3600' })).toEqual([30_000])
  })

  test('is the back-off with jitter when the server does not say', async () => {
    const [ms = 0] = await waits({})
    expect(ms).toBeGreaterThanOrEqual(100)
    expect(ms).toBeLessThanOrEqual(200)
  })

  test('ends when the call is aborted, before or meanwhile', async () => {
    const reason = new Error('changed my mind')
    await expect(wait(60_000, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const waiting = wait(60_000, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })
})

describe('a call that stumbles', () => {
  test('is repeated when it only reads', async () => {
    const { asked, tideline } = answering('network is down', { status: 503 }, { status: 200 })
    await tideline.call(getConfirmation, { path })
    expect(asked).toHaveLength(3)
  })

  test('is repeated under one key made once when it changes something', async () => {
    const { asked, tideline } = answering('network is down', { status: 502 }, { status: 200 })
    await tideline.call(processPayment, { body })
    const keys = asked.map((request) => request.headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(await asked[2]?.json()).toEqual(body)
  })

  test('keeps the key that the caller gave', async () => {
    const { asked, tideline } = answering({ status: 200 })
    await tideline.call(processPayment, { body, headers: { 'Idempotency-Key': 'order-4711' } })
    expect(asked[0]?.headers.get('Idempotency-Key')).toBe('order-4711')
  })

  test('is given up after two repetitions', async () => {
    const { asked, tideline } = answering({ status: 503 })
    await expect(tideline.call(getConfirmation, { path })).rejects.toThrow()
    expect(asked).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 409, 422, 500])('is not repeated after %i', async (status) => {
    const { asked, tideline } = answering(error(status))
    await expect(tideline.call(getConfirmation, { path })).rejects.toBeInstanceOf(TidelineError)
    expect(asked).toHaveLength(1)
  })

  test('that is not answered says where it went and why', async () => {
    const tideline = createTideline({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
    const problem = await tideline.call(getConfirmation, { path }).catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(TidelineConnectionError)
    expect((problem as Error).message).toMatch(
      /^Tideline could not be reached at http:\/\/127\.0\.0\.1:1: .*(ECONNREFUSED|bad port).*\.$/,
    )
  })

  test('whose time the caller limited says that the time is over', async () => {
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
    expect((problem as Error).message).toBe(
      'The time that the caller gave this call is over, and Tideline at http://localhost has not answered.',
    )
  })

  test('stops at once when it is aborted', async () => {
    const { asked, tideline } = answering('network is down')
    const call = tideline.call(getConfirmation, { path, signal: AbortSignal.abort() })
    await expect(call).rejects.toThrow()
    expect(asked.length).toBeLessThanOrEqual(1)
  })
})

test('paging asks until a page is short and no further', async () => {
  const book = Array.from({ length: 7 }, (_, index) => index)
  const skips: number[] = []
  const seen: number[] = []
  for await (const row of pages(async ({ skip, take }) => {
    skips.push(skip)
    return book.slice(skip, skip + take)
  }, 3))
    seen.push(row)
  expect(seen).toEqual(book)
  expect(skips).toEqual([0, 3, 6])
})
