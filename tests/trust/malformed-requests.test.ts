import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Call, calls, exampleRequest } from '../support/contract.ts'
import { isDeclared } from '../support/hostile-requests.ts'
import { createMalformedInputs, getInputCount } from './malformed.ts'

const { app, db, tokenFor } = await createDemoApi({ RATE_LIMIT_PER_MINUTE: '10000000' })
const account = await db
  .selectFrom('accounts')
  .select('account_id')
  .where('email', '=', 'superuser@example.com')
  .executeTakeFirstOrThrow()

/** Operations that would end the session of the test or stream without end. */
const excluded = new Set(['logout', 'endSession', 'changePassword', 'followImportJob', 'followBulkJob'])
const tested = calls.filter(
  ({ operationId, 'x-access': { who } }) => !excluded.has(operationId) && who.includes('staff'),
)
const token = await tokenFor({ accountId: account.account_id })
const authorization = `Bearer ${token}`

/** Calls the API. Expects a status that the contract declares, and no 5xx. */
async function expectDeclared(call: Call, request: Request) {
  const response = await app.request(request)
  const text = await response.text()
  expect(response.status, text.slice(0, 200)).toBeLessThan(500)
  expect(isDeclared(call, response.status), `${call.operationId}: ${response.status} ${text.slice(0, 200)}`).toBe(true)
}

/** Damages one part of the examples of randomly chosen operations. */
const expectNoFault = <Sample>(
  samples: readonly [Call, Sample][],
  count: number,
  getText: (sample: Sample) => string,
  send: (call: Call, sample: Sample, input: Uint8Array<ArrayBuffer>) => Request,
) =>
  fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...samples)
        .chain(([call, sample]) =>
          createMalformedInputs([getText(sample)]).map((input) => ({ call, sample, input: new Uint8Array(input) })),
        ),
      ({ call, sample, input }) => expectDeclared(call, send(call, sample, input)),
    ),
    { numRuns: getInputCount(count) },
  )

it('returns a declared status below 500 for damaged JSON bodies', async () => {
  const withBody = tested.filter((call) => call.requestBody?.content['application/json'])
  const samples = await Promise.all(
    withBody.map(
      async (call): Promise<[Call, string]> => [call, await exampleRequest(call, 'http://localhost').text()],
    ),
  )
  await expectNoFault(
    samples,
    30_000,
    (body) => body,
    (call, _, body) =>
      new Request(exampleRequest(call, 'http://localhost').url, {
        method: call.method,
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body,
      }),
  )
}, 900_000)

it('returns a declared status below 500 for damaged queries', async () => {
  const samples = tested
    .filter(({ method, parameters }) => method === 'GET' && parameters?.some((parameter) => parameter.in === 'query'))
    .map((call): [Call, URL] => {
      const optional = (call.parameters ?? []).filter((parameter) => parameter.in === 'query')
      const given = Object.fromEntries(
        optional.flatMap(({ name, example, content }) => {
          const value = content?.['application/json']?.example ?? example
          return value === undefined ? [] : [[name, value as string]]
        }),
      )
      return [call, new URL(exampleRequest(call, 'http://localhost', given).url)]
    })
  await expectNoFault(
    samples,
    15_000,
    (url) => url.search,
    (_, url, input) => {
      const query = Buffer.from(input).toString('latin1').replaceAll('#', '%23')
      return new Request(`${url.origin}${url.pathname}?${query}`, { headers: { Authorization: authorization } })
    },
  )
}, 900_000)

it('returns a declared status below 500 for damaged headers and cookies', async () => {
  const names = [
    ...['Authorization', 'Cookie', 'Idempotency-Key', 'X-Forwarded-For', 'X-Request-Id', 'Accept', 'Accept-Language'],
    ...['Content-Type', 'Content-Length', 'User-Agent', 'Origin', 'Referer', 'If-None-Match', 'traceparent', 'Range'],
  ]
  const valid = `${authorization}, text/html;q=0.9; session=abc; 203.0.113.7, 10.0.0.1; 00-4bf92f3577b34da6-00f067aa-01`
  const samples = tested
    .filter(({ method }) => method === 'GET')
    .flatMap((call) => names.map((name): [Call, string] => [call, name]))
  await expectNoFault(
    samples,
    15_000,
    () => valid,
    (call, name, input) => {
      // Bytes that HTTP does not allow in a header never reach the API.
      const value = Buffer.from(input)
        .toString('latin1')
        .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
      const headers = new Headers({ Authorization: authorization })
      headers.set(name, value)
      return new Request(exampleRequest(call, 'http://localhost').url, { headers })
    },
  )
}, 900_000)
