import { isFailureBody, toTidelineError } from './errors.ts'
import { follow, type StreamMessage, type StreamOperation } from './follow.ts'
import { type Client, createClient, createConfig } from './generated/client/index.ts'
import { createRetryingFetch, sleep } from './retry.ts'

export interface TidelineOptions {
  /** The API's base URL, for example `https://policies.example.com`. */
  baseUrl: string
  /** The access token, or a function that returns the current one, if any, for each call. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  /** The number of retries of a request that can be retried safely. Default 2. */
  retries?: number
  /** Milliseconds before the first retry. Default 200. */
  retryDelayMs?: number
  /**
   * The timeout of one attempt in milliseconds, including the response body. Requests that can be retried safely are
   * then retried. Unlimited by default.
   */
  timeoutMs?: number
  /** A replacement for `fetch`, for tests or special networks. */
  fetch?: typeof fetch
}

// The generated functions differ only in their types, which `Parameters` and `ReturnType` read back below.
// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever it takes and gives
export type Operation = (options: any) => any
/**
 * The input of an operation. Operations without required input declare their options as optional, so `undefined` is
 * excluded first: `keyof` of a union with it is `never`.
 */
export type OperationInput<Op extends Operation> = Omit<
  NonNullable<Parameters<Op>[0]>,
  'client' | 'throwOnError' | 'url' | 'baseUrl' | 'fetch' | 'auth'
>
/** The response of an operation. */
export type OperationResponse<Op extends Operation> = NonNullable<
  Extract<Awaited<ReturnType<Op>>, { data: unknown }>['data']
>
/** The arguments after the operation. The input can be omitted when none of it is required. */
type InputArguments<Op extends Operation> =
  Record<never, never> extends OperationInput<Op> ? [input?: OperationInput<Op>] : [input: OperationInput<Op>]

/** A response with status, headers and list counts. */
export interface TidelineResponse<Data> {
  data: Data
  status: number
  headers: Headers
  /** The request ID, for support requests. */
  requestId: string | undefined
  /** For a list: the number of rows on all pages, or a minimum when `isCapped` is true. */
  total: number | undefined
  /** For a list: true when counting stopped early and there are more rows than `total`. */
  isCapped: boolean
}

export interface Tideline {
  /** The generated client, for TanStack Query's options: `getConfirmationOptions({ client: tideline.client, … })`. */
  client: Client
  /**
   * Calls an operation and returns its response. Throws `TidelineError` when the request fails, including responses
   * whose `statusCode` reports a failure.
   *
   * @example
   * const { payload } = await tideline.call(getConfirmation, { path: { policyNo: 'RFL3000101' } })
   */
  call: <Op extends Operation>(operation: Op, ...rest: InputArguments<Op>) => Promise<OperationResponse<Op>>
  /**
   * Like `call`, but also returns status, headers and, for a list, the total number of rows.
   *
   * @example
   * const { data, total } = await tideline.callWithResponse(listAdminPolicies, { query: { range: [0, 24] } })
   */
  callWithResponse: <Op extends Operation>(
    operation: Op,
    ...rest: InputArguments<Op>
  ) => Promise<TidelineResponse<OperationResponse<Op>>>
  /**
   * Yields the messages of an operation that streams server-sent events, as they arrive. Uses one connection: when it
   * closes too early, call it again.
   *
   * @example
   * for await (const job of tideline.follow(followBulkJob, { path: { jobId } })) console.log(job.succeeded)
   */
  follow: <Op extends StreamOperation>(
    operation: Op,
    input: OperationInput<Op>,
  ) => AsyncGenerator<StreamMessage<Op>, void>
}

/** Serializes a query. Lists and objects become JSON, as in the contract (`content: application/json`). */
const serializeQuery = (query: Record<string, unknown>) =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')

/** Returns a list's total from `Content-Range` (`policies 0-24/431`) or from the response body. */
function getTotal(data: unknown, headers: Headers): { total: number | undefined; isCapped: boolean } {
  const [, total] = headers.get('content-range')?.match(/\/(\d+)$/) ?? []
  if (total !== undefined) return { total: Number(total), isCapped: headers.get('x-total-capped') === 'true' }
  const counted = (data as { payload?: unknown } | undefined)?.payload
  const { resultCount, isCapped } = (counted ?? {}) as { resultCount?: number; isCapped?: boolean }
  return { total: resultCount, isCapped: isCapped ?? false }
}

/**
 * Creates a typed client for the Tideline API.
 *
 * @example
 * const tideline = createTideline({ baseUrl: 'https://policies.example.com', token })
 */
export function createTideline(options: TidelineOptions): Tideline {
  const { baseUrl, token, retries = 2, retryDelayMs = 200, timeoutMs } = options
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const client = createClient(
    createConfig({
      baseUrl: baseUrl as `${string}://${string}`,
      querySerializer: serializeQuery,
      fetch: createRetryingFetch({ retries, baseDelayMs: retryDelayMs, timeoutMs, fetch: send, wait: sleep }),
      // Some operations report a failure in the body of a 200 response. It is thrown like any other.
      responseValidator: async (answer) => {
        if (isFailureBody(answer)) throw answer
      },
      ...(token === undefined ? {} : { auth: () => (typeof token === 'function' ? token() : token) }),
    }),
  )
  client.interceptors.error.use(toTidelineError)
  return {
    client,
    follow: (operation, input) => follow(client, send, operation, input as object),
    call: async (operation, ...[input]) => {
      const { data } = await operation({ ...input, client, throwOnError: true })
      return data
    },
    callWithResponse: async (operation, ...[input]) => {
      const { data, response } = await operation({ ...input, client, throwOnError: true })
      const { status, headers } = response as Response
      return { data, status, headers, requestId: headers.get('x-request-id') ?? undefined, ...getTotal(data, headers) }
    },
  }
}
