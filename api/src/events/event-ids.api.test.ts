import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoApiKey } from '../demo-book/keys.ts'
import { insertAccount } from '../testing/builders.ts'
import { createDemoApi } from '../testing/demo-api.ts'
import { toEventResponse } from './event-response.ts'

/** For each id field in event data, the path of the documented operation that accepts the id. */
const calls: Record<string, (id: string, data: Record<string, string>) => string> = {
  policyNo: (id) => `/api/v1/policies/${id}`,
  newPolicyNo: (id) => `/api/v1/policies/${id}`,
  agencyNo: (id) => `/api/v1/agencies/${id}`,
  paymentId: (id) => `/api/v1/billing/payments/${id}`,
  policyPaymentId: (id) => `/api/admin/payments/${id}`,
  policyTransactionId: (id, { policyNo }) => `/api/v1/policies/${policyNo}/transactions/${id}/reversal`,
  policyDocVerId: (id) => `/api/v1/documents/pdf?link=${id}`,
  claimID: (id) => `/api/v1/claims/${id}`,
  statementId: (id) => `/api/v1/commissions/statements/${id}`,
  moratoriumId: (id) => `/api/admin/moratoriums/${id}`,
  endpointId: (id) => `/api/admin/webhookEndpoints/${id}`,
  noticeId: (id) => `/api/v1/delinquency/notices/${id}`,
  letterId: (id) => `/api/v1/delinquency/letters/${id}/pdf`,
  leadId: (id) => `/api/v1/leads/${id}`,
  mortgageeChangeId: (id) => `/api/admin/mortgageeChanges/${id}`,
  jobId: (id) => `/api/v1/bulkUpload/jobs/${id}`,
}

interface EventSchema {
  properties: { type: { enum: [string] }; data: { properties: Record<string, { $ref?: string }> } }
}
const { components } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json'), 'utf8'),
) as { components: { schemas: Record<string, unknown> } }
const schemas = Object.entries(components.schemas)
  .filter(([name]) => name.endsWith('Event'))
  .map(([, schema]) => schema as Partial<EventSchema>)
  .filter((schema): schema is EventSchema => schema.properties?.data !== undefined)
const types = schemas.map(({ properties }) => properties.type.enum[0])
const isId = (name: string) => /(Id|ID|No)$/.test(name)

describe('ID fields of events', () => {
  it('are each accepted by a documented operation', () => {
    expect(types.length).toBeGreaterThan(25)
    const names = schemas.flatMap(({ properties }) => Object.keys(properties.data.properties).filter(isId))
    expect(names.filter((name) => !calls[name])).toEqual([])
  })

  describe('API with the demo book', async () => {
    const api = await createDemoApi()
    const { db } = api
    let token = ''
    let accountId = ''
    beforeAll(async () => {
      const staff = await insertAccount(db, {
        roles: ['superuser', 'internal', 'financeadmin', 'commissionAdmin'] as never,
      })
      accountId = staff.account_id
      token = await api.tokenFor({ accountId })
    })

    it('returns a record for every ID in an event', async () => {
      const { rows } = await sql<Parameters<typeof toEventResponse>[0]>`
        select distinct on (type) event_id, type, occurred_at, data from events order by type, event_no desc`.execute(
        db,
      )
      const failures: string[] = []
      for (const event of rows.map(toEventResponse)) {
        const data = event.data as Record<string, string>
        for (const [name, id] of Object.entries(data).filter(([name]) => isId(name))) {
          const path = calls[name]?.(id, data) ?? ''
          const { status } = await api.call('GET', path, { token })
          if (status !== 200) failures.push(`${event.type} ${name}: GET ${path} returned ${status}`)
        }
      }
      expect(failures).toEqual([])
      expect(rows.length).toBeGreaterThan(12)
    })

    it('allows the demo API key to call the documented endpoints', async () => {
      for (const path of ['/api/v1/events', '/api/v1/policies', '/api/v1/claims', '/api/v1/agencies/100100'])
        expect((await api.call('GET', path, { token: demoApiKey })).status, path).toBe(200)
    })

    it.each([
      ['agencyNo', 'select agency_no as id from agencies'],
      ['policyDocVerId', 'select policy_doc_ver_id as id from policy_doc_versions'],
      ['statementId', 'select statement_id as id from commission_statements'],
      ['moratoriumId', 'select moratorium_event_id as id from moratorium_events'],
      ['jobId', 'select import_job_id as id from import_jobs'],
    ])('returns the record for an existing %s that occurs in no demo event', async (name, ids) => {
      const { rows } = await sql<{ id: string }>`${sql.raw(ids)} limit 1`.execute(db)
      const path = calls[name]?.(rows[0]?.id ?? '', {}) ?? ''
      expect((await api.call('GET', path, { token })).status, path).toBe(200)
    })

    it('returns a webhook endpoint by its ID', async () => {
      const { endpoint_id: id } = await db
        .insertInto('webhook_endpoints')
        .values({
          ...{ name: 'Sync', url: 'https://example.com/hooks', types: [], secret_sealed: '' },
          ...{ created_at: new Date(), created_by: accountId },
        })
        .returning('endpoint_id')
        .executeTakeFirstOrThrow()
      expect((await api.call('GET', calls.endpointId?.(id, {}) ?? '', { token })).status).toBe(200)
    })
  })
})
