import { describe, expect, it, test } from 'vitest'
import { operations } from '../generated/operations.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertPolicy } from '../testing/builders.ts'
import type { OperationEntry, OperationId } from './operation.ts'

const { call, db, tokenFor } = await createTestApi()
const staff = await insertAccount(db, { roles: ['internal'] as never })
const token = await tokenFor({ accountId: staff.account_id })

/** Returns the date a number of days from today. */
const getDate = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('Location header', () => {
  const entries = Object.entries(operations as Record<OperationId, OperationEntry>)
  const withoutNames = (path: string) => path.replaceAll(/\{[^}]+\}/g, '{}')
  const readPaths = entries
    .filter(([, { route }]) => route.method === 'get')
    .map(([, { route }]) => withoutNames(route.path))
  const created = entries.flatMap(([id, { location }]) => (location ? [[id, location] as const] : []))

  it('is declared by operations that create a resource', () => {
    expect(created.length).toBeGreaterThanOrEqual(19)
  })

  test.each(created)('leads from %s to an operation that returns the resource', (_, location) => {
    expect(readPaths).toContain(withoutNames(location))
  })

  it('is the URL of the created claim and is repeated with the stored response', async () => {
    const term = { inception_date: getDate(-100), effective_date: getDate(-100), expiration_date: getDate(265) }
    const policy = await insertPolicy(db, { columns: term })
    const body = {
      ...{ policyNo: policy.policy_no, noticeDate: getDate(-8), dateOfLoss: getDate(-10), causeOfLoss: 'stormSurge' },
      description: 'Water on the ground floor.',
    }
    const create = () =>
      call('POST', '/api/v1/claims', { token, body, headers: { 'Idempotency-Key': 'location-0001' } })
    const first = await create()
    const location = first.headers.get('location') ?? ''
    const { payload } = await first.json()
    expect([first.status, location]).toEqual([201, `/api/v1/claims/${payload.id}`])
    expect((await create()).headers.get('location')).toBe(location)
    expect((await call('GET', location, { token })).status).toBe(200)
    const note = { note: 'The insured called.' }
    const added = await call('POST', `/api/v1/claims/${payload.id}/notes`, { token, body: note })
    const noteLocation = added.headers.get('location') ?? ''
    expect((await (await call('GET', noteLocation, { token })).json()).payload).toMatchObject(note)
    const raw = new FormData()
    raw.append('file', new File(['%PDF-1.7\n%%EOF\n'], 'report.pdf', { type: 'application/pdf' }))
    const stored = await call('POST', `/api/v1/claims/${payload.id}/documents`, { token, raw })
    const documentLocation = stored.headers.get('location') ?? ''
    expect(documentLocation).toContain(payload.id)
    expect((await call('GET', documentLocation, { token })).status).toBe(200)
  })
})

describe('Deprecation header', () => {
  it('is sent by the GET variant of an operation that changes data, and not by the POST', async () => {
    const policy = await insertPolicy(db)
    const path = `/api/v1/policies/${policy.policy_no}/email-link`
    const [byUrl, post] = [await call('GET', path, { token }), await call('POST', path, { token })]
    expect([byUrl, post].map(({ headers }) => headers.get('deprecation'))).toEqual(['@1795737600', null])
  })
})
