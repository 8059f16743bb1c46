import { isRefused, toTidelineError } from './errors.ts'
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
  /** Another fetch, for tests or special networks. */
  fetch?: typeof fetch
}

// The generated functions differ only in their types, which `Parameters` and `ReturnType` read back below.
// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever it takes and gives
type Operation = (options: any) => any
type Taken<Op extends Operation> = Omit<
  Parameters<Op>[0],
  'client' | 'throwOnError' | 'url' | 'baseUrl' | 'fetch' | 'auth'
>
type Given<Op extends Operation> = NonNullable<Extract<Awaited<ReturnType<Op>>, { data: unknown }>['data']>
type Rest<Op extends Operation> = Record<never, never> extends Taken<Op> ? [input?: Taken<Op>] : [input: Taken<Op>]

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
}

/**
 * A typed client for the Tideline API.
 *
 * @example
 * const tideline = createTideline({ baseUrl: 'https://policies.example.com', token })
 */
export function createTideline(options: TidelineOptions): Tideline {
  const { baseUrl, token, retries = 2, retryDelayMs = 200 } = options
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const client = createClient(
    createConfig({
      baseUrl: baseUrl as `${string}://${string}`,
      fetch: retryingFetch({ retries, baseDelayMs: retryDelayMs, fetch: send, wait }),
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
    call: async (operation, ...[input]) => {
      const { data } = await operation({ ...input, client, throwOnError: true })
      return data
    },
  }
}
