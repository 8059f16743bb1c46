import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { afterAll, describe, expect, it, test } from 'vitest'
import { replayExceptions } from '../contract/replay-exceptions.ts'
import { calls, resolve } from '../support/contract.ts'
import { createDemoTokens, getDefaultCaller } from '../support/demo-callers.ts'
import { serveApp } from '../support/serve-app.ts'
import { getJavaVersion, runSpecmatic, type SpecmaticCase, toSpecmaticContract } from '../support/specmatic.ts'

/** A run takes 15 seconds of processor time, and the first one downloads Specmatic. */
const timeoutMs = 600_000
const requiredJavaVersion = 17
const hasJava = (getJavaVersion() ?? 0) >= requiredJavaVersion
if (!hasJava) console.warn(`Specmatic was not run, because Java ${requiredJavaVersion} or later is not installed.`)

const api = await createDemoApi()
const tokens = await createDemoTokens(api)
const server = await serveApp(api.app)
afterAll(() => server.stop())

/**
 * Operations without a comparable example: the demo book returns the file only after an upload, and Specmatic reads the
 * reason code "01" as the number 1.
 */
const unavailable = new Set(['getAgencyDocument', 'previewCancellation'])

/** All examples of GET operations that the demo book returns. */
const cases: (SpecmaticCase & { caller: string })[] = calls
  .filter(({ method, operationId }) => method === 'GET' && !unavailable.has(operationId))
  .flatMap((call) =>
    Object.entries(Object.values(call.responses['200']?.content ?? {})[0]?.examples ?? {})
      .filter(([name]) => (replayExceptions.get(`${call.operationId} ${name}`)?.status ?? 200) === 200)
      .map(([name, example]) => {
        const { as, ...given } = resolve(example)['x-request'] ?? {}
        return { operationId: call.operationId, name, given, caller: String(as ?? getDefaultCaller(call) ?? 'anyone') }
      }),
  )
const callers = [...new Set(cases.map(({ caller }) => caller))]

/** Runs Specmatic's requests as a caller. Returns the numbers of requests and the end of the output. */
async function testAs(caller: string, document: string) {
  const output = await runSpecmatic(document, server.url, tokens.get(caller) ?? '')
  const [, all, successes] = /Tests run: (\d+), Successes: (\d+)/.exec(output) ?? []
  return { all: Number(all), successes: Number(successes), output: output.slice(-5000) }
}

// Reported as skipped on a machine without Java.
describe.runIf(hasJava)('Specmatic', () => {
  test.each(callers)('gets responses that match the contract as %s', { timeout: timeoutMs }, async (caller) => {
    const own = cases.filter((one) => one.caller === caller)
    const { all, successes, output } = await testAs(caller, toSpecmaticContract(own))
    expect(successes, output).toBe(all)
    expect(all).toBeGreaterThanOrEqual(new Set(own.map(({ operationId }) => operationId)).size)
  })

  it('reports a response that does not match the contract', { timeout: timeoutMs }, async () => {
    const document = toSpecmaticContract([{ operationId: 'getHealth', name: 'ok', given: {} }])
    expect(await testAs('anyone', document)).toMatchObject({ all: 1, successes: 1 })
    const wrong = document.replaceAll('"version"', '"release"')
    expect(await testAs('anyone', wrong)).toMatchObject({ all: 1, successes: 0 })
  })
})
