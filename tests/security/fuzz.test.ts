import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Call, calls, exampleRequest } from '../support/contract.ts'
import { createHostileRequests, isDeclared } from '../support/hostile-requests.ts'
import { selectCases } from '../support/thorough.ts'

/** Number of concurrent requests. */
const atOnce = 8

const api = await createDemoApi({ RATE_LIMIT_PER_MINUTE: '10000000' })
const { app, db, providers, tokenFor } = api
const isRead = ({ method }: Call) => method === 'GET'
/**
 * All operations. Reads come first, before any data changes. Each operation has its own session, because some
 * operations end the session.
 */
const inOrder = [...calls.filter(isRead), ...calls.filter((call) => !isRead(call))].map((call) => ({
  call,
  operationId: call.operationId,
}))

/** Returns the token of a demo user who is allowed to call the operation. */
async function aTokenFor({ 'x-access': { who } }: Call): Promise<string | undefined> {
  const accountOf = async (email: string) =>
    (await db.selectFrom('accounts').select('account_id').where('email', '=', email).executeTakeFirstOrThrow())
      .account_id
  if (who.includes('staff')) return tokenFor({ accountId: await accountOf('superuser@example.com') })
  if (who.includes('agent')) return tokenFor({ accountId: await accountOf('agent@example.com') })
  if (!who.includes('insured')) return undefined
  const policy = await db
    .selectFrom('policies')
    .select('identity_id')
    .where('policy_no', '=', 'RFL3000101')
    .executeTakeFirstOrThrow()
  return tokenFor({ identityId: policy.identity_id })
}

/** Returns the request headers. Webhooks are authenticated by a signature, all other requests by the token. */
const headersFor = async (call: Call, token: string | undefined, body: string) => ({
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
  ...(body ? { 'Content-Type': 'application/json' } : {}),
  ...(call['x-access'].who.includes('webhook')
    ? {
        'Stripe-Signature': await providers.stripe.client.webhooks.generateTestHeaderStringAsync({
          payload: body,
          secret: providers.stripe.webhookSecret,
        }),
      }
    : {}),
})

/** Returns the problems of a response, or an empty list if it is valid. */
async function findProblem(call: Call, message: string, response: Response): Promise<string[]> {
  const text = await response.text()
  if (response.status < 500 && isDeclared(call, response.status)) return []
  return [`${message} → ${response.status} ${text.slice(0, 200)}`]
}

const getJsonBody = async (call: Call): Promise<unknown> =>
  call.requestBody?.content['application/json'] ? exampleRequest(call, 'http://localhost').json() : undefined

beforeAll(async () => {
  await db
    .updateTable('accounts')
    .set({ roles: ['internal', 'superuser', 'financeadmin', 'commissionAdmin'] })
    .where('email', '=', 'superuser@example.com')
    .execute()
})

describe('hostile strings, dates and numbers', () => {
  test.each(inOrder)(
    'cause neither a 5xx nor an undeclared status from $operationId',
    async ({ call }) => {
      const requests = selectCases(createHostileRequests(call, { body: await getJsonBody(call) }), 6)
      const token = await aTokenFor(call)
      const wrong: string[] = []
      for (let first = 0; first < requests.length; first += atOnce) {
        const responses = requests.slice(first, first + atOnce).map(async ({ said: message, url, body }) => {
          const text = body === undefined ? '' : JSON.stringify(body)
          const headers = await headersFor(call, token, text)
          return findProblem(
            call,
            message,
            await app.request(url, { method: call.method, headers, ...(text ? { body: text } : {}) }),
          )
        })
        wrong.push(...(await Promise.all(responses)).flat())
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )
})

describe('invalid request bodies', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index])))
  const bodies = [
    'null',
    '[]',
    '"text"',
    '{}',
    '{"__proto__":{"a":1},"constructor":"x"}',
    '{"a":"\\u0000"}',
    '',
    '{',
    deep,
    wide,
  ]
  const withJson = calls.filter((call) => call.requestBody?.content['application/json'])
  // The same code parses the bodies of all operations.
  test.each(selectCases(withJson, 3).map((call) => ({ call, operationId: call.operationId })))(
    'are rejected by $operationId with a short response',
    async ({ call }) => {
      const token = await aTokenFor(call)
      const wrong: string[] = []
      for (const body of bodies) {
        const { url } = exampleRequest(call, 'http://localhost')
        const headers = { 'Content-Type': 'application/json', ...(await headersFor(call, token, body)) }
        const response = await app.request(url, { method: call.method, headers, body })
        const isLong = Number((await response.clone().text()).length) > 10_000 && response.status >= 400
        const message = `${call.operationId}: body ${body.slice(0, 40)}`
        wrong.push(...(await findProblem(call, message, response)), ...(isLong ? [`${message} → a long response`] : []))
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )
})

describe('hostile form parts', () => {
  const forms = calls.filter((call) => call.requestBody?.content['multipart/form-data'])
  const contents = [
    '',
    'a\0b',
    'lockbox,depositDate,batch,item,amount,checkNo,remitter,reference\n1,2026-02-30,1,1,1,1,a\0b,c\n',
  ]
  test.each(forms.map((call) => ({ call, operationId: call.operationId })))(
    'cause neither a 5xx nor an undeclared status from $operationId',
    async ({ call }) => {
      const token = await aTokenFor(call)
      const wrong: string[] = []
      const example = await exampleRequest(call, 'http://localhost').formData()
      for (const [name] of example)
        for (const content of contents)
          for (const fileName of ['a\0b.csv', '__proto__', `${'x'.repeat(10_000)}.pdf`]) {
            const form = new FormData()
            form.append(name, new File([content], fileName, { type: 'text/csv' }))
            form.append('__proto__', 'x')
            form.append('format', 'csv')
            const { url } = exampleRequest(call, 'http://localhost')
            const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : {})
            const response = await app.request(url, { method: call.method, headers, body: form })
            wrong.push(...(await findProblem(call, `${call.operationId}: ${name} ${fileName.slice(0, 20)}`, response)))
          }
      expect(wrong).toEqual([])
    },
    60_000,
  )
})

describe('hostile headers', () => {
  const note = calls.find(({ operationId }) => operationId === 'savePolicyNote') as Call
  test.each([
    ['Idempotency-Key', 'x'.repeat(255), 200],
    ['Idempotency-Key', 'x'.repeat(256), 400],
    ['Idempotency-Key', 'short', 400],
    ['Idempotency-Key', 'constructor', 200],
    ['X-Request-Id', 'x'.repeat(10_000), 200],
    ['User-Agent', 'x'.repeat(10_000), 200],
    ['Authorization', `Bearer ${'x'.repeat(10_000)}`, 401],
    ['Content-Type', 'x'.repeat(3_000), 415],
  ])('return the expected status for the header %s: %j', async (name, value, status) => {
    const headers = new Headers(await headersFor(note, await aTokenFor(note), '{}'))
    headers.set(name, value)
    const body = JSON.stringify(await getJsonBody(note))
    const { url } = exampleRequest(note, 'http://localhost')
    const response = await app.request(url, { method: note.method, headers, body })
    expect(response.status).toBe(status)
    expect((await response.text()).length).toBeLessThan(10_000)
  })
})
