import { createTestApi } from '@tideline/api/testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { type Call, calls, exampleRequest } from '../support/contract.ts'

const { app, call, db, tokenFor } = await createTestApi()
const own = await insertAgency(db)
const places = {
  'the own agency': own,
  'a sub-agency': await insertAgency(db, { parent: own.agency_id }),
  'another agency': await insertAgency(db),
}
const { account_id } = await insertAccount(db, { kind: 'agent', roles: [], agency_id: own.agency_id })
const agent = async () => tokenFor({ accountId: account_id })

const getClaim = (policyNo: string) => ({
  ...{ policyNo, noticeDate: '2026-10-12', dateOfLoss: '2026-10-10', causeOfLoss: 'stormSurge', description: 'Water.' },
  ...{ adjusterName: null, adjusterEmail: null, adjusterPhone: null, extension: null },
})
const getWidget = (AgentNo: string) => ({
  ...{ AgentNo, agentNo: AgentNo, index: -1, Name: 'Main site', Format: '{"align":"center"}', Logo: '' },
  ...{ ReferralEmail: 'leads@example.com', ReferralPhone: '813-555-0100', ReferralWebsite: '', Disclosure: '' },
  ...{ UseReferralEmailOnLeads: false, Source: 'site' },
})

describe('agent access (ACC-3)', () => {
  test.each([
    ['the own agency', true],
    ['a sub-agency', true],
    ['another agency', false],
  ] as const)(
    'is checked for policies, documents, payments, claims and quote widgets of %s [P005]',
    async (where, isTheirs) => {
      const { agency_id, agency_no } = places[where]
      const { policy_no } = await insertPolicy(db, { columns: { agency_id, agency_no, inception_date: '2026-09-01' } })
      const token = await agent()
      // Created first, because widget operations return 404 for an agency without a widget.
      const widget = await call('POST', '/api/v4/agent/widget', { token, body: getWidget(agency_no) })
      expect(widget.status).toBe(isTheirs ? 200 : 404)
      for (const path of [
        `/api/v1/policies/${policy_no}/getConfirmation`,
        `/api/v1/documents/policy/${policy_no}`,
        `/api/v1/payments/paymentmethods/${policy_no}`,
        `/api/v1/claims?policyNo=${policy_no}`,
        `/api/v4/agent/widgets/${agency_no}`,
      ])
        expect((await call('GET', path, { token })).status, path).toBe(isTheirs ? 200 : 404)
      const claim = await call('POST', '/api/v1/claims', { token, body: getClaim(policy_no) })
      expect(claim.status).toBe(isTheirs ? 201 : 404)
    },
  )
})

/**
 * Callers by their relation to an agency: its own agents, its read-only agents, and agents of its parent, of a
 * sub-agency, and of an unrelated agency.
 */
const callerTypes = ['own', 'above', 'below', 'elsewhere', 'readonly'] as const
type Seat = (typeof callerTypes)[number]
type Outcome = 'in' | 403 | 404

/**
 * Expected results for agency data. Agents can read data of their own agency and its sub-agencies, but can change only
 * data of their own agency (ACC-3).
 */
const look = { own: 'in', above: 'in', below: 404, elsewhere: 404, readonly: 'in' } as const
const change = { own: 'in', above: 403, below: 404, elsewhere: 404, readonly: 403 } as const
/** Expected results for agency names and numbers. Every agent can see them, because they appear on documents. */
const anyAgent = { own: 'in', above: 'in', below: 'in', elsewhere: 'in', readonly: 'in' } as const

const outcomes: Record<string, Record<Seat, Outcome>> = {
  getAgency: look,
  getAgencyDetail: look,
  getAgencyDocument: look,
  getAgencyForPolicy: look,
  getAgencyRegistration: look,
  getBindCount: look,
  listAgencyContacts: look,
  listAgencyDocuments: look,
  listAgencyLicenses: look,
  getAgentAccount: look,
  listAgentAccounts: look,
  listSubagents: look,
  createAgentAccount: change,
  deleteAgencyDocument: change,
  saveAgencyRegistration: change,
  signAgencyRegistration: change,
  updateAgency: change,
  updateAgentAccount: change,
  uploadAgencyDocument: change,
  exportCommissionStatement: look,
  getCommissionStatement: look,
  listCommissionAdjustments: look,
  listCommissionTransactions: look,
  traceCommissionTransaction: look,
  // Every agent can call these lists. They contain only data that the agent can access.
  listCommissionStatements: anyAgent,
  searchAgencies: anyAgent,
  getAgencyLookupTypes: anyAgent,
}

/** Operations that also require a document or statement line. Neither exists in this test. */
const requiresOtherRecord = new Set(['getAgencyDocument', 'deleteAgencyDocument', 'traceCommissionTransaction'])

const areas = ['accounts', 'agencies', 'commissions']
const ofAreas = calls.filter(({ tags }) => areas.includes(tags[0] ?? ''))
/**
 * Operations that agents call for an agency. Operations on the caller's own account are not included, because they need
 * no permission. `access-matrix.test.ts` covers staff roles.
 */
const forAgents = ofAreas.filter(({ 'x-access': { who, owns } }) => who.includes('agent') && owns !== 'self')

describe('operations on agencies, their users and their statements', async () => {
  const above = await insertAgency(db)
  const active = await insertAgency(db, { parent: above.agency_id })
  const registering = await insertAgency(db, { parent: above.agency_id, status: 'P' })
  const elsewhere = await insertAgency(db)
  const person = (agency_id: string, ...roles: string[]) =>
    insertAccount(db, { kind: 'agent', agency_id, roles: ['financeadmin', ...roles] as never })
  const peopleOf = async (agency: typeof active) => ({
    own: (await person(agency.agency_id)).account_id,
    above: (await person(above.agency_id)).account_id,
    below: (await person((await insertAgency(db, { parent: agency.agency_id })).agency_id)).account_id,
    elsewhere: (await person(elsewhere.agency_id)).account_id,
    readonly: (await person(agency.agency_id, 'readonly')).account_id,
  })
  const people = { active: await peopleOf(active), registering: await peopleOf(registering) }
  const colleague = await person(active.agency_id)
  const { statement_id } = await db
    .insertInto('commission_statements')
    .values({ agency_id: active.agency_id, month: '2026-10-01', closed_at: new Date(), state: 'closed' })
    .returning('statement_id')
    .executeTakeFirstOrThrow()

  /** Creates the operation's example request for this agency. */
  async function createRequest(call: Call, agency: typeof active): Promise<Request> {
    const { agency_no, agency_id } = agency
    const given = { agencyNo: agency_no, AgentNo: agency_no, agentCode: agency_no, statementId: statement_id }
    const request = exampleRequest(call, 'http://localhost', { ...given, agentId: colleague.account_id })
    if (call.operationId !== 'updateAgency') return request
    const { updated_at } = await db
      .selectFrom('agencies')
      .select('updated_at')
      .where('agency_id', '=', agency_id)
      .executeTakeFirstOrThrow()
    const body = (await request.json()) as Record<'agencyInfo' | 'agencyDetailInfo', object>
    Object.assign(body.agencyInfo, { agencyId: agency_id, agencyNo: agency_no, updatedAt: updated_at.toISOString() })
    const detail = { ...body.agencyDetailInfo, agentParentId: undefined, primaryContactId: undefined, status: 'A' }
    return new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body: JSON.stringify({ agencyInfo: body.agencyInfo, agencyDetailInfo: detail }),
    })
  }

  const rows = forAgents.flatMap((call) =>
    callerTypes.map((seat) => ({
      call,
      operationId: call.operationId,
      seat,
      outcome: outcomes[call.operationId]?.[seat],
    })),
  )
  test.each(rows)(
    'give the caller $seat the outcome $outcome for $operationId',
    async ({ call, operationId, seat, outcome }) => {
      const which =
        /Registration$/.test(operationId) && operationId !== 'getAgencyRegistration' ? 'registering' : 'active'
      const request = await createRequest(call, which === 'active' ? active : registering)
      request.headers.set('Authorization', `Bearer ${await tokenFor({ accountId: people[which][seat] })}`)
      const { status } = await app.request(request)
      const rejectionStatuses = [401, 403, ...(requiresOtherRecord.has(operationId) ? [] : [404])]
      if (outcome === 'in') expect(rejectionStatuses).not.toContain(status)
      else expect(status).toBe(outcome)
    },
  )

  test('have an expected outcome if open to agents', () => {
    expect(Object.keys(outcomes).toSorted()).toEqual(forAgents.map(({ operationId }) => operationId).toSorted())
  })

  test('are personal, public or staff-only if closed to agents', () => {
    const others = ofAreas.filter((call) => !forAgents.includes(call))
    const unsaid = others.filter(
      ({ 'x-access': { who, owns } }) => owns !== 'self' && !who.includes('anyone') && who.join() !== 'staff',
    )
    expect(unsaid.map(({ operationId }) => operationId)).toEqual([])
  })
})
