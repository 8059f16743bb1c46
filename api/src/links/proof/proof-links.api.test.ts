import { describe, expect, it } from 'vitest'
import { dayMs } from '../../calendar/days.ts'
import { createTestApi } from '../../testing/api.ts'
import { insertAccount, insertAgency, insertPayment, insertPolicy, type PolicyOptions } from '../../testing/builders.ts'

const { call, db, tokenFor, at } = await createTestApi()
const agency = await insertAgency(db)
const agent = await tokenFor(await toOwner({ agency_id: agency.agency_id }))
const readonlyAgent = await tokenFor(await toOwner({ agency_id: agency.agency_id, roles: ['readonly'] }))
const staff = await tokenFor(await toOwner({}))
const otherAgent = await tokenFor(await toOwner({ agency_id: (await insertAgency(db)).agency_id }))

async function toOwner(account: Parameters<typeof insertAccount>[1]) {
  return { accountId: (await insertAccount(db, account)).account_id }
}

async function createPolicy(columns: PolicyOptions['columns'] = {}) {
  const policy = await insertPolicy(db, {
    columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, phone: '813-555-0142', ...columns },
  })
  return { ...policy, insured: await tokenFor({ identityId: policy.identity_id }) }
}
type CreatedPolicy = Awaited<ReturnType<typeof createPolicy>>

const links = (policyNo: string) => `/api/v1/policies/${policyNo}/proofLinks`
const create = (policy: CreatedPolicy, token: string, body: object = {}) =>
  call('POST', links(policy.policy_no), { token, body })
const open = (token: string) => call('POST', '/api/v1/proofOfInsurance', { body: { token } })
const toToken = (url: string) => url.split('#')[1] ?? ''

async function createLink(policy: CreatedPolicy, body: object = {}): Promise<{ token: string; id: string }> {
  const { payload } = await (await create(policy, policy.insured, body)).json()
  return { token: toToken(payload.url), id: payload.link.proofLinkId }
}
const view = async (token: string) => (await (await open(token)).json()).payload
const list = async (policy: CreatedPolicy) =>
  (await (await call('GET', links(policy.policy_no), { token: policy.insured })).json()).payload

describe('proof of insurance links (POL-15)', () => {
  it('show a recipient without an account the current policy, and nothing else', async () => {
    const policy = await createPolicy()
    const { token } = await createLink(policy, { recipientName: 'Gulf Sample Bank' })
    const proof = await view(token)
    expect(Object.keys(proof).sort()).toEqual([
      ...['asOf', 'coverageEndsOn', 'coverages', 'deductibles', 'expirationDate', 'inceptionDate', 'insuredName'],
      ...['insurerName', 'insurerPhone', 'isPremiumPaid', 'linkExpiresAt', 'policyNo', 'productName'],
      ...['propertyAddress', 'status', 'totalPremium'],
    ])
    expect(proof).toMatchObject({
      policyNo: policy.policy_no,
      ...{ insuredName: policy.insured_name, status: 'bound', coverageEndsOn: null },
      ...{ totalPremium: policy.totalCents / 100, isPremiumPaid: false },
      ...{ inceptionDate: policy.inception_date, expirationDate: policy.expiration_date },
    })
    expect(proof.coverages.length).toBeGreaterThan(0)
    expect(JSON.stringify(proof)).not.toMatch(new RegExp(`${policy.email}|813-?555-?0142`))
  })

  it('show the status at the time of each view', async () => {
    const policy = await createPolicy({ inception_date: '2026-01-01' })
    const { token } = await createLink(policy)
    expect(await view(token)).toMatchObject({ status: 'active', isPremiumPaid: false })
    await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: new Date() })
    expect(await view(token)).toMatchObject({ status: 'active', isPremiumPaid: true })
    const set = (columns: Record<string, unknown>) =>
      db.updateTable('policies').set(columns).where('policy_id', '=', policy.policy_id).execute()
    const cancellation = { cancel_reason_code: '13', cancel_effective_date: '2026-03-01' }
    await set({ pending_cancel_at: new Date(), ...cancellation })
    expect(await view(token)).toMatchObject({ status: 'pendingCancel', coverageEndsOn: null })
    await set({ cancel_accepted_at: new Date() })
    expect(await view(token)).toMatchObject({ status: 'pendingCancel', coverageEndsOn: '2026-03-01' })
    await set({ cancelled_at: new Date(), pending_cancel_at: null, cancel_accepted_at: null })
    expect(await view(token)).toMatchObject({ status: 'cancelled', coverageEndsOn: '2026-03-01' })
    await set({ cancelled_at: null, cancel_reason_code: null, cancel_effective_date: null })
    await set({ inception_date: '2020-01-01', effective_date: '2020-01-01', expiration_date: '2021-01-01' })
    expect(await view(token)).toMatchObject({ status: 'expired', coverageEndsOn: null })
  })

  it('can be created and listed by the policyholder, the agency and staff, but not by others', async () => {
    const policy = await createPolicy()
    const stranger = await createPolicy()
    for (const token of [policy.insured, agent, staff]) expect((await create(policy, token)).status).toBe(201)
    for (const token of [stranger.insured, otherAgent]) {
      expect((await create(policy, token)).status).toBe(404)
      expect((await call('GET', links(policy.policy_no), { token })).status).toBe(404)
    }
    expect((await create(policy, readonlyAgent)).status).toBe(403)
    expect((await create(policy, '')).status).toBe(401)
    expect(await list(policy)).toHaveLength(3)
    expect(await list(stranger)).toEqual([])
  })

  it('record each view with its time for people with access to the policy', async () => {
    const policy = await createPolicy()
    const { token, id } = await createLink(policy, { recipientName: ' Gulf Sample Bank ' })
    const responses = await Promise.all(Array.from({ length: 20 }, () => open(token)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await open(token)
    const [link] = await list(policy)
    expect(link).toMatchObject({ proofLinkId: id, recipientName: 'Gulf Sample Bank', status: 'active', viewCount: 21 })
    expect(link.lastViews).toHaveLength(20)
    expect(link.lastViews).toEqual(link.lastViews.toSorted().reverse())
  })

  it('are rejected with a plain message after 30 days, or after the selected time', async () => {
    const policy = await createPolicy()
    const [{ token }, short] = [await createLink(policy), await createLink(policy, { expiresInDays: 1 })]
    await at(dayMs + 1000, async () => {
      expect((await open(token)).status).toBe(200)
      const expired = await open(short.token)
      expect([expired.status, await expired.json()]).toMatchObject([
        410,
        { message: 'This link has expired. Ask the policyholder or the agency for a new one.' },
      ])
    })
    await at(30 * dayMs + 5000, async () => expect((await open(token)).status).toBe(410))
    for (const expiresInDays of [0, 91])
      expect((await create(policy, policy.insured, { expiresInDays })).status).toBe(400)
  })

  it('are rejected after anyone with access to the policy has revoked them', async () => {
    const policy = await createPolicy()
    const stranger = await createPolicy()
    const { token, id } = await createLink(policy)
    const revoke = (of: CreatedPolicy, by: string) =>
      call('POST', `${links(of.policy_no)}/${id}/revoke`, { token: by, body: {} })
    expect((await revoke(policy, otherAgent)).status).toBe(404)
    expect((await revoke(stranger, stranger.insured)).status).toBe(404)
    expect((await revoke(policy, readonlyAgent)).status).toBe(403)
    expect((await open(token)).status).toBe(200)
    const first = (await (await revoke(policy, agent)).json()).payload
    expect(first).toMatchObject({ status: 'revoked', viewCount: 1 })
    expect((await (await revoke(policy, policy.insured)).json()).payload.revokedAt).toBe(first.revokedAt)
    const rejected = await open(token)
    expect([rejected.status, await rejected.json()]).toMatchObject([
      410,
      { message: 'This link was revoked. Ask the policyholder or the agency for a new one.' },
    ])
    const actions = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind'])
      .where('entity_id', '=', id)
      .orderBy('occurred_at')
      .execute()
    expect(actions.map(({ action, actor_kind }) => `${actor_kind} ${action}`)).toEqual([
      'insured proofLink.create',
      'agent proofLink.revoke',
    ])
  })

  it('are limited to 20 active links per policy, even if they are created at the same time', async () => {
    const policy = await createPolicy()
    const responses = await Promise.all(Array.from({ length: 25 }, () => create(policy, policy.insured)))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(409)])
    const [newest] = await list(policy)
    await call('POST', `${links(policy.policy_no)}/${newest.proofLinkId}/revoke`, { token: policy.insured, body: {} })
    expect((await create(policy, policy.insured)).status).toBe(201)
  })

  it('have tokens that are stored only as hashes and cannot be guessed', async () => {
    const policy = await createPolicy()
    const { token } = await createLink(policy)
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await db.selectFrom('proof_links').selectAll().execute()
    expect(JSON.stringify(rows.map((row) => ({ ...row, text: row.token_hash.toString('base64url') })))).not.toContain(
      token,
    )
    const almost = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
    expect((await open(almost)).status).toBe(404)
    for (const invalid of ['', 'x', `${token}A`, `${token.slice(0, 42)}\u0000`, `${token.slice(0, 42)}\ud800`])
      expect((await open(invalid)).status, JSON.stringify(invalid)).toBe(400)
  })
})

describe('POST /api/v1/proofOfInsurance', () => {
  it('is limited per network address', async () => {
    const limited = await createTestApi({ RATE_LIMIT_PER_MINUTE: '1200' })
    const statuses = []
    for (let count = 0; count < 31; count++)
      statuses.push(
        (await limited.call('POST', '/api/v1/proofOfInsurance', { body: { token: 'A'.repeat(43) } })).status,
      )
    expect(statuses).toEqual([...Array(30).fill(404), 429])
  })
})
