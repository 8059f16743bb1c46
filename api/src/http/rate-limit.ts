import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config/config.ts'
import { ApiError } from './api-error.ts'

/**
 * Strict limits for requests that could be used to guess passwords, identities or addresses. Requests are counted by
 * network address or session, in PostgreSQL for all processes together.
 */
const guarded: Record<string, { points: number; seconds: number; bySession?: true }> = {
  'GET /api/v1/address/autocomplete': { points: 30, seconds: 60, bySession: true },
  'POST /api/v1/auth/login': { points: 10, seconds: 60 },
  'POST /api/v1/auth/secondFactor': { points: 10, seconds: 60 },
  'POST /api/v1/auth/policyholder': { points: 10, seconds: 300 },
  'POST /api/v1/auth/policyholder/code': { points: 10, seconds: 300 },
  'POST /api/v1/auth/policyholder/code/confirm': { points: 20, seconds: 300 },
  'POST /api/v1/policyholder/requestLink': { points: 10, seconds: 300 },
  'GET /api/v1/widgets/{id}/addresses': { points: 30, seconds: 60 },
  'POST /api/v1/widgets/{id}/leads': { points: 10, seconds: 300 },
  'POST /api/v1/proofOfInsurance': { points: 30, seconds: 60 },
  'POST /api/v1/auth/requestPasswordReset': { points: 5, seconds: 300 },
  'POST /api/v1/auth/resetPassword': { points: 10, seconds: 300 },
  'POST /api/v1/accounts/changePassword': { points: 10, seconds: 300 },
}

/** Start of a call to a widget. Its limits apply to all widgets together. */
const widgetPath = /^([A-Z]+ \/api\/v1\/widgets\/)[^/]+/

/**
 * Creates the rate limits: a general limit that each process counts in memory for every caller, and the strict limits
 * in `guarded`, which are counted in PostgreSQL.
 */
export async function createRateLimits(pool: Pool, config: Config) {
  const general = new RateLimiterMemory({ points: config.RATE_LIMIT_PER_MINUTE, duration: 60 })
  const strict = new Map<string, RateLimiterPostgres>()
  for (const [call, { points, seconds }] of Object.entries(guarded)) {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: call,
      // The strict limits scale with the general limit because tests and demos log in often from one address.
      points: Math.ceil((points * config.RATE_LIMIT_PER_MINUTE) / 1200),
      duration: seconds,
    })
    strict.set(call, limiter)
  }

  const headersOf = (limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remainingPoints),
    'RateLimit-Reset': String(Math.ceil(msBeforeNext / 1000)),
  })

  /**
   * Counts a request and returns the headers of the limit that applies to it: the strict limit if there is one,
   * otherwise the general limit.
   * @throws {ApiError} 429 with the same headers and Retry-After
   */
  return async (call: string, caller: string, ip: string): Promise<Record<string, string>> => {
    const guardedCall = call.replace(widgetPath, '$1{id}')
    const guard = strict.get(guardedCall)
    let limiter: RateLimiterPostgres | RateLimiterMemory = guard ?? general
    try {
      const guarding = guard && (await guard.consume(guarded[guardedCall]?.bySession ? caller : ip))
      limiter = general
      const state = await general.consume(caller)
      return guard && guarding ? headersOf(guard.points, guarding) : headersOf(general.points, state)
    } catch (problem) {
      if (!(problem instanceof RateLimiterRes)) throw problem
      const wait = Math.max(1, Math.ceil(problem.msBeforeNext / 1000))
      throw new ApiError({
        code: 'too_many_requests',
        message: `Too many requests. Please try again in ${wait} seconds.`,
        headers: { ...headersOf(limiter.points, problem), 'Retry-After': String(wait) },
      })
    }
  }
}

export type RateLimits = Awaited<ReturnType<typeof createRateLimits>>
