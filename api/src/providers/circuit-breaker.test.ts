import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCircuitBreaker, ServiceUnavailableError } from './circuit-breaker.ts'

const refused = new Error('connect ECONNREFUSED')
const rejected = new Error('The card was declined.')
const create = () => createCircuitBreaker({ service: 'Stripe', isOutage: (error) => error === refused, pauseMs: 50 })

/** Calls a service that fails with `problem`. Returns whether the service was called, and the error. */
async function fail(guard: ReturnType<typeof create>, problem: Error) {
  let isCalled = false
  const error = await guard(async () => {
    isCalled = true
    throw problem
  }).catch((error) => error)
  return { isCalled, error }
}

describe('circuit breaker (SYS-5)', () => {
  it('stops calls after repeated outages, and calls the service again after a pause', async () => {
    const guard = create()
    const calls = []
    for (let call = 0; call < 8; call++) calls.push(await fail(guard, refused))
    expect(calls.map(({ isCalled }) => isCalled)).toEqual([true, true, true, true, true, false, false, false])
    expect(calls.every(({ error }) => error instanceof ServiceUnavailableError)).toBe(true)
    await wait(100)
    expect(await guard(async () => 'paid')).toBe('paid')
    expect(await guard(async () => 'paid again')).toBe('paid again')
  })

  it('passes on rejections and never counts them as outages', async () => {
    const guard = create()
    for (let call = 0; call < 20; call++)
      expect(await fail(guard, rejected)).toEqual({ isCalled: true, error: rejected })
  })
})
