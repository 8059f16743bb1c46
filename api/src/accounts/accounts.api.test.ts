import { describe, expect, test } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { hashPassword } from './password.ts'

const { call, db, at } = await createTestApi()
const password = 'Tideline-Demo-1'
const password_hash = await hashPassword(password)
const agency = await insertAgency(db)
const agent = await insertAccount(db, { agency_id: agency.agency_id, password_hash })
const staff = await insertAccount(db, { roles: ['internal', 'financeadmin'], password_hash })

const logIn = async (email: string, given = password) =>
  call('POST', '/api/v1/auth/login', { body: { email, password: given } })
const getTokens = async (email: string) => (await (await logIn(email)).json()).payload

describe('login', () => {
  test('returns 200 with a token and the documented profile fields for an agent [C075] [C002] [P002]', async () => {
    const response = await logIn(agent.email)
    expect(response.status).toBe(200)
    const { payload } = await response.json()
    expect(payload).toMatchObject({ accountType: 'agent', token: payload.data.Token })
    expect(payload.data).toMatchObject({
      AgentId: agent.account_id,
      Email: agent.email,
      Roles: '',
      Company: agency.company,
    })
  })

  test('returns the roles of a staff member as a comma-separated string [P002] [P238]', async () => {
    expect((await getTokens(staff.email)).data.Roles).toBe('internal,financeadmin')
  })

  test('returns the same 401 response for a wrong password and an unknown email address', async () => {
    const wrong = await logIn(agent.email, 'not the password')
    const unknown = await logIn('nobody@example.com')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const [a, b] = [await wrong.json(), await unknown.json()]
    expect({ ...a, requestId: '' }).toEqual({ ...b, requestId: '' })
  })

  test('returns 401 for a deactivated account', async () => {
    const off = await insertAccount(db, { agency_id: agency.agency_id, password_hash, is_active: false })
    expect((await logIn(off.email)).status).toBe(401)
  })

  test('returns 400 and names the missing field', async () => {
    const response = await call('POST', '/api/v1/auth/login', { body: { email: agent.email } })
    expect(response.status).toBe(400)
    expect((await response.json()).errors[0]).toMatchObject({ field: 'password' })
  })

  test('returns 400 in the standard error format when the body is not valid JSON', async () => {
    const response = await call('POST', '/api/v1/auth/login', { raw: '{"email":' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: 400, errors: [{ code: 'invalid_request' }] })
  })

  test('returns 415 when the body has an unsupported media type', async () => {
    const response = await call('POST', '/api/v1/auth/login', {
      raw: 'email=a',
      type: 'application/x-www-form-urlencoded',
    })
    expect(response.status).toBe(415)
  })
})

describe('getProfile', () => {
  test("returns the agency's policy count and reward level [C076]", async () => {
    const own = await insertAgency(db)
    const account = await insertAccount(db, { agency_id: own.agency_id, password_hash })
    for (let index = 0; index < 10; index++)
      await insertPolicy(db, { columns: { agency_id: own.agency_id, agency_no: own.agency_no } })
    const { token } = await getTokens(account.email)
    const { payload } = await (await call('GET', '/api/v1/accounts/profile', { token })).json()
    const known = { agentNo: own.agency_no, isApproved: true, policyCount: 10 }
    expect(payload.agent).toEqual({ ...known, rewardLevel: { name: 'Bronze' } })
  })

  test('returns 401 for a missing or forged token [C172]', async () => {
    expect((await call('GET', '/api/v1/accounts/profile')).status).toBe(401)
    expect((await call('GET', '/api/v1/accounts/profile', { token: 'a.b.c' })).status).toBe(401)
  })

  test('returns 401 for an access token that is more than 30 minutes old', async () => {
    const { token } = await getTokens(agent.email)
    expect((await call('GET', '/api/v1/accounts/profile', { token })).status).toBe(200)
    await at(30 * 60_000 + 1000, async () => {
      expect((await call('GET', '/api/v1/accounts/profile', { token })).status).toBe(401)
    })
  })
})

describe('refreshSession', () => {
  const refresh = (refreshToken: string) => call('POST', '/api/v1/auth/refresh', { body: { refreshToken } })

  test('returns 200 with a new access token and refresh token', async () => {
    const { refreshToken } = await getTokens(agent.email)
    const response = await refresh(refreshToken)
    expect(response.status).toBe(200)
    expect((await response.json()).payload.refreshToken).not.toBe(refreshToken)
  })

  test.each([2, 20])('returns the same new tokens to %i browser tabs that refresh concurrently', async (tabs) => {
    const { refreshToken } = await getTokens(agent.email)
    const responses = await Promise.all(Array.from({ length: tabs }, () => refresh(refreshToken)))
    expect(responses.map(({ status }) => status)).toEqual(Array(tabs).fill(200))
    const pairs = await Promise.all(responses.map(async (response) => (await response.json()).payload))
    expect(new Set(pairs.map((pair) => pair.refreshToken)).size).toBe(1)
    for (const { token } of pairs) expect((await call('GET', '/api/v1/accounts/profile', { token })).status).toBe(200)
    expect((await refresh(pairs[0].refreshToken)).status).toBe(200)
  })

  test('returns 401 and ends the session when a refresh token is used again after the grace period', async () => {
    const { refreshToken } = await getTokens(agent.email)
    const next = (await (await refresh(refreshToken)).json()).payload
    await at(10_500, async () => {
      const profile = () => call('GET', '/api/v1/accounts/profile', { token: next.token })
      expect((await profile()).status).toBe(200)
      expect((await refresh(refreshToken)).status).toBe(401)
      expect((await profile()).status).toBe(401)
      expect((await refresh(next.refreshToken)).status).toBe(401)
    })
  })

  test('returns 401 and ends the session when a refresh token is used after its replacement was used', async () => {
    const { refreshToken } = await getTokens(agent.email)
    const next = (await (await refresh(refreshToken)).json()).payload
    const last = (await (await refresh(next.refreshToken)).json()).payload
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await call('GET', '/api/v1/accounts/profile', { token: last.token })).status).toBe(401)
  })
})

describe('logout', () => {
  test('returns 200 and ends the session immediately', async () => {
    const { token, refreshToken } = await getTokens(agent.email)
    expect((await call('POST', '/api/v1/auth/logout', { token, body: {} })).status).toBe(200)
    expect((await call('GET', '/api/v1/accounts/profile', { token })).status).toBe(401)
    expect((await call('POST', '/api/v1/auth/refresh', { body: { refreshToken } })).status).toBe(401)
  })
})

describe('logout everywhere', () => {
  test('returns 200 and ends all sessions of the account, but none of other accounts', async () => {
    const holder = await insertAccount(db, { agency_id: agency.agency_id, password_hash })
    const [here, elsewhere, other] = [
      await getTokens(holder.email),
      await getTokens(holder.email),
      await getTokens(agent.email),
    ]
    const profile = async (token: string) => (await call('GET', '/api/v1/accounts/profile', { token })).status
    expect([await profile(here.token), await profile(elsewhere.token)]).toEqual([200, 200])
    const response = await call('POST', '/api/v1/auth/logout', { token: here.token, body: { everywhere: true } })
    expect(response.status).toBe(200)
    expect([await profile(here.token), await profile(elsewhere.token), await profile(other.token)]).toEqual([
      401, 401, 200,
    ])
    for (const { refreshToken } of [here, elsewhere])
      expect((await call('POST', '/api/v1/auth/refresh', { body: { refreshToken } })).status).toBe(401)
  })
})

describe('password change', () => {
  const next = 'Tideline-Demo-2'
  const change = (token: string, body: object) => call('POST', '/api/v1/accounts/changePassword', { token, body })
  const createHolder = () => insertAccount(db, { agency_id: agency.agency_id, password_hash })
  const isIn = async (token: string) => (await call('GET', '/api/v1/accounts/profile', { token })).status === 200

  test("requires the current password and ends the account's other sessions", async () => {
    const holder = await createHolder()
    const here = await getTokens(holder.email)
    const elsewhere = await getTokens(holder.email)
    const wrong = await change(here.token, { currentPassword: 'Not-My-Password-1', newPassword: next })
    expect(wrong.status).toBe(422)
    expect((await wrong.json()).message).toContain('Current password')
    expect((await change(here.token, { currentPassword: password, newPassword: password })).status).toBe(422)
    expect((await change(here.token, { currentPassword: password, newPassword: 'weak' })).status).toBe(400)
    expect((await change(here.token, { currentPassword: password, newPassword: next })).status).toBe(200)
    expect([await isIn(here.token), await isIn(elsewhere.token)]).toEqual([true, false])
    expect((await logIn(holder.email)).status).toBe(401)
    expect((await logIn(holder.email, next)).status).toBe(200)
  })

  test('lets only a superuser reset the password of another account', async () => {
    const holder = await createHolder()
    const superuser = await insertAccount(db, { roles: ['superuser', 'internal'], password_hash })
    const { token } = await getTokens(superuser.email)
    const theirs = await getTokens(holder.email)
    const path = `/api/v1/accounts/resetPassword/${holder.account_id}`
    const plain = await getTokens(staff.email)
    expect((await call('POST', path, { token: plain.token, body: { newPassword: next } })).status).toBe(403)
    const found = await call('GET', `/api/v1/accounts?q=${encodeURIComponent(holder.email)}`, { token })
    expect((await found.json()).payload.items).toMatchObject([
      { AgentId: holder.account_id, agencyNo: agency.agency_no },
    ])
    const weak = await call('POST', path, { token, body: { newPassword: 'tideline-demo-1' } })
    expect([weak.status, (await weak.json()).errors]).toEqual([
      400,
      [
        {
          ...{ field: 'newPassword', code: 'invalid_value' },
          message: 'New password: Must contain at least one uppercase character.',
        },
      ],
    ])
    const response = await call('POST', path, { token, body: { newPassword: next } })
    expect(await response.json()).toMatchObject({ message: 'Password reset successfully!' })
    expect(await isIn(theirs.token)).toBe(false)
    expect((await logIn(holder.email, next)).status).toBe(200)
    const own = `/api/v1/accounts/resetPassword/${superuser.account_id}`
    expect((await call('POST', own, { token, body: { newPassword: next } })).status).toBe(422)
  })
})

describe('updateProfile', () => {
  test('updates only the name and phone number of the caller, and rejects all other fields', async () => {
    const holder = await insertAccount(db, { agency_id: agency.agency_id, password_hash })
    const { token } = await getTokens(holder.email)
    const change = (body: object) => call('PUT', '/api/v1/accounts/profile', { token, body })
    const response = await change({ FirstName: 'Avery', LastName: 'Sample', Phone: '813-555-0100' })
    expect(response.status).toBe(200)
    expect((await response.json()).payload.data).toMatchObject({
      Email: holder.email,
      FirstName: 'Avery',
      LastName: 'Sample',
      Phone: '813-555-0100',
    })
    expect((await change({ FirstName: ' ', LastName: 'Sample', Phone: null })).status).toBe(400)
    expect((await change({ FirstName: 'A', LastName: 'B', Phone: '12' })).status).toBe(400)
    expect((await change({ FirstName: 'A', LastName: 'B', Phone: null, Roles: 'superuser' })).status).toBe(400)
  })
})

describe('session list', () => {
  const list = async (token: string) =>
    (await (await call('GET', '/api/v1/accounts/sessions', { token })).json()).payload as {
      sessionId: string
      device: string
      isCurrent: boolean
    }[]
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  test('lists one session per log-in with its device, starting with the current session', async () => {
    const holder = await insertAccount(db, { agency_id: agency.agency_id, password_hash })
    const here = await getTokens(holder.email)
    const body = { email: holder.email, password }
    await call('POST', '/api/v1/auth/login', { body, headers: { 'User-Agent': firefox } })
    const renewed = await call('POST', '/api/v1/auth/refresh', { body: { refreshToken: here.refreshToken } })
    const { token } = (await renewed.json()).payload
    expect(await list(token)).toMatchObject([{ isCurrent: true }, { isCurrent: false, device: 'Firefox on Linux' }])
  })

  test('lets users end their own sessions and returns 404 for a session of another account', async () => {
    const holder = await insertAccount(db, { agency_id: agency.agency_id, password_hash })
    const [here, elsewhere] = [await getTokens(holder.email), await getTokens(holder.email)]
    const end = (token: string, id = '') => call('DELETE', `/api/v1/accounts/sessions/${id}`, { token })
    const other = (await list(here.token)).find(({ isCurrent }) => !isCurrent)
    const stranger = await getTokens(staff.email)
    expect((await end(stranger.token, other?.sessionId)).status).toBe(404)
    expect((await end(here.token, other?.sessionId)).status).toBe(200)
    expect((await end(here.token, other?.sessionId)).status).toBe(404)
    expect((await call('GET', '/api/v1/accounts/profile', { token: elsewhere.token })).status).toBe(401)
    expect(await list(here.token)).toHaveLength(1)
  })
})

describe('agency status [AGY-1]', () => {
  const read = '/api/v1/policies/search?SearchScope=1'
  const update = { body: { FirstName: 'Robin', LastName: 'Sample', Phone: null } }
  const signedIn = async (status: 'P' | 'I' | 'T') => {
    const { agency_id } = await insertAgency(db, { status })
    const { email } = await insertAccount(db, { agency_id, password_hash })
    const { token, data } = await getTokens(email)
    const statusOf = async (...[method, path, options]: Parameters<typeof call>) =>
      (await call(method, path, { ...options, token })).status
    return { data, getStatus: statusOf }
  }

  test('limits agents of a terminated agency to the readonly role', async () => {
    const { data, getStatus } = await signedIn('T')
    expect(data.Roles).toBe('readonly')
    expect(await getStatus('GET', read)).toBe(200)
    expect(await getStatus('PUT', '/api/v1/accounts/profile', update)).toBe(403)
  })

  test('lets agents of an inactive agency read policies and manage their own account', async () => {
    const { data, getStatus } = await signedIn('I')
    expect(data.Roles).toBe('')
    expect(await getStatus('GET', read)).toBe(200)
    expect(await getStatus('PUT', '/api/v1/accounts/profile', update)).toBe(200)
  })

  test('lets agents of a pending agency manage only their own account', async () => {
    const { getStatus } = await signedIn('P')
    expect(await getStatus('GET', read)).toBe(403)
    expect(await getStatus('PUT', '/api/v1/accounts/profile', update)).toBe(200)
    expect(await getStatus('POST', '/api/v1/auth/logout', { body: { everywhere: false } })).toBe(200)
  })
})
