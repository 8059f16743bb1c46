import { describe, expect, it } from 'vitest'
import { generateApiKey, hashApiKey } from '../credentials/key-format.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAccountCreatedBy, insertAgency, insertPolicy } from '../testing/builders.ts'

const { call, db, keys, at, tokenFor, runJobs } = await createTestApi()
const agency = await insertAgency(db)
// Creates a new session for each call because the tests move the clock by days.
const createCaller = async (columns = {}) => {
  const { account_id: accountId } = await insertAccount(db, columns)
  return { accountId, token: () => tokenFor({ accountId }) }
}
const agent = await createCaller({ agency_id: agency.agency_id })
const staff = await createCaller()
const second = await createCaller()
type Caller = { token: () => Promise<string> }
const hour = 3_600_000

const createPolicy = () => insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
type Policy = Awaited<ReturnType<typeof createPolicy>>

const getPath = ({ policy_no }: Policy) => `/api/v1/policies/${policy_no}/insuredEmail`
const getNewEmail = ({ policy_no }: Policy) => `new-${policy_no.toLowerCase()}@example.com`
const change = async (policy: Policy, email = getNewEmail(policy), caller: Caller = staff) =>
  call('PUT', getPath(policy), { token: await caller.token(), body: { email } })
const call17 = { reason: 'Called the insured at the phone number on file.', reference: 'CALL-20261123-17' }
const confirm = async (policy: Policy, caller: Caller, body: object = call17) =>
  call('POST', `${getPath(policy)}/confirm`, { token: await caller.token(), body })
const getEmail = async (policy: Policy, caller: Caller = staff) =>
  (await (await call('GET', getPath(policy), { token: await caller.token() })).json()).payload

const openLink = async (link: string): Promise<string> => {
  const Token = decodeURIComponent(/\/policyholder\/[a-z]+\/(\S+)/.exec(link)?.[1] ?? '')
  const body = { Token, Phone: '8135550142', Zip: '33606' }
  return (await (await call('POST', '/api/v1/auth/policyholder', { body })).json()).payload.jwt
}
/** Opens a link that an agent has seen, and returns the session. */
const openSeenLink = async ({ policy_no }: Policy) => {
  const response = await call('GET', `/api/v1/policies/${policy_no}/link?forInsured=true`, {
    token: await agent.token(),
  })
  return openLink((await response.json()).payload.link)
}
const emailsTo = async (to: string, template: string) => {
  await runJobs()
  const emails = db.selectFrom('email_messages').selectAll().where('to_email', '=', to).where('template', '=', template)
  return emails.orderBy('created_at', 'desc').orderBy('email_message_id', 'desc').execute()
}
/** Opens a link that was emailed to the address on file, and returns the session. */
const openEmailedLink = async (policy: Policy, email: string) => {
  await call('GET', `/api/v1/policies/${policy.policy_no}/email-link`, { token: await agent.token() })
  return openLink((await emailsTo(email, 'policyholder-link'))[0]?.text ?? '')
}
const requestCode = (policy: Policy, token: string) =>
  call('POST', '/api/v1/auth/policyholder/code', { token, body: { policyNo: policy.policy_no } })
const requestNewCode = async (policy: Policy) => (await requestCode(policy, await openSeenLink(policy))).status
const consent = (policy: Policy, token: string) =>
  call('POST', '/api/v1/documents/events', {
    token,
    body: { policyNo: policy.policy_no, event: 'consented', consentVersion: '2026-11' },
  })

describe('POST /auth/policyholder/code after an email address change', () => {
  it('returns 409 email_on_hold for 72 hours after the change, and then sends the code', async () => {
    const policy = await createPolicy()
    expect((await change(policy)).status).toBe(200)
    const response = await requestCode(policy, await openSeenLink(policy))
    expect(response.status).toBe(409)
    const { message, errors } = await response.json()
    expect(errors[0].code).toBe('email_on_hold')
    expect(message).toMatch(/cannot email codes to it until .+ contact your agency/)
    expect(await emailsTo(getNewEmail(policy), 'signing-code')).toEqual([])
    await at(71.9 * hour, async () => expect(await requestNewCode(policy)).toBe(409))
    await at(72.1 * hour, async () => expect(await requestNewCode(policy)).toBe(200))
    expect(await emailsTo(getNewEmail(policy), 'signing-code')).toHaveLength(1)
  })

  it('sends the code once a second staff member confirms the new address by phone', async () => {
    const policy = await createPolicy()
    await change(policy)
    const response = await confirm(policy, second)
    expect(response.status).toBe(200)
    expect((await response.json()).payload).toEqual({ email: getNewEmail(policy) })
    expect(await requestNewCode(policy)).toBe(200)
  })

  it('restarts the 72-hour hold when the address is changed again', async () => {
    const policy = await createPolicy()
    await change(policy, `first-${getNewEmail(policy)}`)
    await at(70 * hour, async () => expect((await change(policy)).status).toBe(200))
    await at(100 * hour, async () => expect(await requestNewCode(policy)).toBe(409))
    await at(143 * hour, async () => expect(await requestNewCode(policy)).toBe(200))
  })

  it('returns 409 after a new change, even if an earlier change was confirmed', async () => {
    const policy = await createPolicy()
    await change(policy, `first-${getNewEmail(policy)}`)
    await confirm(policy, second)
    await change(policy)
    expect(await requestNewCode(policy)).toBe(409)
  })

  it('sends the code immediately if the last confirmed address is restored', async () => {
    const policy = await createPolicy()
    await change(policy)
    await change(policy, `other-${getNewEmail(policy)}`)
    expect((await change(policy, policy.email)).status).toBe(200)
    expect(await requestNewCode(policy)).toBe(200)
    expect((await getEmail(policy)).pendingChange).toBeNull()
  })

  it('returns 409 if the restored address was still on hold', async () => {
    const policy = await createPolicy()
    await change(policy)
    await change(policy, `other-${getNewEmail(policy)}`)
    await change(policy)
    expect(await requestNewCode(policy)).toBe(409)
  })

  it('rejects a code that was sent before the address changed', async () => {
    const policy = await createPolicy()
    const token = await openSeenLink(policy)
    await requestCode(policy, token)
    const code = /\b\d{6}\b/.exec((await emailsTo(policy.email, 'signing-code'))[0]?.text ?? '')?.[0]
    await change(policy)
    const body = { policyNo: policy.policy_no, code }
    expect((await call('POST', '/api/v1/auth/policyholder/code/confirm', { token, body })).status).toBe(401)
  })
})

describe('link emailed to an address on hold', () => {
  it('cannot be used to consent, unlike a link emailed after the 72-hour hold', async () => {
    const policy = await createPolicy()
    const unrelated = await insertPolicy(db, {
      columns: { agency_id: agency.agency_id, identity_id: policy.identity_id, email: policy.email },
    })
    await change(policy)
    const held = await openEmailedLink(policy, getNewEmail(policy))
    expect((await call('GET', `/api/v1/policies/${policy.policy_no}`, { token: held })).status).toBe(200)
    expect((await call('GET', `/api/v1/policies/${unrelated.policy_no}`, { token: held })).status).toBe(404)
    const rejected = await consent(policy, held)
    expect(rejected.status).toBe(403)
    expect((await rejected.json()).errors[0].code).toBe('missing_code')
    await at(72.1 * hour, async () => {
      const token = await openEmailedLink(policy, getNewEmail(policy))
      expect((await consent(policy, token)).status).toBe(201)
    })
  })
})

describe('PUT /policies/{policyNo}/insuredEmail', () => {
  it('notifies the previous address and the last address that was not on hold', async () => {
    const policy = await createPolicy()
    const first = `first-${getNewEmail(policy)}`
    await change(policy, first)
    await change(policy)
    const [notice] = await emailsTo(policy.email, 'email-changed')
    expect(notice?.text).toContain('72 hours')
    expect(await emailsTo(policy.email, 'email-changed')).toHaveLength(2)
    expect(await emailsTo(first, 'email-changed')).toHaveLength(1)
    expect(await emailsTo(getNewEmail(policy), 'email-changed')).toEqual([])
  })

  it('changes the address on two policies of one insured simultaneously without a deadlock', async () => {
    const policy = await createPolicy()
    const other = await insertPolicy(db, { columns: { identity_id: policy.identity_id, email: policy.email } })
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(index % 2 ? policy : other, `n${index}-${getNewEmail(policy)}`)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  })
})

describe('POST /policies/{policyNo}/insuredEmail/confirm', () => {
  it('returns 403 to the staff member who changed the address', async () => {
    const policy = await createPolicy()
    await change(policy)
    const response = await confirm(policy, staff)
    expect(response.status).toBe(403)
    expect((await response.json()).message).toContain('Another staff member must call the insured')
    expect(await requestNewCode(policy)).toBe(409)
  })

  it('returns 403 to agents, policyholders and API keys', async () => {
    const policy = await createPolicy()
    await change(policy)
    const { prefix, text: apiKey } = generateApiKey('test')
    const [sealing = new Uint8Array()] = keys.sealing
    const now = new Date()
    await db
      .insertInto('api_keys')
      .values({
        ...{
          name: 'Nightly job',
          mode: 'test',
          prefix,
          scopes: ['links:write'],
          secret_hash: hashApiKey(sealing, apiKey),
        },
        ...{ account_id: second.accountId, created_by: second.accountId, created_at: now },
        expires_at: new Date(now.getTime() + 24 * hour),
      })
      .execute()
    const insured = await openSeenLink(policy)
    for (const caller of [agent, { token: async () => insured }, { token: async () => apiKey }]) {
      expect((await confirm(policy, caller)).status).toBe(403)
      expect((await change(policy, `other-${getNewEmail(policy)}`, caller)).status).toBe(403)
    }
  })

  it('returns 409 if no change is pending, or the change is confirmed or 72 hours old', async () => {
    const policy = await createPolicy()
    expect((await confirm(policy, second)).status).toBe(409)
    await change(policy)
    await at(73 * hour, async () => expect((await confirm(policy, second)).status).toBe(409))
    expect((await confirm(policy, second)).status).toBe(200)
    expect((await confirm(policy, second)).status).toBe(409)
  })

  it('returns 400 if the reason or reference is missing', async () => {
    const policy = await createPolicy()
    await change(policy)
    for (const body of [{ ...call17, reason: ' ' }, { ...call17, reference: '' }, { reason: call17.reason }])
      expect((await confirm(policy, second, body)).status).toBe(400)
  })

  it('accepts one of twenty simultaneous confirmations and writes one audit entry', async () => {
    const policy = await createPolicy()
    await change(policy)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => confirm(policy, second)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(409)])
    const entries = await db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'insured.confirmEmail')
      .where('entity_id', '=', policy.identity_id)
      .execute()
    expect(entries).toMatchObject([{ details: { ...call17, email: getNewEmail(policy) } }])
  })
})

describe('confirmation by an account that the staff member who changed the address created', () => {
  it('returns 403', async () => {
    const policy = await createPolicy()
    await change(policy)
    const { account_id: accountId } = await insertAccountCreatedBy(db, staff.accountId)
    const own = { token: () => tokenFor({ accountId }) }
    expect((await getEmail(policy, own)).pendingChange.canConfirm).toBe(false)
    expect((await confirm(policy, own)).status).toBe(403)
    expect((await confirm(policy, second)).status).toBe(200)
  })
})

describe('GET /policies/{policyNo}/insuredEmail', () => {
  it('returns the pending change and whether the caller can confirm it', async () => {
    const policy = await createPolicy()
    expect(await getEmail(policy)).toEqual({ email: policy.email, pendingChange: null })
    await change(policy)
    const own = await getEmail(policy)
    expect(own).toMatchObject({
      email: getNewEmail(policy),
      pendingChange: { previousEmail: policy.email, canConfirm: false },
    })
    const { changedAt, codesFrom } = own.pendingChange
    expect(Date.parse(codesFrom) - Date.parse(changedAt)).toBe(72 * hour)
    expect((await getEmail(policy, second)).pendingChange.canConfirm).toBe(true)
    await confirm(policy, second)
    expect((await getEmail(policy)).pendingChange).toBeNull()
  })
})
