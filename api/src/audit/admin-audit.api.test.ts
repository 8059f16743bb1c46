import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', ...roles] as never })).account_id })
const [superuser, finance] = [await getToken('superuser'), await getToken('financeadmin', 'readonly')]
const agency = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
const policy = await insertPolicy(db)

const anEntry = (more: object) => ({
  ...{
    occurred_at: '2026-03-10T15:00:00Z',
    actor_kind: 'staff' as const,
    actor_name: 'Sam Super',
    action: 'claim.update',
  },
  ...{ entity: 'claim', entity_id: 'CL-1', request_id: 'req_one', details: '{}' },
  ...more,
})
await db
  .insertInto('audit_log')
  .values([
    anEntry({ details: '{"before":1,"after":2}' }),
    anEntry({
      actor_kind: 'agent',
      actor_name: 'Ada Agent',
      action: 'documents.sign',
      entity: 'policy',
      policy_id: policy.policy_id,
      entity_id: policy.policy_no,
    }),
    anEntry({
      occurred_at: '2026-03-12T03:59:00Z',
      actor_kind: 'job',
      actor_name: '=cmd',
      request_id: null,
      entity_id: 'CL-2',
    }),
  ])
  .execute()

const toFilterParam = (what: object) => encodeURIComponent(JSON.stringify(what))
const list = async (filter: object = {}, token = superuser) => {
  const response = await api.call(
    'GET',
    `/api/admin/audit?filter=${toFilterParam({ to: '2026-12-31', from: '2026-01-01', ...filter })}`,
    { token },
  )
  return {
    status: response.status,
    rows: (await response.json()) as { action: string; actorName: string; id: string }[],
  }
}
const names = async (filter: object) => (await list(filter)).rows.map(({ actorName }) => actorName)

describe('audit log', () => {
  it('lists entries from newest to oldest and applies each filter', async () => {
    expect(await names({ to: '2026-03-31' })).toEqual(['=cmd', 'Ada Agent', 'Sam Super'])
    const march = { to: '2026-03-31' }
    for (const [filter, found] of [
      [{ q: 'SIGN' }, ['Ada Agent']],
      [{ q: '%' }, []],
      [{ policyNo: policy.policy_no.toLowerCase() }, ['Ada Agent']],
      [{ actorKind: 'job' }, ['=cmd']],
      [{ actorName: 'super' }, ['Sam Super']],
      [{ action: 'claim.update', subjectId: 'CL-1' }, ['Sam Super']],
      [{ subjectKind: 'policy' }, ['Ada Agent']],
      [{ requestId: 'req_one' }, ['Ada Agent', 'Sam Super']],
      // Dates are in Eastern time. 03:59 UTC on March 12 is still March 11.
      [{ from: '2026-03-11', to: '2026-03-11' }, ['=cmd']],
    ] as const)
      expect([filter, await names({ ...march, ...filter })]).toEqual([filter, found])
  })

  it('returns the current action ID for entries that version 1.x wrote', async () => {
    await db
      .insertInto('audit_log')
      .values(
        anEntry({ occurred_at: '2026-02-01T12:00:00Z', actor_name: 'Old Entry', action: 'link.make', entity: 'link' }),
      )
      .execute()
    const february = { from: '2026-02-01', to: '2026-02-28' }
    expect((await list({ ...february, action: 'link.create' })).rows).toMatchObject([
      { actorName: 'Old Entry', action: 'link.create' },
    ])
    expect((await list({ ...february, action: 'link.redeem' })).rows).toEqual([])
  })

  it('returns an entry with its changes, and 404 for an unknown id', async () => {
    const [, , { id = '' } = {}] = (await list({ to: '2026-03-31' })).rows
    const one = (await (await api.call('GET', `/api/admin/audit/${id}`, { token: superuser })).json()) as object
    expect(one).toMatchObject({ id, action: 'claim.update', subjectKind: 'claim', requestId: 'req_one' })
    expect(JSON.parse((one as { details: string }).details)).toEqual({ before: 1, after: 2 })
    expect((await api.call('GET', '/api/admin/audit/999999999', { token: superuser })).status).toBe(404)
  })

  it('exports the filtered entries as CSV with escaped formulas, and audits the export', async () => {
    const query = `?filter=${toFilterParam({ subjectId: 'CL-2' })}`
    const response = await api.call('GET', `/api/admin/audit/export${query}`, { token: superuser })
    const [headings, row, ...rest] = (await response.text()).trim().split('\n')
    expect(headings).toBe('id,at,actorKind,actorName,action,subjectKind,subjectId,policyNo,details,requestId')
    expect(row).toContain(",2026-03-12T03:59:00.000Z,job,'=cmd,claim.update,claim,CL-2,")
    expect(rest).toEqual([])
    const trail = await (
      await api.call('GET', `/api/admin/audit?filter=${toFilterParam({ action: 'audit.export' })}`, {
        token: superuser,
      })
    ).json()
    expect(trail).toHaveLength(1)
  })

  it('returns 403 to everyone except superusers', async () => {
    for (const token of [finance, agent])
      for (const path of ['/api/admin/audit', '/api/admin/audit/1', '/api/admin/audit/export'])
        expect((await api.call('GET', path, { token })).status).toBe(403)
  })
})
