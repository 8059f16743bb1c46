import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { createStaffActor, createTestContext } from '../testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { updateAccount } from './admin-accounts.ts'

const api = await createTestApi()
const { db, runJobs } = api
const root = await insertAgency(db)
const agency = await insertAgency(db, { parent: root.agency_id, company: 'Seagrass North' })
const below = await insertAgency(db, { parent: agency.agency_id })
const stranger = await insertAgency(db)

const getAgent = ({ agency_id }: { agency_id: string }, ...roles: string[]) =>
  insertAccount(db, { agency_id, roles: roles as never })
const getToken = async (account: Promise<{ account_id: string }>) =>
  api.tokenFor({ accountId: (await account).account_id })
const staffWith = (...roles: string[]) => insertAccount(db, { roles: ['internal', ...roles] as never })
const superuserAccount = await staffWith('superuser')
const superuser = await api.tokenFor({ accountId: superuserAccount.account_id })

// biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
async function call(token: string, request: string, body?: object): Promise<{ status: number; body: any }> {
  const [method = '', path = ''] = request.split(' ')
  const response = await api.call(method, path, { token, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}
let count = 0
const anAddress = () => `invited-${++count}-${agency.agency_no}@example.com`
const logIn = (email: string, password: string) => api.call('POST', '/api/v1/auth/login', { body: { email, password } })

/** Returns the token of the link in the invitation email. */
async function invitationTo(email: string): Promise<string> {
  await runJobs()
  const mails = await db
    .selectFrom('email_messages')
    .select('text')
    .where('to_email', '=', email)
    .where('template', '=', 'account-invited')
    .execute()
  expect(mails).toHaveLength(1)
  return decodeURIComponent(/login\/reset\/([^\s)>\]]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '')
}

describe('superuser account management', () => {
  const accounts = '/api/admin/accounts'
  const input = (more: object = {}) => ({
    ...{ email: anAddress(), firstName: 'Nell', lastName: 'New', phone: null, agencyNo: null, roles: ['internal'] },
    ...more,
  })

  it('creates an account and emails a single-use link for setting the password', async () => {
    const given = input({ roles: ['financeadmin', 'internal'] })
    const created = await call(superuser, `POST ${accounts}`, given)
    expect(created).toMatchObject({ status: 201, body: { ...given, isActive: true, lastLoginAt: null } })
    expect((await logIn(given.email, 'Tideline-Demo-2')).status).toBe(401)
    const token = await invitationTo(given.email)
    const reset = () =>
      api.call('POST', '/api/v1/auth/resetPassword', { body: { token, newPassword: 'Tideline-Demo-2' } })
    expect((await reset()).status).toBe(200)
    expect((await logIn(given.email, 'Tideline-Demo-2')).status).toBe(200)
    expect((await reset()).status).toBe(410)
    const { body } = await call(superuser, `GET ${accounts}/${created.body.id}`)
    expect(body.lastLoginAt).toEqual(expect.any(String))
  })

  it('rejects a second account with the same email address, even in concurrent requests', async () => {
    const given = input()
    const both = await Promise.all([
      call(superuser, `POST ${accounts}`, given),
      call(superuser, `POST ${accounts}`, given),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await call(superuser, `POST ${accounts}`, { ...given, email: given.email.toUpperCase() })).status).toBe(409)
  })

  it('requires the "internal" role for staff accounts and rejects staff roles for agents', async () => {
    for (const rejected of [{ roles: ['superuser'] }, { agencyNo: agency.agency_no, roles: ['superuser'] }])
      expect((await call(superuser, `POST ${accounts}`, input(rejected))).body.errors[0].code).toBe('roles_not_allowed')
    const agent = await call(
      superuser,
      `POST ${accounts}`,
      input({ agencyNo: agency.agency_no, roles: ['financeadmin'] }),
    )
    expect(agent).toMatchObject({ status: 201, body: { agencyNo: agency.agency_no } })
    const { id, firstName, lastName } = agent.body
    const change = (more: object) =>
      call(superuser, `PUT ${accounts}/${id}`, { firstName, lastName, roles: [], isActive: true, ...more })
    expect((await change({ agencyNo: null, roles: ['internal'] })).body.errors[0].code).toBe('roles_not_allowed')
    expect((await change({ agencyNo: below.agency_no })).body).toMatchObject({ agencyNo: below.agency_no, roles: [] })
    expect((await change({ agencyNo: '999999' })).status).toBe(422)
  })

  it('ends all sessions of a deactivated account, and applies role changes to the next request', async () => {
    const { account_id: id } = await staffWith('financeadmin')
    const token = await api.tokenFor({ accountId: id })
    const change = (roles: string[], isActive = true) =>
      call(superuser, `PUT ${accounts}/${id}`, { firstName: 'Robin', lastName: 'Sample', roles, isActive })
    const statements = () => call(token, 'GET /api/admin/commissionStatements')
    expect((await statements()).status).toBe(200)
    expect((await change(['internal'])).status).toBe(200)
    expect((await statements()).status).toBe(403)
    expect((await change(['internal', 'financeadmin'], false)).body.isActive).toBe(false)
    expect((await statements()).status).toBe(401)
  })

  it("keeps one superuser when the last two superusers concurrently remove each other's role", async () => {
    const other = await staffWith('superuser')
    // Calls the service directly. Over HTTP, the slower request could be rejected earlier because its caller has
    // already lost the role.
    const demote = ({ account_id: accountId }: { account_id: string }, id: string) =>
      updateAccount(createTestContext(db, { ...createStaffActor('superuser'), accountId }), id, {
        ...{ firstName: 'R', lastName: 'S', roles: ['internal'], isActive: true },
      })
    const both = await Promise.allSettled([
      demote(superuserAccount, other.account_id),
      demote(other, superuserAccount.account_id),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
      ...{ status: 409, code: 'last_superuser' },
    })
    await db
      .updateTable('accounts')
      .set({ roles: ['internal', 'superuser'] })
      .where('account_id', '=', superuserAccount.account_id)
      .execute()
    await db
      .updateTable('accounts')
      .set({ roles: ['internal'] })
      .where('account_id', '=', other.account_id)
      .execute()
    const own = await api.tokenFor({ accountId: superuserAccount.account_id })
    const off = { firstName: 'R', lastName: 'S', roles: ['internal', 'superuser'], isActive: false }
    expect((await call(own, `PUT ${accounts}/${superuserAccount.account_id}`, off)).body.errors[0].code).toBe(
      'last_superuser',
    )
    await staffWith('superuser')
    expect((await call(own, `PUT ${accounts}/${superuserAccount.account_id}`, off)).body.errors[0].code).toBe(
      'own_account',
    )
  })

  it('filters accounts by each field and returns them only to superusers', async () => {
    const off = await insertAccount(db, { agency_id: below.agency_id, is_active: false, last_name: 'Farewell' })
    const own = await getToken(Promise.resolve(superuserAccount))
    for (const filter of [
      { q: 'Farewell' },
      { agencyNo: below.agency_no, isActive: false },
      { id: [off.account_id] },
    ]) {
      const { body } = await call(own, `GET ${accounts}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
      expect(
        body.map(({ id }: { id: string }) => id),
        JSON.stringify(filter),
      ).toEqual([off.account_id])
    }
    const { body } = await call(own, `GET ${accounts}?filter=${encodeURIComponent('{"role":"superuser"}')}`)
    for (const { roles } of body) expect(roles).toContain('superuser')
    expect((await call(own, `GET ${accounts}/${'00000000-0000-4000-8000-00000000dead'}`)).status).toBe(404)
    const insured = await api.tokenFor({ identityId: (await insertPolicy(db)).identity_id })
    const write = { firstName: 'R', lastName: 'S', roles: ['internal', 'superuser'], isActive: true }
    for (const token of [
      await getToken(staffWith()),
      await getToken(staffWith('financeadmin', 'commissionAdmin')),
      await getToken(getAgent(agency)),
      insured,
    ]) {
      expect((await call(token, `GET ${accounts}`)).status).toBe(403)
      expect((await call(token, `GET ${accounts}/${off.account_id}`)).status).toBe(403)
      expect((await call(token, `POST ${accounts}`, input())).status).toBe(403)
      expect((await call(token, `PUT ${accounts}/${off.account_id}`, write)).status).toBe(403)
    }
    const readonlyStaff = await getToken(staffWith('superuser', 'readonly'))
    expect((await call(readonlyStaff, `GET ${accounts}`)).status).toBe(200)
    expect((await call(readonlyStaff, `POST ${accounts}`, input())).status).toBe(403)
    expect((await call(readonlyStaff, `PUT ${accounts}/${off.account_id}`, write)).status).toBe(403)
  })
})

describe('account management for agency agents', () => {
  const of = (id = '', no = agency.agency_no) => `/api/v1/agencies/${no}/accounts${id && `/${id}`}`
  const person = (more: object = {}) => ({
    ...{ FirstName: 'Rowan', LastName: 'Pier', Email: anAddress(), Phone: '813-555-0100' },
    ...more,
  })

  it("lets staff and the agency's own agents invite, update and deactivate an agent [P150]", async () => {
    const own = await getToken(getAgent(agency, 'financeadmin'))
    for (const token of [own, await getToken(staffWith())]) {
      const input = person()
      const { status, body } = await call(token, `POST ${of()}`, input)
      expect([status, body.payload]).toEqual([
        200,
        { ...input, AgentId: expect.any(String), Company: 'Seagrass North', isActive: true },
      ])
      await invitationTo(input.Email)
      expect((await call(token, `POST ${of()}`, input)).body.errors[0]).toMatchObject({
        code: 'already_exists',
        field: 'Email',
      })
      const { AgentId } = body.payload
      const session = await api.tokenFor({ accountId: AgentId })
      expect((await call(token, `GET ${of()}`)).body.payload).toContainEqual(body.payload)
      const off = await call(token, `PUT ${of(AgentId)}`, {
        FirstName: 'Ro',
        LastName: 'Pier',
        Phone: null,
        isActive: false,
      })
      expect(off.body.payload).toMatchObject({ FirstName: 'Ro', Phone: null, isActive: false })
      expect((await call(session, 'GET /api/v1/accounts/profile')).status).toBe(401)
    }
  })

  it('returns 403 when an agent without the financeadmin role deactivates another agent', async () => {
    const { account_id: id } = await getAgent(agency)
    const token = await getToken(getAgent(agency))
    const change = { FirstName: 'Rowan', LastName: 'Pier', Phone: null }
    const off = await call(token, `PUT ${of(id)}`, { ...change, isActive: false })
    expect([off.status, off.body.message]).toEqual([
      403,
      'Only staff and your agency’s finance administrators can deactivate or reactivate an account.',
    ])
    expect((await call(token, `PUT ${of(id)}`, { ...change, isActive: true })).body.payload).toMatchObject({
      FirstName: 'Rowan',
      isActive: true,
    })
  })

  it('returns 404 to other agencies, and 403 for changes by parent agencies and read-only users', async () => {
    const { account_id: id } = await getAgent(agency)
    const change = { FirstName: 'R', LastName: 'P', Phone: null, isActive: true }
    const statuses = async (token: string) => [
      (await call(token, `GET ${of()}`)).status,
      (await call(token, `POST ${of()}`, person())).status,
      (await call(token, `PUT ${of(id)}`, change)).status,
    ]
    for (const other of [below, stranger])
      expect(await statuses(await getToken(getAgent(other)))).toEqual([404, 404, 404])
    expect(await statuses(await getToken(getAgent(root)))).toEqual([200, 403, 403])
    expect(await statuses(await getToken(getAgent(agency, 'readonly')))).toEqual([200, 403, 403])
    const insured = await api.tokenFor({ identityId: (await insertPolicy(db)).identity_id })
    expect(await statuses(insured)).toEqual([403, 403, 403])
    // An agent cannot use the URL of their own agency to reach an account of another agency.
    const own = await getAgent(agency)
    const token = await api.tokenFor({ accountId: own.account_id })
    const elsewhere = await getAgent(stranger)
    expect((await call(token, `PUT ${of(elsewhere.account_id)}`, change)).status).toBe(404)
    const off = await call(token, `PUT ${of(own.account_id)}`, { ...change, isActive: false })
    expect(off.body.errors[0].code).toBe('own_account')
  })
})

describe('user preferences API', () => {
  const address = '/api/v1/accounts/preferences'
  const florida = { name: 'Florida', filter: '{"q":"FL","__proto__":{"a":1}}', shownFields: ['q', 'constructor'] }
  const read = async (token: string) => (await call(token, `GET ${address}`)).body.payload
  const change = (token: string, input: object) => call(token, `PATCH ${address}`, input)

  it('stores preferences per account, even for read-only users, and returns 403 to insureds', async () => {
    const { account_id: accountId } = await staffWith('readonly')
    const [desk, laptop] = [await api.tokenFor({ accountId }), await api.tokenFor({ accountId })]
    expect(await read(desk)).toEqual({ theme: null, lists: [] })
    const policies = { list: 'policies', savedFilters: [florida], hiddenColumns: ['agencyNo'] }
    expect((await change(desk, { theme: 'dark', lists: [policies] })).status).toBe(200)
    expect(await read(laptop)).toEqual({ theme: 'dark', lists: [policies] })
    // Fields that are not in the request stay unchanged, even in a list that is in the request.
    const response = await change(laptop, { lists: [{ list: 'policies', hiddenColumns: [] }] })
    expect(response.body.payload).toEqual({ theme: 'dark', lists: [{ ...policies, hiddenColumns: [] }] })
    expect(await read(superuser)).toEqual({ theme: null, lists: [] })
    const agent = await getToken(getAgent(agency))
    expect((await change(agent, { theme: 'system' })).body.payload).toEqual({ theme: 'system', lists: [] })
    const insured = await api.tokenFor({ identityId: (await insertPolicy(db)).identity_id })
    expect((await call(insured, `GET ${address}`)).status).toBe(403)
    expect((await change(insured, { theme: 'dark' })).status).toBe(403)
    expect((await api.call('GET', address)).status).toBe(401)
  })

  it('saves concurrent changes to different preferences without losing any', async () => {
    const token = await getToken(staffWith())
    const lists = ['policies', 'payments', 'audit', 'agencies', 'settings', 'reviews']
    const updates = lists.flatMap((list) => [
      { lists: [{ list, savedFilters: [florida] }] },
      { lists: [{ list, columnOrder: [1, 0] }] },
      // Sends the preferences in opposite orders. Without a fixed lock order, the two requests would deadlock.
      {
        theme: 'dark',
        lists: [
          { list: 'accounts', hiddenColumns: [] },
          { list, hiddenColumns: ['email'] },
        ],
      },
      {
        lists: [
          { list, hiddenColumns: ['email'] },
          { list: 'accounts', hiddenColumns: [] },
        ],
        theme: 'dark',
      },
    ])
    const responses = await Promise.all(updates.map((input) => change(token, input)))
    expect(responses.map(({ status }) => status)).toEqual(updates.map(() => 200))
    const whole = { savedFilters: [florida], columnOrder: [1, 0], hiddenColumns: ['email'] }
    expect((await read(token)).lists).toEqual([
      { list: 'accounts', hiddenColumns: [] },
      ...lists.toSorted().map((list) => ({ list, ...whole })),
    ])
    const twice = {
      lists: [
        { list: 'audit', hiddenColumns: ['at'] },
        { list: 'audit', hiddenColumns: ['policyNo'] },
      ],
    }
    const { lists: after } = (await change(token, twice)).body.payload as { lists: { list: string }[] }
    expect(after.find(({ list }) => list === 'audit')).toEqual({ list: 'audit', ...whole, hiddenColumns: ['policyNo'] })
  })

  it('returns 400 and saves no preference for an unknown name or an oversized value', async () => {
    const token = await getToken(staffWith())
    const rejected = [
      { theme: 'pink' },
      { color: 'dark' },
      ...['constructor', '__proto__', 'toString', 'nothing'].map((list) => ({ lists: [{ list, hiddenColumns: [] }] })),
      { lists: [{ list: 'policies', constructor: [] }] },
      { lists: [{ list: 'policies', hiddenColumns: ['a\u0000b'] }] },
      { lists: [{ list: 'policies', hiddenColumns: Array.from({ length: 41 }, () => 'email') }] },
      { lists: [{ list: 'policies', savedFilters: Array.from({ length: 21 }, () => florida) }] },
      { lists: [{ list: 'policies', savedFilters: [{ ...florida, filter: `{"q":"${'x'.repeat(1000)}"}` }] }] },
      { lists: [{ list: 'policies', savedFilters: [{ ...florida, filter: 'no object' }] }] },
    ]
    for (const input of rejected) expect([input, (await change(token, input)).status]).toEqual([input, 400])
    const raw = '{"theme":"dark","__proto__":{"theme":"light"}}'
    const response = await api.call('PATCH', address, { token, raw })
    expect(response.status).toBe(400)
    expect(await read(token)).toEqual({ theme: null, lists: [] })
    // The largest preferences that the contract allows can be stored.
    const longest = {
      name: '中'.repeat(60),
      filter: `{"q":"${'中'.repeat(990)}"}`,
      shownFields: Array(30).fill('a'.repeat(40)),
    }
    const most = { lists: [{ list: 'policies', savedFilters: Array(20).fill(longest) }] }
    expect((await change(token, most)).status).toBe(200)
  })
})
