import { describe, expect, test } from 'vitest'
import { hoursIn } from './commands/clock.ts'
import { signedInAt, tideline } from './testing/command-line.ts'
import { answer, startServer } from './testing/server.ts'

const address = 'POST /api/v1/sandbox/clock/advance'
const now = '2026-12-21T15:00:00Z'

describe('tideline clock', () => {
  test('advances the clock one week at a time, shows the new time and counts the jobs that ran', async () => {
    const jobs = [{ job: 'send-mail', runs: 2, failures: 1 }]
    await using server = await startServer({ [address]: answer({ now, aheadSeconds: 1, jobs }) })
    const configFile = await signedInAt(server)
    const { code, out, err } = await tideline(['clock', 'advance', '10d', '--output', 'json'], { configFile })
    expect({ code, rows: JSON.parse(out) }).toEqual({ code: 0, rows: [{ job: 'send-mail', runs: 4, failures: 2 }] })
    expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([{ hours: 168 }, { hours: 72 }])
    expect(err).toContain(`It is ${now} now.`)
  })

  test('shows the current time of the clock', async () => {
    await using server = await startServer({ 'GET /api/v1/sandbox/clock': answer({ now, aheadSeconds: 60 }) })
    const { code, out } = await tideline(['clock', '--output', 'json'], { configFile: await signedInAt(server) })
    expect({ code, clock: JSON.parse(out) }).toEqual({ code: 0, clock: { now, aheadSeconds: 60 } })
  })

  test.each(['0d', '-1d', 'd', '31', '1y', ''])('rejects %j as a duration', async (wish) => {
    const { code, err } = await tideline(['clock', 'advance', '--', wish])
    expect(code).toBe(2)
    expect(err).toContain('for example 12h, 31d or 2w')
  })

  test('parses durations in hours, days and weeks', () => {
    expect(['12h', '31d', '2w'].map(hoursIn)).toEqual([12, 744, 336])
  })
})
