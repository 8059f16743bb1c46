import CircuitBreaker from 'opossum'

/**
 * Thrown if an external service did not respond, or if calls to it are paused after repeated failures. Only in the first
 * case, `cause` is the error of the call.
 */
export class ServiceUnavailableError extends Error {
  override readonly name = 'ServiceUnavailableError'
}

interface CircuitBreakerOptions {
  /** Name of the service in error messages. */
  service: string
  /** Returns whether an error means that the service failed, as opposed to a rejected request. */
  isOutage: (error: unknown) => boolean
  /** Time without calls after repeated failures, in milliseconds. Then a single call tests the service. */
  pauseMs?: number
}

/** Number of calls within ten seconds after which calls can be paused. */
const minimumCalls = 5

/**
 * Limits the effect of a failed external service. If at least half of the recent calls failed, further calls fail
 * immediately for a while instead of waiting for a timeout (SYS-5).
 * @returns a function that runs a call. It throws `ServiceUnavailableError` if the service failed or calls are paused
 */
export function createCircuitBreaker({ service, isOutage, pauseMs = 10_000 }: CircuitBreakerOptions) {
  const breaker = new CircuitBreaker((call: () => Promise<unknown>) => call(), {
    // Each client has its own timeout.
    timeout: false,
    enableSnapshots: false,
    volumeThreshold: minimumCalls,
    errorThresholdPercentage: 50,
    rollingCountTimeout: 10_000,
    resetTimeout: pauseMs,
    errorFilter: (error) => !isOutage(error),
  })
  return async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return (await breaker.fire(call)) as Result
    } catch (error) {
      if (CircuitBreaker.isOurError(error as Error))
        throw new ServiceUnavailableError(`${service} is unavailable. Calls to it are paused.`)
      if (isOutage(error)) throw new ServiceUnavailableError(`${service} is unavailable.`, { cause: error })
      throw error
    }
  }
}
