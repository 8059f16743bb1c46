import { describe, expect, it } from 'vitest'
import type { Operations } from '../generated/operations.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const root = await insertAgency(db)
const below = await insertAgency(db, { parent: root.agency_id })
const elsewhere = await insertAgency(db)
const getAgent = async ({ agency_id }: { agency_id: string }) =>
  api.tokenFor({ accountId: (await insertAccount(db, { agency_id })).account_id })
const agent = await getAgent(root)

const insertEvent = (
  policy: { policy_id: string; policy_no: string },
  { agency_id }: { agency_id: string },
  type: string,
  at: string,
) =>
  db
    .insertInto('events')
    .values({
      ...{ type, occurred_at: new Date(at), agency_id, policy_id: policy.policy_id },
      data: JSON.stringify({ policyNo: policy.policy_no }),
    })
    .execute()

const own = await insertPolicy(db, { columns: { agency_id: root.agency_id } })
const ofSubAgency = await insertPolicy(db, { columns: { agency_id: below.agency_id } })
const foreign = await insertPolicy(db, { columns: { agency_id: elsewhere.agency_id } })
await db.deleteFrom('events').execute()
await insertEvent(own, root, 'policy.imported', '2026-11-20T12:00:00Z')
await insertEvent(foreign, elsewhere, 'policy.signed', '2026-11-20T12:01:00Z')
await insertEvent(ofSubAgency, below, 'policy.signed', '2026-11-20T12:02:00Z')
// The policy was transferred to another agency after this event.
await insertEvent(foreign, root, 'policy.expired', '2026-11-20T12:03:00Z')
await insertEvent(own, root, 'policy.non_renewed', '2026-11-20T12:04:00Z')

type Page = Operations['listPolicyEvents']['response']['payload']
async function list(query = '', token = agent): Promise<Page> {
  const response = await api.call('GET', `/api/v1/policies/events${query}`, { token })
  expect(response.status).toBe(200)
  return ((await response.json()) as { payload: Page }).payload
}
const describeItems = ({ items }: Page) => items.map(({ policyNo, event }) => [policyNo, event.type])

describe('GET /policies/events', () => {
  it('lists events of policies of the agency and its sub-agencies, newest first (UI-15)', async () => {
    const page = await list()
    expect(describeItems(page)).toEqual([
      [own.policy_no, 'policy.non_renewed'],
      [ofSubAgency.policy_no, 'policy.signed'],
      [own.policy_no, 'policy.imported'],
    ])
    expect(page).toMatchObject({ resultCount: 3, isCapped: false, nextCursor: null })
    expect(page.items[0]).toMatchObject({ insuredName: 'Marina Sample', event: { data: { policyNo: own.policy_no } } })
  })

  it('continues after the cursor without duplicates when events are added', async () => {
    const first = await list('?take=2')
    await insertEvent(own, root, 'policy.non_renewal_rescinded', '2026-11-20T12:05:00Z')
    const next = await list(`?take=2&cursor=${first.nextCursor}`)
    expect(describeItems(next)).toEqual([[own.policy_no, 'policy.imported']])
    await db.deleteFrom('events').where('type', '=', 'policy.non_renewal_rescinded').execute()
  })

  it('shows no events of a parent agency or of a policy that another agency services now', async () => {
    expect(describeItems(await list('', await getAgent(below)))).toEqual([[ofSubAgency.policy_no, 'policy.signed']])
    expect(describeItems(await list('', await getAgent(elsewhere)))).toEqual([[foreign.policy_no, 'policy.signed']])
  })

  it('lists 100 events at most, those of a busy sub-agency included', async () => {
    const before = await list('?take=50')
    for (let minute = 0; minute < 101; minute++)
      await insertEvent(
        ofSubAgency,
        below,
        'policy.signed',
        `2026-11-21T${10 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}:00Z`,
      )
    const page = await list('?take=100')
    expect(page).toMatchObject({ resultCount: 100, isCapped: false, nextCursor: null })
    expect(page.items.map(({ event }) => event.occurredAt).at(-1)).toBe('2026-11-21T10:01:00.000Z')
    await db.deleteFrom('events').where('occurred_at', '>=', new Date('2026-11-21')).execute()
    expect(await list('?take=50')).toEqual(before)
  })

  it('rejects staff, policyholders, manipulated cursors and other parameters', async () => {
    const staff = await api.tokenFor({ accountId: (await insertAccount(db, { kind: 'staff' })).account_id })
    expect((await api.call('GET', '/api/v1/policies/events', { token: staff })).status).toBe(403)
    for (const query of ['cursor=%00', 'cursor=WyJcdTAwMDAiLDFd', 'take=0', 'agencyId=x'])
      expect((await api.call('GET', `/api/v1/policies/events?${query}`, { token: agent })).status).toBe(400)
  })
})
