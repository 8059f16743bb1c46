import { createTestApi } from '@tideline/api/testing/api.ts'
import { describe, expect, test } from 'vitest'
import { calls, contract, resolve } from '../support/contract.ts'

const { app, api } = await createTestApi()

describe('getOpenapi', () => {
  test('returns a document that equals the contract bundle', async () => {
    const response = await app.request('/api/openapi.json')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(contract)
  })

  test('describes exactly the routes of the app', () => {
    const routes = api.openAPIRegistry.definitions
      .filter((definition) => definition.type === 'route')
      .map(({ route }) => `${route.method.toUpperCase()} ${route.path} ${route.operationId}`)
    expect(routes.toSorted()).toEqual(calls.map((call) => `${call.method} ${call.path} ${call.operationId}`).toSorted())
  })

  test('includes every path that is served under /api', () => {
    const paths = new Set(calls.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')))
    const served = app.routes.filter((route) => route.path.startsWith('/api/') && !route.path.includes('*'))
    expect(served.length).toBeGreaterThan(0)
    for (const route of served) expect(paths).toContain(route.path.replace(/\{.*?\}/g, ''))
  })
})

test('declares Retry-After on every 429 and 503 response of every operation', () => {
  const responses = calls.flatMap((call) =>
    ['429', '503'].flatMap((status) => {
      const response = call.responses[status]
      return response ? [{ name: `${call.operationId} ${status}`, headers: resolve(response).headers }] : []
    }),
  )
  expect(responses.length).toBeGreaterThan(calls.length)
  expect(responses.filter(({ headers }) => !headers?.['Retry-After']).map(({ name }) => name)).toEqual([])
})

test('returns 405 with the allowed methods for an unsupported method of any API path', async () => {
  for (const path of new Set(calls.map((call) => call.path))) {
    const taken = calls.filter((call) => call.path === path).map(({ method }) => method)
    const response = await app.request(path.replaceAll(/\{\w+\}/g, 'RFL3000101'), { method: 'PROPFIND' })
    expect(response.status, path).toBe(405)
    expect(response.headers.get('allow')?.split(', '), path).toEqual(expect.arrayContaining(taken))
    expect(await response.json()).toMatchObject({ statusCode: 405, errors: [{ code: 'method_not_allowed' }] })
  }
})

test('returns the standard 404 response for an unknown API path', async () => {
  const response = await app.request('/api/v1/nothing')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    statusCode: 404,
    errors: [{ code: 'not_found' }],
    requestId: expect.any(String),
  })
})
