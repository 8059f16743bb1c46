import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { afterAll, describe, expect, it, test } from 'vitest'
import { type Call, calls, type Example, exampleRequest, resolve } from '../support/contract.ts'
import { createDemoTokens, getDefaultCaller } from '../support/demo-callers.ts'
import { startProxy } from '../support/prism.ts'
import { serveApp } from '../support/serve-app.ts'

const api = await createDemoApi()
const tokens = await createDemoTokens(api)
const server = await serveApp(api.app)
const proxy = await startProxy(server.url)
afterAll(async () => {
  await proxy.stop()
  server.stop()
})

/** Sends a request through the proxy. Returns the status and the differences from the contract that Prism found. */
async function send(call: Call, given: NonNullable<Example['x-request']>, name?: string) {
  const request = exampleRequest(call, proxy.url, given, name)
  const token = tokens.get(String(given.as ?? getDefaultCaller(call)))
  if (token) request.headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(request, { redirect: 'manual' })
  await response.arrayBuffer()
  return { status: response.status, violations: JSON.parse(response.headers.get('sl-violations') ?? '[]') }
}

/** Each example of a response with status 200 or 201. An operation without one is called once. */
const cases = calls.flatMap((call) => {
  const success = call.responses['200'] ?? call.responses['201'] ?? {}
  const examples = Object.values(success.content ?? {}).flatMap((media) => Object.entries(media.examples ?? {}))
  const named = examples.map(([name, example]) => ({ name, given: resolve(example)['x-request'] ?? {} }))
  return (named.length > 0 ? named : [{ name: undefined, given: {} }]).map((one) => ({
    ...{ call, ...one },
    title: [call.operationId, one.name].filter(Boolean).join(' '),
  }))
})

describe('requests through a Prism proxy', () => {
  const readStatuses: number[] = []

  it('are compared with the contract', async () => {
    const response = await fetch(`${proxy.url}/api/admin/claims?undeclared=1`)
    await response.arrayBuffer()
    expect(response.status).toBe(401)
    expect(JSON.parse(response.headers.get('sl-violations') ?? '[]')).not.toEqual([])
  })

  // Reads first, because writes change the demo book.
  const inOrder = [...cases].sort(
    (one, other) => Number(one.call.method !== 'GET') - Number(other.call.method !== 'GET'),
  )
  test.each(inOrder)('match the contract for $title', async ({ call, given, name }) => {
    const { status, violations } = await send(call, given, name)
    expect(violations, `status ${status}`).toEqual([])
    if (call.method === 'GET') readStatuses.push(status)
  })

  it('return a successful response for nearly all reads', () => {
    // The demo book does not have everything that an example shows (tests/contract/replay-exceptions.ts).
    expect(readStatuses.filter((status) => status === 200).length / readStatuses.length).toBeGreaterThan(0.9)
  })
})
