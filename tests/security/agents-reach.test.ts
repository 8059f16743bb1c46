import { aTestApi } from '@tideline/api/testing/api.ts'
import { anAccount, anAgency, aPolicy } from '@tideline/api/testing/builders.ts'
import { describe, expect, test } from 'vitest'

const { call, db, tokenFor } = await aTestApi()
const own = await anAgency(db)
const places = {
  'the own agency': own,
  'a sub-agency': await anAgency(db, { parent: own.agency_id }),
  'another agency': await anAgency(db),
}
const { account_id } = await anAccount(db, { kind: 'agent', roles: [], agency_id: own.agency_id })
const agent = async () => tokenFor({ accountId: account_id })

const claimOf = (policyNo: string) => ({
  ...{ policyNo, noticeDate: '2026-10-12', dateOfLoss: '2026-10-10', causeOfLoss: 'stormSurge', description: 'Water.' },
  ...{ adjusterName: null, adjusterEmail: null, adjusterPhone: null, extension: null },
})
const widgetOf = (AgentNo: string) => ({
  ...{ AgentNo, agentNo: AgentNo, index: -1, Name: 'Main site', Format: '{"align":"center"}', Logo: '' },
  ...{ ReferralEmail: 'leads@example.com', ReferralPhone: '813-555-0100', ReferralWebsite: '', Disclosure: '' },
  ...{ UseReferralEmailOnLeads: false, Source: 'site' },
})

describe('agents handle what is of their own agency and of those below it, and nobody else’s (spec 3 §1)', () => {
  test.each([
    ['the own agency', true],
    ['a sub-agency', true],
    ['another agency', false],
  ] as const)('in %s: policies, documents, payments, claims and quote widgets [P005]', async (where, isTheirs) => {
    const { agency_id, agency_no } = places[where]
    const { policy_no } = await aPolicy(db, { columns: { agency_id, agency_no, inception_date: '2026-09-01' } })
    const token = await agent()
    // First, for an agency without a widget is answered as one that is not there.
    const widget = await call('POST', '/api/v4/agent/widget', { token, body: widgetOf(agency_no) })
    expect(widget.status).toBe(isTheirs ? 200 : 404)
    for (const path of [
      `/api/v1/policies/${policy_no}/getConfirmation`,
      `/api/v1/documents/policy/${policy_no}`,
      `/api/v1/payments/paymentmethods/${policy_no}`,
      `/api/v1/claims?policyNo=${policy_no}`,
      `/api/v4/agent/widgets/${agency_no}`,
    ])
      expect((await call('GET', path, { token })).status, path).toBe(isTheirs ? 200 : 404)
    const claim = await call('POST', '/api/v1/claims', { token, body: claimOf(policy_no) })
    expect(claim.status).toBe(isTheirs ? 201 : 404)
  })
})
