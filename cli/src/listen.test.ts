import { verifyEvent } from '@tideline/sdk/webhooks'
import { describe, expect, test } from 'vitest'
import { createLoggedInConfigFile, runTideline } from './testing/command-line.ts'
import { createFakeIo } from './testing/fake-io.ts'
import { createErrorResponse, createResponse, type StubResponse, startServer } from './testing/server.ts'

const createEvent = (id: number, type = 'payment.paid') => ({
  id: `evt_${String(id).padStart(32, '0')}`,
  type,
  occurredAt: '2026-11-20T15:04:05.000Z',
  data: { policyNo: 'RFL3000101', amount: 1125 },
})

const path = 'GET /api/v1/events'

/**
 * Starts an API that returns one response for each poll after the first request, and a receiver that responds with the
 * given status. Returns a function that runs `tideline listen` until all responses were sent.
 */
async function setUpListener(polls: readonly StubResponse[], status = 204) {
  const left = [...polls]
  const io = createFakeIo()
  const receiver = await startServer({ 'POST /hook': { status, body: null } })
  const api = await startServer({
    [path]: () => {
      const isFirst = api.received.at(-1)?.url.includes('start=newest')
      if (isFirst) return createResponse({ events: [], after: 'WzBd', hasMore: false })
      const next = left.shift()
      if (next) return next
      io.interrupt()
      return createResponse({ events: [], after: 'Wzld', hasMore: false })
    },
  })
  const configFile = await createLoggedInConfigFile(api)
  return {
    api,
    receiver,
    listen: (args: string[], url = `${receiver.url}/hook`) =>
      runTideline(['listen', '--forward-to', url, ...args], { io, configFile }),
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

const page = (events: object[], after: string, hasMore = false) => createResponse({ events, after, hasMore })

describe('tideline listen', () => {
  test('forwards new events with a valid signature, prints a line per event, and stops on Ctrl-C', async () => {
    const events = [createEvent(1), createEvent(2, 'policy.cancelled'), createEvent(3)]
    await using desk = await setUpListener([page(events.slice(0, 2), 'WzJd', true), page(events.slice(2), 'WzNd')])
    const { code, out, err } = await desk.listen([])
    expect(code).toBe(0)
    const secret = /^Webhook secret: (whsec_\S+)$/m.exec(err)?.[1] ?? ''
    const received = desk.receiver.received.map(({ headers, body }) => verifyEvent(secret, headers, body))
    expect(received).toEqual(events)
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^2026-11-20T15:04:05.000Z {2}payment\.paid +evt_0*1 {2}204 {2}\d+ ms$/),
      expect.stringMatching(/^2026-11-20T15:04:05.000Z {2}policy\.cancelled +evt_0*2 {2}204 {2}\d+ ms$/),
      expect.stringMatching(/ evt_0*3 /),
      '',
    ])
    expect(desk.api.received.map(({ url }) => new URL(url, desk.api.url).searchParams.get('after'))).toEqual([
      ...[null, 'WzBd', 'WzJd', 'WzNd'],
    ])
  })

  test('forwards only the given event types, signed with the given secret', async () => {
    await using desk = await setUpListener([page([createEvent(1), createEvent(2, 'policy.cancelled')], 'WzJd')])
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const args = ['--events', 'policy.cancelled, policy.expired', '--secret', secret, '--output', 'jsonl']
    const { out } = await desk.listen(args)
    expect(JSON.parse(out)).toMatchObject({ ...createEvent(2, 'policy.cancelled'), status: 204 })
    expect(desk.receiver.received.map(({ headers, body }) => verifyEvent(secret, headers, body).type)).toEqual([
      'policy.cancelled',
    ])
  })

  test('retries failed API requests from the same cursor', async () => {
    const failure = createErrorResponse(503, 'The server is busy.')
    await using desk = await setUpListener([
      page([createEvent(1)], 'WzFd', true),
      failure,
      page([createEvent(2)], 'WzJd'),
    ])
    const { code, err } = await desk.listen([])
    expect(code).toBe(0)
    expect(err).toContain('The server is busy. Retrying in 1 s.\n')
    expect(desk.receiver.received).toHaveLength(2)
    const cursors = desk.api.received.map(({ url }) => new URL(url, desk.api.url).searchParams.get('after'))
    expect(cursors.filter((cursor) => cursor === 'WzFd')).toHaveLength(2)
  })

  test('prints the reason if the receiver does not respond, and continues', async () => {
    await using desk = await setUpListener([page([createEvent(1)], 'WzFd')])
    const stopped = await startServer({})
    await stopped[Symbol.asyncDispose]()
    const { code, out } = await desk.listen([], stopped.url)
    expect(code).toBe(0)
    expect(out).toMatch(/ evt_0*1 {2}ECONNREFUSED {2}\d+ ms\n/)
  })

  test('prints the status of a receiver that rejects the event', async () => {
    await using desk = await setUpListener([page([createEvent(1)], 'WzFd')], 500)
    expect((await desk.listen([])).out).toMatch(/ {2}500 {2}\d+ ms\n/)
  })

  test('ends with exit code 3 when the session ends', async () => {
    await using desk = await setUpListener([createErrorResponse(401, 'Please log in.')])
    expect(await desk.listen([])).toMatchObject({ code: 3, err: expect.stringContaining('tideline login') })
  })

  test.each([
    [['--events', 'payment.payed'], 'There is no event type "payment.payed".'],
    [['--forward-to', 'localhost:3000'], 'A URL, for example http://localhost:3000/hook.'],
    [['--secret', 'secret'], 'A webhook secret begins with whsec_.'],
    [['--output', 'csv'], 'use --output jsonl or table'],
  ])('rejects the arguments %j', async (args, message) => {
    const { code, err } = await runTideline(['listen', ...args])
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) })
  })
})
