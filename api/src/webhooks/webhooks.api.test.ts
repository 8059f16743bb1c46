import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { appendEvent } from '../outbox/append-event.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi({ WEBHOOKS_MAY_GO_INSIDE: 'true' })
const { db, call, runJobs } = api
const agency = await insertAgency(db)
const below = await insertAgency(db, { parent: agency.agency_id })
const getPolicy = (of: { agency_id: string; agency_no: string }) =>
  insertPolicy(db, { columns: { agency_id: of.agency_id, agency_no: of.agency_no } })
const [own, sub, foreign] = [await getPolicy(agency), await getPolicy(below), await getPolicy(await insertAgency(db))]
const superuserAccount = await insertAccount(db, { roles: ['internal', 'superuser'] as never })
const superuser = await api.tokenFor({ accountId: superuserAccount.account_id })

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
let received: Received[] = []
let status = 204
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(status, { Location: '/elsewhere' }).end('never read')
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`

const endpoints = '/api/admin/webhookEndpoints'
const deliveries = '/api/admin/webhookDeliveries'
// biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
type Any = any
async function getBody(method: string, path: string, body?: object): Promise<Any> {
  const response = await call(method, path, { token: superuser, ...(body && { body }) })
  return { status: response.status, ...((await response.json()) as object) }
}
const add = (more: object = {}) => getBody('POST', endpoints, { name: 'CRM', url, agencyNo: null, types: [], ...more })
const getDeliveries = async (endpointId: string): Promise<Any[]> => {
  const filter = encodeURIComponent(JSON.stringify({ endpointId }))
  return (await call('GET', `${deliveries}?filter=${filter}`, { token: superuser })).json()
}
const cancelled = { reasonCode: '09', effectiveDate: '2026-12-15' }
const publishCancellation = (policy: { policy_id: string }) =>
  db
    .transaction()
    .execute((trx) => appendEvent(trx, 'policy.cancelled', { policyId: policy.policy_id }, cancelled, new Date()))
const policies = () => received.map(({ body }) => JSON.parse(body).data.policyNo)

beforeEach(async () => {
  await db.deleteFrom('webhook_endpoints').execute()
  received = []
  status = 204
})

describe('webhook event delivery', () => {
  it('sends a signed event with a unique ID after the commit, and nothing after a rollback', async () => {
    const { secret, endpoint } = await add()
    await publishCancellation(own)
    await runJobs()
    const undone = db.transaction().execute(async (trx) => {
      await appendEvent(trx, 'policy.cancelled', { policyId: own.policy_id }, cancelled, new Date())
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    await runJobs()
    expect(received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as Any
    expect(event).toEqual({
      ...{ id: headers['webhook-id'], type: 'policy.cancelled', occurredAt: expect.any(String) },
      data: { policyNo: own.policy_no, ...cancelled },
    })
    expect(() => new Webhook(secret).verify(body.replace('09', '05'), headers as Record<string, string>)).toThrow()
    expect(await getDeliveries(endpoint.id)).toMatchObject([
      { eventId: event.id, state: 'delivered', attempts: 1, lastStatus: 204, lastError: null },
    ])
  })

  it('sends only events that match the types and agencies of the endpoint', async () => {
    await add({ agencyNo: agency.agency_no, types: ['policy.cancelled'] })
    await add({ types: ['payment.paid'] })
    for (const policy of [own, sub, foreign]) await publishCancellation(policy)
    await runJobs()
    expect(policies()).toEqual([own.policy_no, sub.policy_no])
    const ofType = async (type: string): Promise<Any[]> =>
      (
        await call('GET', `${deliveries}?filter=${encodeURIComponent(JSON.stringify({ type }))}`, { token: superuser })
      ).json()
    expect((await ofType('policy.cancelled')).map(({ type }) => type)).toEqual(['policy.cancelled', 'policy.cancelled'])
    expect(await ofType('payment.paid')).toEqual([])
  })

  it('stores the secret encrypted, and signs with both secrets during a rotation overlap', async () => {
    const { secret: first, endpoint } = await add()
    const { rows } = await sql<{
      row: string
    }>`select w::text || (select string_agg(l.details::text, '') from audit_log l) as row
      from webhook_endpoints w`.execute(db)
    expect(rows[0]?.row).not.toContain(first.slice(6))
    const { secret: second } = await getBody('POST', `${endpoints}/${endpoint.id}/rotate`, { overlapHours: 24 })
    await publishCancellation(own)
    await runJobs()
    const [{ headers, body } = { headers: {}, body: '' }] = received
    for (const secret of [first, second])
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
  })
})

describe('POST /api/admin/webhookEndpoints/{id}/rotate', () => {
  it('returns 409 during an overlap, unless the new rotation ends earlier secrets immediately', async () => {
    const { endpoint } = await add()
    const rotate = (overlapHours: number) =>
      call('POST', `${endpoints}/${endpoint.id}/rotate`, { token: superuser, body: { overlapHours } })
    expect((await rotate(24)).status).toBe(200)
    const again = await rotate(24)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({
      message: expect.stringMatching(/still valid until \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M Eastern\./),
      errors: [{ code: 'overlap_active' }],
    })
    expect((await rotate(0)).status).toBe(200)
    expect((await rotate(24)).status).toBe(200)
  })
})

describe('rejected webhook deliveries', () => {
  it('are retried with the same event ID, without following redirects', async () => {
    const { endpoint } = await add()
    status = 302
    await publishCancellation(own)
    await expect(runJobs()).rejects.toThrow('CRM did not accept an event.')
    expect(await getDeliveries(endpoint.id)).toMatchObject([
      { state: 'waiting', attempts: 1, lastStatus: 302, lastError: 'It responded with 302.' },
    ])
    status = 200
    const [delivery] = await getDeliveries(endpoint.id)
    await getBody('POST', `${deliveries}/${delivery.id}/replay`)
    await runJobs()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.eventId, delivery.eventId])
    expect(await getDeliveries(endpoint.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('disable the endpoint after three days and notify its creator by email', async () => {
    const { endpoint } = await add()
    status = 500
    await publishCancellation(own)
    await expect(runJobs()).rejects.toThrow()
    await sql`update webhook_endpoints set failing_since = now() - interval '4 days'`.execute(db)
    const [delivery] = await getDeliveries(endpoint.id)
    await getBody('POST', `${deliveries}/${delivery.id}/replay`)
    await expect(runJobs()).rejects.toThrow()
    expect(await getBody('GET', `${endpoints}/${endpoint.id}`)).toMatchObject({ isActive: false })
    await runJobs()
    const mails = await db
      .selectFrom('email_messages')
      .select('to_email')
      .where('template', '=', 'webhook-disabled')
      .execute()
    expect(mails).toEqual([{ to_email: superuserAccount.email }])
    received = []
    await publishCancellation(sub)
    await runJobs()
    expect(await getBody('POST', `${endpoints}/${endpoint.id}/test`)).toMatchObject({ status: 409 })
    status = 204
    await getBody('PUT', `${endpoints}/${endpoint.id}`, {
      name: 'CRM',
      url,
      types: ['policy.cancelled'],
      isActive: true,
    })
    const since = new Date(Date.now() - 60_000).toISOString()
    const replayed = await getBody('POST', `${endpoints}/${endpoint.id}/replay`, { since })
    await runJobs()
    expect(received).toHaveLength(replayed.deliveries)
    expect(policies()).toContain(sub.policy_no)
  })
})

it('sends a webhook test event only to the selected endpoint', async () => {
  const { endpoint } = await add()
  await add({ name: 'Other' })
  const { deliveryId } = await getBody('POST', `${endpoints}/${endpoint.id}/test`)
  await runJobs()
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'webhook.test', data: { endpointId: endpoint.id } },
  ])
  expect(await getBody('GET', `${deliveries}/${deliveryId}`)).toMatchObject({
    state: 'delivered',
    type: 'webhook.test',
  })
})

it('returns webhook endpoints only to superusers, and 404 for an unknown endpoint', async () => {
  const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
  expect((await call('GET', endpoints, { token: agent })).status).toBe(403)
  const nobody = '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a99'
  for (const path of [`${endpoints}/${nobody}`, `${deliveries}/${nobody}`])
    expect((await call('GET', path, { token: superuser })).status).toBe(404)
})
