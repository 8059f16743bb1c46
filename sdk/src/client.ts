import { isRefused, toTidelineError } from './errors.ts'
import { follow, type Message, type StreamOperation } from './follow.ts'
import { type Client, createClient, createConfig } from './generated/client/index.ts'
import { retryingFetch, wait } from './retry.ts'

export interface TidelineOptions {
  /** Where the API lives, e.g. `https://policies.example.com`. */
  baseUrl: string
  /** The access token, or a function that gives the current one (or nothing) for each call. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Tries after the first for what may be repeated. Default 2. */
  retries?: number
  /** Milliseconds before the first retry. Default 200. */
  retryDelayMs?: number
  /** Milliseconds that one try may take, its answer's body included; what may be repeated is tried again. Unlimited if not given. */
  timeoutMs?: number
  /** Another fetch, for tests or special networks. */
  fetch?: typeof fetch
}

// The generated functions differ only in their types, which `Parameters` and `ReturnType` read back below.
// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever it takes and gives
export type Operation = (options: any) => any
/** The input of an operation. An operation that needs none declares its options as optional, so `undefined` is excluded first: `keyof` of a union with it is `never`. */
export type Taken<Op extends Operation> = Omit<
  NonNullable<Parameters<Op>[0]>,
  'client' | 'throwOnError' | 'url' | 'baseUrl' | 'fetch' | 'auth'
>
/** What an operation answers. */
export type Given<Op extends Operation> = NonNullable<Extract<Awaited<ReturnType<Op>>, { data: unknown }>['data']>
/** The arguments after the operation: the input may be omitted where nothing in it is required. */
type Rest<Op extends Operation> = Record<never, never> extends Taken<Op> ? [input?: Taken<Op>] : [input: Taken<Op>]

/** An answer with what stands around its body. */
export interface TidelineAnswer<Data> {
  data: Data
  status: number
  headers: Headers
  /** Quote it to support. */
  requestId: string | undefined
  /** Of a list: how many rows fit in all, not on this page alone. At least so many when `isCapped`. */
  total: number | undefined
  /** Of a list: counting stopped early, there are more than `total`. */
  isCapped: boolean
}

export interface Tideline {
  /** The generated client, for TanStack Query's options: `getConfirmationOptions({ client: tideline.client, … })`. */
  client: Client
  /**
   * Calls an operation and gives its answer; throws `TidelineError` when it is refused, be it by an answer whose
   * `statusCode` says so.
   *
   * @example
   * const { payload } = await tideline.call(getConfirmation, { path: { policyNo: 'RFL3000101' } })
   */
  call: <Op extends Operation>(operation: Op, ...rest: Rest<Op>) => Promise<Given<Op>>
  /**
   * As `call`, with status, headers and, of a list, how many rows there are in all.
   *
   * @example
   * const { data, total } = await tideline.callWithResponse(listAdminPolicies, { query: { range: [0, 24] } })
   */
  callWithResponse: <Op extends Operation>(operation: Op, ...rest: Rest<Op>) => Promise<TidelineAnswer<Given<Op>>>
  /**
   * Each message of an operation that answers server-sent events, as it comes. One connection: when it ends before what it tells
   * of is over, ask again.
   *
   * @example
   * for await (const job of tideline.follow(followBulkJob, { path: { jobId } })) console.log(job.succeeded)
   */
  follow: <Op extends StreamOperation>(operation: Op, input: Taken<Op>) => AsyncGenerator<Message<Op>, void>
}

/** Lists and objects stand in an address as JSON, as the contract says (`content: application/json`). */
const inAddress = (query: Record<string, unknown>) =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')

/** What an answer says of its list: in `Content-Range` (`policies 0-24/431`) or in its body. */
function countOf(data: unknown, headers: Headers): { total: number | undefined; isCapped: boolean } {
  const [, total] = headers.get('content-range')?.match(/\/(\d+)$/) ?? []
  if (total !== undefined) return { total: Number(total), isCapped: headers.get('x-total-capped') === 'true' }
  const counted = (data as { payload?: unknown } | undefined)?.payload
  const { resultCount, isCapped } = (counted ?? {}) as { resultCount?: number; isCapped?: boolean }
  return { total: resultCount, isCapped: isCapped ?? false }
}

/**
 * A typed client for the Tideline API.
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
      querySerializer: inAddress,
      fetch: retryingFetch({ retries, baseDelayMs: retryDelayMs, timeoutMs, fetch: send, wait }),
      // Some operations tell a failure in the body of an answer that came through; it is thrown like any other.
      responseValidator: async (answer) => {
        if (isRefused(answer)) throw answer
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
      return { data, status, headers, requestId: headers.get('x-request-id') ?? undefined, ...countOf(data, headers) }
    },
  }
}
