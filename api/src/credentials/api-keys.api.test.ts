import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createService } from '../service.ts'
import { createTestApi, type TestResponse } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi({ RATE_LIMIT_PER_MINUTE: '200' })
const { db, call, at } = api
const agency = await insertAgency(db)
const agent = await insertAccount(db, { agency_id: agency.agency_id })
const own = await insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
const foreign = await insertPolicy(db)
const superuserAccount = await insertAccount(db, { roles: ['internal', 'superuser'] as never })
const otherSuperuser = await insertAccount(db, { roles: ['internal', 'superuser'] as never })
const superuser = await api.tokenFor({ accountId: superuserAccount.account_id })

// biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
type Any = any

const keys = '/api/admin/apiKeys'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const input = (more: object = {}) => ({
  ...{ name: 'Nightly sync', accountId: agent.account_id, scopes: ['policies:read'], expiresAt: inDays(30) },
  ...more,
})
async function make(more: object = {}, headers: Record<string, string> = {}): Promise<Any> {
  const response = await call('POST', keys, { token: superuser, body: input(more), headers })
  return { status: response.status, ...(await response.json()) }
}
const read = (token: string, policyNo = own.policy_no) =>
  call('GET', `/api/v1/policies/${policyNo}/getConfirmation`, { token })
const getStatus = async (response: Promise<{ status: number }>) => (await response).status
const getCode = async (call: Promise<TestResponse>) => {
  const response = await call
  return { status: response.status, code: (await response.json()).errors?.[0]?.code }
}
const lastUse = async (id: string) =>
  (await (await call('GET', `${keys}/${id}`, { token: superuser })).json()).lastUsedAt

describe('API key creation', () => {
  it('returns the secret once and does not store it in the database', async () => {
    const headers = { 'Idempotency-Key': 'make-a-key-once-0001' }
    const created = await make({}, headers)
    expect(created).toMatchObject({ status: 201, key: { state: 'active', mode: 'test', agencyNo: agency.agency_no } })
    expect(created.secret).toMatch(/^tideline_test_[a-z0-9]{12}_[\w-]{43}$/)
    expect(await getStatus(read(created.secret))).toBe(200)
    const secret = created.secret.slice(27)
    for (const table of ['api_keys', 'audit_log', 'idempotency_keys']) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
      expect(rows.length, table).toBeGreaterThan(0)
      for (const { row } of rows) {
        expect(row, table).not.toContain(secret)
        expect(row, table).not.toContain(Buffer.from(created.secret).toString('hex'))
      }
    }
  })

  it('returns the same key without the secret when the Idempotency-Key is repeated', async () => {
    const headers = { 'Idempotency-Key': 'make-a-key-once-0002' }
    const body = input({ name: 'Twice' })
    const [first, second] = [
      await call('POST', keys, { token: superuser, body, headers }),
      await call('POST', keys, { token: superuser, body, headers }),
    ]
    const [created, again] = [await first.json(), await second.json()]
    expect(again).toEqual({ ...created, secret: null })
  })

  it.each([
    ['an expiration in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 400, 'invalid_value'],
    ['an expiration in three years', { expiresAt: inDays(1100) }, 400, 'invalid_value'],
    ['no scope', { scopes: [] }, 400, 'invalid_value'],
    ['a scope that is not in the contract', { scopes: ['policies:all'] }, 400, 'invalid_value'],
    ['a staff scope for an agent', { scopes: ['lockbox:write'] }, 422, 'key_not_allowed'],
    ['another staff member as the owner', { accountId: otherSuperuser.account_id }, 422, 'key_not_allowed'],
    ['an unknown account', { accountId: '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a99' }, 422, 'key_not_allowed'],
    ['a name with NUL', { name: 'a\u0000b' }, 400, 'invalid_value'],
  ])('rejects a request with %s', async (_, more, status, code) => {
    expect(await make(more)).toMatchObject({ status, errors: [{ code }] })
  })

  it('returns 403 to agents and to requests made with an API key', async () => {
    const all = await make({ accountId: superuserAccount.account_id, scopes: ['admin:read', 'admin:write'] })
    const byKey = () => call('POST', keys, { token: all.secret, body: input() })
    expect(await getCode(byKey())).toEqual({ status: 403, code: 'missing_scope' })
    const revoke = call('DELETE', `${keys}/${all.key.id}`, { token: all.secret })
    expect(await getCode(revoke)).toEqual({ status: 403, code: 'missing_scope' })
    const agentToken = await api.tokenFor({ accountId: agent.account_id })
    expect(await getStatus(call('POST', keys, { token: agentToken, body: input() }))).toBe(403)
  })
})

describe('API key authorization', () => {
  it("returns 403 and names the missing scope for an operation outside the key's scopes", async () => {
    const { secret } = await make({ scopes: ['policies:read', 'notes:read'] })
    expect(await getStatus(read(secret))).toBe(200)
    const note = { note: 'By a program.', private: false, type: 'note' }
    const write = call('POST', `/api/v1/policies/${own.policy_no}/notes`, { token: secret, body: note })
    const rejected = await (await write).json()
    expect(rejected).toMatchObject({ statusCode: 403, message: 'This key lacks the scope notes:write.' })
    const documents = call('GET', `/api/v1/documents/policy/${own.policy_no}`, { token: secret })
    expect(await getCode(documents)).toEqual({ status: 403, code: 'missing_scope' })
  })

  it('prevents the move of its account to another agency until the key is revoked (ACC-19)', async () => {
    const { account_id: accountId } = await insertAccount(db, { agency_id: agency.agency_id })
    const other = await insertAgency(db)
    const { key } = await make({ accountId })
    const move = () => {
      const body = { firstName: 'Ada', lastName: 'Agent', agencyNo: other.agency_no, roles: [], isActive: true }
      return call('PUT', `/api/admin/accounts/${accountId}`, { token: superuser, body })
    }
    expect(await getCode(move())).toEqual({ status: 422, code: 'key_not_allowed' })
    expect(await getStatus(call('DELETE', `${keys}/${key.id}`, { token: superuser }))).toBe(200)
    expect(await getStatus(move())).toBe(200)
  })

  it("returns 404 for policies of other agencies regardless of the key's scopes", async () => {
    const { secret } = await make({ scopes: ['policies:read', 'lifecycle:write', 'payments:write'] })
    expect(await getStatus(read(secret, foreign.policy_no))).toBe(404)
  })

  it('returns 403 when an API key is used to manage sessions, hand-offs, links or passwords', async () => {
    const { secret } = await make({ scopes: ['lifecycle:write', 'policies:read'] })
    const bodies: [string, string, object | undefined][] = [
      ['POST', '/api/v1/auth/handoff', { target: 'portal' }],
      ['POST', '/api/v1/auth/resources', { policyNo: own.policy_no }],
      ['GET', `/api/v1/policies/${own.policy_no}/link?isBind=true`, undefined],
      ['GET', '/api/v1/accounts/sessions', undefined],
      ['POST', '/api/v1/accounts/changePassword', { currentPassword: 'Tideline-Demo-1', newPassword: 'Tideline-2' }],
    ]
    for (const [method, path, body] of bodies)
      expect(await getCode(call(method, path, { token: secret, ...(body && { body }) })), path).toEqual({
        ...{ status: 403, code: 'missing_scope' },
      })
  })

  it('rejects an API key when its account becomes read-only or is deactivated', async () => {
    const account = await insertAccount(db, { agency_id: agency.agency_id })
    const { secret } = await make({ accountId: account.account_id, scopes: ['notes:write', 'policies:read'] })
    const set = (values: object) =>
      db.updateTable('accounts').set(values).where('account_id', '=', account.account_id).execute()
    await set({ roles: ['readonly'] })
    const note = { note: 'By a program.', private: false, type: 'note' }
    const write = () => call('POST', `/api/v1/policies/${own.policy_no}/notes`, { token: secret, body: note })
    expect(await getCode(write())).toEqual({ status: 403, code: 'forbidden' })
    await set({ is_active: false })
    expect(await getStatus(read(secret))).toBe(401)
  })

  it('records the name of the API key in the audit log', async () => {
    const { secret } = await make({ name: 'Notes robot', scopes: ['notes:write'] })
    const note = { note: 'By a program.', private: false, type: 'note' }
    const created = await call('POST', `/api/v1/policies/${own.policy_no}/notes`, { token: secret, body: note })
    expect(created.status, await created.clone().text()).toBe(200)
    const { actor_name } = await db
      .selectFrom('audit_log')
      .select('actor_name')
      .where('actor_id', '=', agent.account_id)
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(actor_name).toMatch(/ \(key Notes robot\)$/)
  })
})

describe('API key expiration and revocation', () => {
  it('rejects a revoked key immediately in every process, and accepts a second revocation', async () => {
    const { secret, key } = await make()
    const elsewhere = await createService(api.config, pino({ level: 'silent' }), '', { database: api.database })
    const readThere = () =>
      elsewhere.app.request(`/api/v1/policies/${own.policy_no}/getConfirmation`, {
        headers: { Authorization: `Bearer ${secret}` },
      })
    expect([await getStatus(read(secret)), (await readThere()).status]).toEqual([200, 200])
    const revoke = async () => (await call('DELETE', `${keys}/${key.id}`, { token: superuser })).json()
    const revoked = await revoke()
    expect(revoked).toMatchObject({ state: 'revoked', revokedAt: expect.any(String) })
    expect([await getStatus(read(secret)), (await readThere()).status]).toEqual([401, 401])
    expect(await revoke()).toEqual({ ...revoked })
    await elsewhere.close()
  })

  it('rejects an API key after its expiration date', async () => {
    const { secret } = await make({ expiresAt: inDays(1) })
    await at(2 * 86_400_000, async () => expect(await getStatus(read(secret))).toBe(401))
  })

  it('accepts a new key immediately after a rotation, and the old key until the overlap ends', async () => {
    const { secret, key } = await make()
    const body = { overlapHours: 24, expiresAt: inDays(60) }
    const rotate = () => call('POST', `${keys}/${key.id}/rotate`, { token: superuser, body })
    const responses = await Promise.all([rotate(), rotate()])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    const next = await responses.find(({ status }) => status === 201)?.json()
    expect(next.key).toMatchObject({ replacesId: key.id, name: key.name, scopes: key.scopes, accountId: key.accountId })
    expect([await getStatus(read(secret)), await getStatus(read(next.secret))]).toEqual([200, 200])
    await at(25 * 3_600_000, async () => {
      expect([await getStatus(read(secret)), await getStatus(read(next.secret))]).toEqual([401, 200])
    })
    const now = { overlapHours: 0, expiresAt: inDays(60) }
    const last = await (await call('POST', `${keys}/${next.key.id}/rotate`, { token: superuser, body: now })).json()
    expect([await getStatus(read(next.secret)), await getStatus(read(last.secret))]).toEqual([401, 200])
  })

  it('records creation, rotation and revocation of a key in the audit log', async () => {
    const { key } = await make({ name: 'Of the trail' })
    const body = { overlapHours: 1, expiresAt: inDays(60) }
    const next = await (await call('POST', `${keys}/${key.id}/rotate`, { token: superuser, body })).json()
    await call('DELETE', `${keys}/${next.key.id}`, { token: superuser })
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('entity_id', 'in', [key.id, next.key.id])
      .orderBy('audit_id')
      .execute()
    expect(entries).toEqual(
      ['apiKey.create', 'apiKey.rotate', 'apiKey.revoke'].map((action) => ({
        ...{ action, actor_id: superuserAccount.account_id },
      })),
    )
  })
})

describe('request with an invalid API key', () => {
  it.each([
    ['a prefix with another secret', (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`],
    ['a production key', (secret: string) => secret.replace('_test_', '_live_')],
    ['a truncated key', (secret: string) => secret.slice(0, 40)],
    ['a key with extra characters', (secret: string) => `${secret}x`],
    ['another prefix', (secret: string) => secret.replace(/_test_.{12}/, "_test_' or 1=1 --")],
  ])('returns 401 for %s', async (_, change) => {
    const { secret } = await make()
    expect(await getStatus(read(change(secret)))).toBe(401)
  })
})

describe('API key usage', () => {
  it('records when a key was last used, at most once a minute', async () => {
    const { secret, key } = await make()
    expect(await lastUse(key.id)).toBeNull()
    await read(secret)
    const first = await lastUse(key.id)
    expect(first).not.toBeNull()
    await at(30_000, async () => {
      await read(secret)
      expect(await lastUse(key.id)).toBe(first)
    })
    await at(90_000, async () => {
      await read(secret)
      expect(await lastUse(key.id)).not.toBe(first)
    })
  })

  it('applies a separate rate limit to each key', async () => {
    const [busy, calm] = [await make({ name: 'Busy' }), await make({ name: 'Calm' })]
    let status = 200
    for (let count = 0; count <= 200 && status !== 429; count++) status = await getStatus(read(busy.secret))
    expect(status).toBe(429)
    expect(await getStatus(read(calm.secret))).toBe(200)
  })

  it('filters API keys by name, state and agency', async () => {
    const { key } = await make({ name: 'Zulu of the list' })
    const filter = encodeURIComponent(JSON.stringify({ q: 'zulu of', state: 'active', agencyNo: agency.agency_no }))
    const list = await call('GET', `${keys}?filter=${filter}&sort=${encodeURIComponent('["name","ASC"]')}`, {
      token: superuser,
    })
    expect(list.headers.get('content-range')).toBe('apiKeys 0-0/1')
    expect(await list.json()).toEqual([key])
  })
})
