import { withOneEffect, withoutEffects } from './generated/effects.ts'

/** HTTP statuses that can be retried. */
const retryableStatuses = new Set([429, 502, 503, 504])
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface RetryOptions {
  /** Number of retries. 0 disables retries. */
  retries: number
  /** Delay before the first retry, in milliseconds. The delay doubles with each retry and has jitter. */
  baseDelayMs: number
  /** Timeout for one attempt in milliseconds. No timeout if undefined. */
  timeoutMs?: number | undefined
  fetch: typeof fetch
  /** Waits between two attempts. Tests replace this function. */
  wait: (ms: number, signal: AbortSignal | null) => Promise<void>
}

export const sleep = (ms: number, signal: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

const within = (ms: number, signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(ms)])

const retryAfterMs = (response: Response | undefined) => {
  const seconds = Number(response?.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}

/** Maximum total time to wait for an earlier request with the same `Idempotency-Key`, in milliseconds. */
const maxWaitInProgressMs = 30_000

/** Returns whether an earlier request with the same `Idempotency-Key` is still in progress. */
async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { errors?: { code?: string }[] } | undefined
  return body?.errors?.some(({ code }) => code === 'in_progress') ?? false
}

/**
 * Returns a `fetch` that retries network and server failures with exponential backoff. A repeated write uses the same
 * `Idempotency-Key`, so the change happens only once. If an earlier request with the key is in progress, waits up to 30
 * seconds for its response (API-14). Operations that the contract marks as `x-effects: once` are not retried.
 */
export function createRetryingFetch(options: RetryOptions): typeof fetch {
  return async (input, init) => {
    const first = new Request(input, init)
    const call = `${first.method} ${new URL(first.url).pathname}`
    const fits = (pattern: RegExp) => pattern.test(call)
    const retries = withOneEffect.some(fits) ? 0 : options.retries
    if (!safeMethods.has(first.method) && !withoutEffects.some(fits) && !first.headers.has('Idempotency-Key'))
      first.headers.set('Idempotency-Key', crypto.randomUUID())
    let waitedMs = 0
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries
      const request = retries === 0 ? first : first.clone()
      let response: Response | undefined
      try {
        response = await (options.timeoutMs === undefined
          ? options.fetch(request)
          : options.fetch(request, { signal: within(options.timeoutMs, request.signal) }))
        if (retries > 0 && waitedMs < maxWaitInProgressMs && (await isInProgress(response))) {
          const delayMs = Math.min(Math.max(options.baseDelayMs, 1) + waitedMs, maxWaitInProgressMs - waitedMs)
          waitedMs += delayMs
          await options.wait(delayMs, first.signal)
          attempt--
          continue
        }
        if (isLast || !retryableStatuses.has(response.status)) return response
      } catch (problem) {
        if (isLast || first.signal.aborted) throw problem
      }
      const backOff = options.baseDelayMs * 2 ** attempt * (0.5 + Math.random() / 2)
      await options.wait(Math.min(retryAfterMs(response) ?? backOff, 30_000), first.signal)
    }
  }
}
