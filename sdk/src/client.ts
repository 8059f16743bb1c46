import { isFailureBody, toTidelineError } from './errors.ts'
import { follow, type StreamMessage, type StreamOperation } from './follow.ts'
import { type Client, createClient, createConfig } from './generated/client/index.ts'
import { createRetryingFetch, sleep } from './retry.ts'

export interface TidelineOptions {
  /** Base URL of the API, for example `https://policies.example.com`. */
  baseUrl: string
  /**
   * Access token, or a function that returns the current token. The function is called for each request and can return
   * undefined.
   */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Number of retries for a request that is safe to retry. Default: 2. */
  retries?: number
  /** Delay before the first retry, in milliseconds. Default: 200. */
  retryDelayMs?: number
  /**
   * Timeout for one attempt in milliseconds, including reading the response body. A timed-out request is retried if a
   * retry is safe. Default: no timeout.
   */
  timeoutMs?: number
  /** Replacement for `fetch`, for tests or special network setups. */
  fetch?: typeof fetch
}

// The generated functions differ only in their types, which `Parameters` and `ReturnType` read back below.
// biome-ignore lint/suspicious/noExplicitAny: an operation can have any input and output
export type Operation = (options: any) => any
/** Input of an operation, without the options that the client sets. */
export type OperationInput<Op extends Operation> = Omit<
  NonNullable<Parameters<Op>[0]>,
  'client' | 'throwOnError' | 'url' | 'baseUrl' | 'fetch' | 'auth'
>
/** Response body of an operation. */
export type OperationResponse<Op extends Operation> = NonNullable<
  Extract<Awaited<ReturnType<Op>>, { data: unknown }>['data']
>
/** Arguments after the operation. The input is optional if none of its fields is required. */
type InputArguments<Op extends Operation> =
  Record<never, never> extends OperationInput<Op> ? [input?: OperationInput<Op>] : [input: OperationInput<Op>]

/** Response with its status, headers, and list counts. */
export interface TidelineResponse<Data> {
  data: Data
  status: number
  headers: Headers
  /** The request ID, to quote in support requests. */
  requestId: string | undefined
  /** The version of a resource that can be edited. Send it as `If-Match` with an edit. */
  etag: string | undefined
  /** Number of rows on all pages of a list, or a lower bound if `isCapped` is true. */
  total: number | undefined
  /** True if counting stopped early, so that the list has more rows than `total`. */
  isCapped: boolean
}

export interface Tideline {
  /**
   * Generated client, to pass to TanStack Query's options: `getConfirmationOptions({ client: tideline.client, … })`.
   */
  client: Client
  /**
   * Calls an operation and returns its response.
   *
   * @throws {TidelineError} if the request fails, including a response whose `statusCode` reports a failure
   * @example const { payload } = await tideline.call(getConfirmation, { path: { policyNo: 'RFL3000101' } })
   */
  call: <Op extends Operation>(operation: Op, ...rest: InputArguments<Op>) => Promise<OperationResponse<Op>>
  /**
   * Calls an operation and returns the response with its status, headers and, for a list, the total number of rows.
   *
   * @example const { data, total } = await tideline.callWithResponse(listAdminPolicies, { query: { range: [0, 24] } })
   */
  callWithResponse: <Op extends Operation>(
    operation: Op,
    ...rest: InputArguments<Op>
  ) => Promise<TidelineResponse<OperationResponse<Op>>>
  /**
   * Yields the messages of a server-sent event stream as they arrive. Does not reconnect; if the connection breaks,
   * call `follow` again.
   *
   * @example for await (const job of tideline.follow(followBulkJob, { path: { jobId } })) console.log(job.succeeded)
   */
  follow: <Op extends StreamOperation>(
    operation: Op,
    input: OperationInput<Op>,
  ) => AsyncGenerator<StreamMessage<Op>, void>
}

/**
 * Serializes query parameters. Lists and objects become JSON, as the contract requires (`content: application/json`).
 */
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
      // Throws an error if the body of a 200 response reports a failure, as some operations do.
      responseValidator: async (response) => {
        if (isFailureBody(response)) throw response
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
      return {
        ...{ data, status, headers, requestId: headers.get('x-request-id') ?? undefined },
        ...{ etag: headers.get('etag') ?? undefined, ...getTotal(data, headers) },
      }
    },
  }
}
