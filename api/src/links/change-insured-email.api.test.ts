import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const { call, db, tokenFor, runJobs } = await createTestApi()
const agency = await insertAgency(db)
const agent = await tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
const staff = await tokenFor({ accountId: (await insertAccount(db)).account_id })
const reader = await tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', 'readonly'] })).account_id })

const addAgencyPolicy = (columns: { identity_id?: string; email?: string } = {}) =>
  insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, ...columns } })
const change = (token: string, policyNo: string, email: string) =>
  call('PUT', `/api/v1/policies/${policyNo}/insuredEmail`, { token, body: { email } })
const getEmail = async (policyNo: string) =>
  (await db.selectFrom('policies').select('email').where('policy_no', '=', policyNo).executeTakeFirstOrThrow()).email
const linksTo = async (email: string) => {
  const mails = await db
    .selectFrom('email_messages')
    .select('text')
    .where('to_email', '=', email)
    .where('template', '=', 'policyholder-link')
    .orderBy('created_at')
    .orderBy('email_message_id')
    .execute()
  return mails.map(({ text }) => decodeURIComponent(/\/policyholder\/[a-z]+\/(\S+)/.exec(text)?.[1] ?? ''))
}
const mailLink = async (policyNo: string) => {
  await call('GET', `/api/v1/policies/${policyNo}/email-link`, { token: agent })
  await runJobs()
}
const open = (Token: string) =>
  call('POST', '/api/v1/auth/policyholder', { body: { Token, Phone: '8135550142', Zip: '33606' } })

describe('insured email address change', () => {
  it('updates all policies of the insured, notifies the old address and adds an audit log entry [SIGN-4]', async () => {
    const first = await addAgencyPolicy()
    const second = await addAgencyPolicy({ identity_id: first.identity_id, email: first.email })
    const response = await change(staff, first.policy_no, 'marina.moved@example.com')
    expect(response.status).toBe(200)
    expect((await response.json()).payload).toEqual({ email: 'marina.moved@example.com' })
    expect([await getEmail(first.policy_no), await getEmail(second.policy_no)]).toEqual(
      Array(2).fill('marina.moved@example.com'),
    )
    await runJobs()
    const emails = db.selectFrom('email_messages').select('template').where('to_email', '=', first.email)
    expect(await emails.execute()).toEqual([{ template: 'email-changed' }])
    const [entry] = await db
      .selectFrom('audit_log')
      .select(['details', 'policy_id'])
      .where('action', '=', 'insured.changeEmail')
      .where('entity_id', '=', first.identity_id)
      .execute()
    expect(entry).toMatchObject({
      policy_id: first.policy_id,
      details: {
        before: first.email,
        after: 'marina.moved@example.com',
        policyNos: [first.policy_no, second.policy_no].toSorted(),
      },
    })
  })

  it('ends sessions and invalidates links that belong to the old address', async () => {
    const policy = await addAgencyPolicy()
    const path = `/api/v1/policies/${policy.policy_no}`
    await mailLink(policy.policy_no)
    await mailLink(policy.policy_no)
    const [used = '', unused = ''] = await linksTo(policy.email)
    const session = (await (await open(used)).json()).payload.jwt
    expect((await call('GET', path, { token: session })).status).toBe(200)

    expect((await change(staff, policy.policy_no, 'marina.safe@example.com')).status).toBe(200)
    expect((await call('GET', path, { token: session })).status).toBe(401)
    expect((await open(unused)).status).toBe(401)
    await mailLink(policy.policy_no)
    const [link = ''] = await linksTo('marina.safe@example.com')
    expect((await open(link)).status).toBe(200)
  })

  it('returns 403 to agents, insureds and read-only staff', async () => {
    const policy = await addAgencyPolicy()
    await mailLink(policy.policy_no)
    const [link = ''] = await linksTo(policy.email)
    const insured = (await (await open(link)).json()).payload.jwt
    for (const token of [agent, insured, reader])
      expect((await change(token, policy.policy_no, 'mine@example.com')).status).toBe(403)
    expect(await getEmail(policy.policy_no)).toBe(policy.email)
  })

  it('returns 404 for an unknown policy, 422 for an unchanged address and 400 for an invalid one', async () => {
    const policy = await addAgencyPolicy()
    expect((await change(staff, 'RFL3999999', 'any@example.com')).status).toBe(404)
    expect((await change(staff, policy.policy_no, policy.email.toUpperCase())).status).toBe(422)
    for (const none of ['', 'marina', 'marina@', 'a\u0000b@example.com', 'a b@example.com'])
      expect((await change(staff, policy.policy_no, none)).status).toBe(400)
  })

  it('accepts the same address for only one of two insureds who share a phone number', async () => {
    const policies = [await addAgencyPolicy(), await addAgencyPolicy()]
    const responses = await Promise.all(
      policies.map(({ policy_no }) => change(staff, policy_no, 'shared.wish@example.com')),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
