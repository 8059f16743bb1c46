import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { createStaffActor, createTestContext } from '../testing/area-app.ts'
import type { Env } from './env.ts'
import { toProblemResponse } from './errors.ts'
import { createEventStreams, Progress } from './progress.ts'

const staff = createStaffActor()

/** Creates a stream whose reads return `steps` one after the other. The last step repeats. */
function aStream(steps: (number | Error)[], pace: Parameters<typeof createEventStreams>[0] = {}) {
  const streams = createEventStreams({ everyMs: 1, ...pace })
  let looks = 0
  const read = async () => {
    const step = steps[Math.min(looks++, steps.length - 1)]
    if (step instanceof Error) throw step
    return { done: step }
  }
  const app = new Hono<Env>()
  app.onError((thrown, c) => {
    const { body, status, headers } = toProblemResponse(thrown, 'req_test_00000001')
    return c.json(body, status as 400, headers)
  })
  app.get('/', async (c) => {
    c.set('ctx', createTestContext({} as never, staff))
    return streams.send(c, await Progress.of(read, ({ done }) => done === 3), () => undefined)
  })
  return { streams, request: (method = 'GET') => app.request('/', { method }), looks: () => looks }
}

const dataIn = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '').done)

describe('progress stream', () => {
  it('sends each change once, in order, and ends when the work is complete', async () => {
    const { request, streams } = aStream([0, 0, 1, 1, 2, 3])
    const response = await request()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(dataIn(await response.text())).toEqual([0, 1, 2, 3])
    await vi.waitFor(() => expect(streams.count()).toBe(0))
  })

  it('stops reading the progress after the client has disconnected', async () => {
    const { request, streams, looks } = aStream([0])
    const reader = (await request()).body?.getReader()
    await reader?.read()
    expect(streams.count()).toBe(1)
    await reader?.cancel()
    await vi.waitFor(() => expect(streams.count()).toBe(0))
    const before = looks()
    await new Promise((resolve) => setImmediate(resolve))
    expect(looks()).toBe(before)
  })

  it('sends keep-alive comments and ends after its maximum duration', async () => {
    const text = await (await aStream([0], { keepAliveMs: 0, maxDurationMs: 20 }).request()).text()
    expect(text).toMatch(/^data: \{"done":0\}\n\n(:\n\n)+$/)
  })

  it('ends when the server stops, even if the stream is opened while the server is stopping', async () => {
    const { request, streams } = aStream([0], { everyMs: 60_000 })
    const open = (await request()).text()
    streams.end()
    expect(dataIn(await open)).toEqual([0])
    expect(dataIn(await (await request()).text())).toEqual([0])
  })

  it('ends when a read fails, and returns 500 when the first read fails', async () => {
    expect(dataIn(await (await aStream([0, 1, new Error('Away.')]).request()).text())).toEqual([0, 1])
    expect((await aStream([new Error('Away.')]).request()).status).toBe(500)
  })

  it('limits the number of open streams per account', async () => {
    const { request, streams } = aStream([0], { perAccount: 2 })
    const responses = [await request(), await request()]
    const rejected = await request()
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '15'])
    await responses[0]?.body?.cancel()
    await vi.waitFor(() => expect(streams.count()).toBe(1))
    const third = await request()
    expect(third.status).toBe(200)
    await Promise.all([responses[1], third].map((response) => response?.body?.cancel()))
  })

  it('ends immediately for a HEAD request', async () => {
    const { request, streams } = aStream([0])
    expect((await request('HEAD')).status).toBe(200)
    await vi.waitFor(() => expect(streams.count()).toBe(0))
  })
})
