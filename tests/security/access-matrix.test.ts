import { generateApiKey, hashApiKey } from '@tideline/api/credentials/key-format.ts'
import { assertCanCallOperation } from '@tideline/api/http/access.ts'
import type { Actor } from '@tideline/api/http/context.ts'
import type { OperationAccess } from '@tideline/api/http/operation.ts'
import { createTestApi } from '@tideline/api/testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import { type Call, calls, exampleRequest } from '../support/contract.ts'

const { app, db, keys, tokenFor } = await createTestApi()
const agency = await insertAgency(db)
const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
const account = async (kind: 'agent' | 'staff', roles: string[]) =>
  (await insertAccount(db, { kind, roles, agency_id: kind === 'agent' ? agency.agency_id : null })).account_id
const staff = async (...roles: string[]) => ({ accountId: await account('staff', ['internal', ...roles]) })

const callersById = {
  nobody: undefined,
  agent: { accountId: await account('agent', []) },
  financeAgent: { accountId: await account('agent', ['financeadmin']) },
  insured: { identityId: policy.identity_id },
  internal: await staff(),
  readonly: await staff('readonly'),
  superuser: await staff('superuser'),
  financeadmin: await staff('financeadmin'),
  commissionAdmin: await staff('commissionAdmin'),
} as const
type Caller = keyof typeof callersById

const getAudience = (caller: Caller) =>
  caller === 'nobody' ? 'anyone' : caller === 'insured' ? caller : /agent$/i.test(caller) ? 'agent' : 'staff'

/** Returns the caller's roles as the contract names them. */
const getRoles = (caller: Caller): string[] =>
  caller === 'financeAgent' ? ['financeadmin'] : getAudience(caller) === 'staff' ? ['internal', caller] : []

/** Returns the result that the contract specifies for this caller: 401, 403, or access (`in`). */
function getExpectedAccess(call: Call, caller: Caller): 401 | 403 | 'in' {
  const { who, roles, readonly } = call['x-access']
  if (who.includes('anyone') || who.includes('webhook')) return 'in'
  if (caller === 'nobody') return 401
  if (!who.includes(getAudience(caller))) return 403
  // Required roles apply to agents, too (ACC-2).
  if (roles && !roles.some((role) => getRoles(caller).includes(role))) return 403
  if (readonly === false && caller === 'readonly') return 403
  return 'in'
}

/** Sends the example request. Uses a new session for each call, because some operations end the session. */
const send = async (call: Call, caller: Caller) => {
  const request = exampleRequest(call, 'http://localhost')
  const owner = callersById[caller]
  if (owner) request.headers.set('Authorization', `Bearer ${await tokenFor(owner)}`)
  return app.request(request)
}

const callers = Object.keys(callersById) as Caller[]
const rejected = calls.flatMap((call) =>
  callers
    .map((caller) => ({ call, caller, operationId: call.operationId, status: getExpectedAccess(call, caller) }))
    .filter((row) => row.status !== 'in'),
)

describe('operations that a caller cannot access [P258] [D301]', () => {
  test.each(rejected)('return status $status from $operationId for $caller', async ({ call, caller, status }) => {
    const response = await send(call, caller)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ statusCode: status, errors: [{ code: expect.any(String) }] })
  })
})

/** The messages of `assertCanCallOperation` (api/src/http/access.ts). Other rejections have other messages. */
const accessErrorMessages = [
  'You do not have permission to do this.',
  'You have read-only access.',
  'Your agency is registered but not approved yet.',
]
/** Operations that the caller is allowed to call, but whose example request only staff can make. */
const requiresStaffExample = new Set(['createHandOff'])

describe('back-office lists', () => {
  const staffWith = async (...roles: string[]) =>
    tokenFor({ accountId: await account('staff', ['internal', ...roles]) })
  const statusOf = async (path: string, token: string) =>
    (await app.request(path, { headers: { Authorization: `Bearer ${token}` } })).status
  const others = async (role: string) =>
    Promise.all(
      ['superuser', 'financeadmin', 'commissionAdmin'].filter((one) => one !== role).map((one) => staffWith(one)),
    )

  test.each([
    ['superuser', ['policies', 'moratoriums'], 'P243, P004'],
    ['financeadmin', ['commissionStatements', 'payments', 'lockboxItems'], 'P244, P004'],
    ['commissionAdmin', ['commissionOverrides'], 'P245, P004'],
  ])('allow only %s to read %j [%s]', async (role, lists) => {
    const [own, ...strangers] = [await staffWith(role), await staffWith(), ...(await others(role))]
    for (const list of lists) {
      expect(await statusOf(`/api/admin/${list}`, own ?? ''), list).toBe(200)
      for (const stranger of strangers) expect(await statusOf(`/api/admin/${list}`, stranger), list).toBe(403)
    }
  })

  test('allow all staff, but no agents, to read agencies [P004]', async () => {
    expect(await statusOf('/api/admin/agencies', await staffWith())).toBe(200)
    expect(await statusOf('/api/admin/agencies', await tokenFor(callersById.agent))).toBe(403)
  })

  test('reject a role name with the wrong capitalization [P240]', async () => {
    await expect(staffWith('commissionadmin')).rejects.toThrow('accounts_roles_check')
    const actor = { kind: 'staff', roles: new Set(['internal', 'commissionadmin']) } as unknown as Actor
    const access: OperationAccess = { who: ['staff'], roles: ['commissionAdmin'] }
    expect(() => assertCanCallOperation(actor, access)).toThrow('You do not have permission to do this.')
    expect(() =>
      assertCanCallOperation({ ...actor, roles: new Set(['commissionAdmin']) } as never, access),
    ).not.toThrow()
  })
})

describe('API key scopes', () => {
  const scopeOf = ({ security = [] }: Call) => security.flatMap(({ apiKey = [] }) => apiKey)[0]
  const scopes = [...new Set(calls.map(scopeOf).filter((scope) => scope !== undefined))]
  const [sealing = new Uint8Array()] = keys.sealing
  const keyWith = async (accountId: string, held: string[]) => {
    const { prefix, text } = generateApiKey('test')
    const [name, now] = ['Of the matrix', new Date()]
    const row = { prefix, name, mode: 'test', account_id: accountId, created_by: accountId, created_at: now } as const
    const expires_at = new Date(now.getTime() + 86_400_000)
    await db
      .insertInto('api_keys')
      .values({ ...row, expires_at, scopes: held, secret_hash: hashApiKey(sealing, text) })
      .execute()
    return text
  }
  const codeOf = async (call: Call, key: string) => {
    const request = exampleRequest(call, 'http://localhost')
    request.headers.set('Authorization', `Bearer ${key}`)
    const response = await app.request(request)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? ((await response.json()) as { errors?: { code: string }[] }) : {}
    return body?.errors?.[0]?.code
  }
  const isOpen = ({ 'x-access': { who } }: Call) => who.some((one) => one === 'anyone' || one === 'webhook')
  const everything = ['internal', 'superuser', 'financeadmin', 'commissionAdmin']

  test.each([
    ['staff', everything],
    ['agent', ['financeadmin']],
  ] as const)('limit %s keys to operations of the granted scopes that accept API keys', async (kind, roles) => {
    const accountId = await account(kind, [...roles])
    const theirs = calls.filter((call) => call['x-access'].who.includes(kind) && !isOpen(call))
    expect(theirs.length).toBeGreaterThan(50)
    const all = await keyWith(accountId, scopes)
    for (const call of theirs) {
      const scope = scopeOf(call)
      if (!scope) expect(await codeOf(call, all), call.operationId).toBe('missing_scope')
    }
    for (const scope of scopes) {
      const without = await keyWith(
        accountId,
        scopes.filter((one) => one !== scope),
      )
      for (const call of theirs.filter((one) => scopeOf(one) === scope))
        expect(await codeOf(call, without), call.operationId).toBe('missing_scope')
    }
  })
})

describe('operations that a caller can access', () => {
  const letIn = calls
    .map((call) => ({
      call,
      operationId: call.operationId,
      may: callers.filter((one) => getExpectedAccess(call, one) === 'in'),
    }))
    .filter(({ may }) => may.length > 0)
  test.each(letIn)('return neither 401 nor an access error from $operationId for $may', async ({ call, may }) => {
    const isOpenDoor = call['x-access'].who.some((who) => who === 'anyone' || who === 'webhook')
    for (const caller of may) {
      const response = await send(call, caller)
      if (!isOpenDoor) expect(response.status, caller).not.toBe(401)
      expect(response.status, caller).not.toBe(500)
      if (response.status === 403 && !requiresStaffExample.has(call.operationId))
        expect(accessErrorMessages, caller).not.toContain(((await response.json()) as { message: string }).message)
    }
  })
})
