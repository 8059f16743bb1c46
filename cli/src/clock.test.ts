import { describe, expect, test } from 'vitest'
import { parseHours } from './commands/clock.ts'
import { createLoggedInConfigFile, runTideline } from './testing/command-line.ts'
import { createResponse, startServer } from './testing/server.ts'

const address = 'POST /api/v1/sandbox/clock/advance'
const now = '2026-12-21T15:00:00Z'

describe('tideline clock', () => {
  test('advances the clock by one week at a time and shows the new time and completed jobs', async () => {
    const jobs = [{ job: 'send-mail', runs: 2, failures: 1 }]
    await using server = await startServer({ [address]: createResponse({ now, aheadSeconds: 1, jobs }) })
    const configFile = await createLoggedInConfigFile(server)
    const { code, out, err } = await runTideline(['clock', 'advance', '10d', '--output', 'json'], { configFile })
    expect({ code, rows: JSON.parse(out) }).toEqual({ code: 0, rows: [{ job: 'send-mail', runs: 4, failures: 2 }] })
    expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([{ hours: 168 }, { hours: 72 }])
    expect(err).toContain(`It is ${now} now.`)
  })

  test('shows the current time of the sandbox clock', async () => {
    await using server = await startServer({ 'GET /api/v1/sandbox/clock': createResponse({ now, aheadSeconds: 60 }) })
    const { code, out } = await runTideline(['clock', '--output', 'json'], {
      configFile: await createLoggedInConfigFile(server),
    })
    expect({ code, clock: JSON.parse(out) }).toEqual({ code: 0, clock: { now, aheadSeconds: 60 } })
  })

  test.each(['0d', '-1d', 'd', '31', '1y', ''])('rejects the duration %j', async (input) => {
    const { code, err } = await runTideline(['clock', 'advance', '--', input])
    expect(code).toBe(2)
    expect(err).toContain('for example 12h, 31d or 2w')
  })

  test('parses durations in hours, days and weeks', () => {
    expect(['12h', '31d', '2w'].map(parseHours)).toEqual([12, 744, 336])
  })
})
