import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { encryptText } from '../http/encrypted-text.ts'
import { settingDefinitions } from '../settings/setting-definitions.ts'
import { clearSettingsCache } from '../settings/settings.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api

/** Deactivates all existing accounts so that only the people created by the test have roles. */
beforeEach(async () => {
  await db.updateTable('accounts').set({ is_active: false }).execute()
  await db.deleteFrom('approvals').execute()
  await db.deleteFrom('settings').execute()
  clearSettingsCache(db)
})

interface Person {
  id: string
  token: string
}
const person = async (...roles: string[]): Promise<Person> => {
  const { account_id: id } = await insertAccount(db, { roles: ['internal', ...roles] as never })
  return { id, token: await api.tokenFor({ accountId: id }) }
}
const send = async (
  method: string,
  path: string,
  { token }: Person,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
): Promise<{ status: number; body: any }> => {
  const response = await api.call(method as 'GET', path, { token, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}
const approvals = async (by: Person) => {
  const { body } = await send('GET', `/api/admin/approvals?filter=${encodeURIComponent('{"state":"pending"}')}`, by)
  return body
}
const decide = (id: string, by: Person, decision = 'approve') =>
  send('POST', `/api/admin/approvals/${id}/decide`, by, { decision })
const setting = (key: string, value: unknown, by: Person) =>
  send('PUT', `/api/admin/settings/${key}`, by, { value: JSON.stringify(value) })
const readValue = async (key: string, by: Person) => (await send('GET', `/api/admin/settings/${key}`, by)).body.value
const audited = async (action: string) =>
  (await db.selectFrom('audit_log').select('entity_id').where('action', '=', action).execute()).map(
    (row) => row.entity_id,
  )
const input = (roles: string[], isActive = true) => ({ firstName: 'Pat', lastName: 'Person', roles, isActive })
const account = (id: string, body: object, by: Person) => send('PUT', `/api/admin/accounts/${id}`, by, body)
const getRoles = async ({ id }: Person) =>
  await db.selectFrom('accounts').select(['roles', 'is_active']).where('account_id', '=', id).executeTakeFirstOrThrow()

// This block runs first because later tests leave recent superusers in the audit log.
describe('change requested by the only superuser', () => {
  it('is allowed and audited if no other superuser existed in the last 7 days', async () => {
    const only = await person('superuser')
    await setting('secondFactor.staff', true, only)
    expect((await setting('secondFactor.staff', false, only)).status).toBe(200)
    expect(await audited('approval.bypass')).toContain('secondFactor.staff')
  })

  it('is forbidden for 7 days after the only other superuser was deactivated', async () => {
    const [first, other] = [await person('superuser'), await person('superuser')]
    expect((await account(other.id, input(['internal', 'superuser'], false), first)).status).toBe(200)
    expect(await audited('approval.bypass')).toContain(other.id)
    expect((await account(first.id, input(['internal', 'superuser', 'financeadmin']), first)).status).toBe(409)
  })
})

describe('disabling the two-factor authentication requirement', () => {
  it('returns 409 until another superuser approves the change', async () => {
    const [first, second] = [await person('superuser'), await person('superuser')]
    expect((await setting('secondFactor.staff', true, first)).status).toBe(200)
    const off = await setting('secondFactor.staff', false, first)
    expect([off.status, off.body.errors[0].code]).toEqual([409, 'approval_pending'])
    expect(await readValue('secondFactor.staff', first)).toBe('true')
    const [request] = await approvals(second)
    expect(request).toMatchObject({
      ...{ kind: 'setting', entityId: 'secondFactor.staff', state: 'pending', requiredRole: 'superuser' },
      changes: [{ field: 'secondFactor.staff', before: 'true', after: 'false' }],
      requestedByAccountId: first.id,
    })
    expect((await decide(request.id, first)).status).toBe(403)
    expect((await decide(request.id, await person())).status).toBe(403)
    expect((await decide(request.id, await person('superuser', 'readonly'))).status).toBe(403)
    expect(await readValue('secondFactor.staff', first)).toBe('true')
    expect((await decide(request.id, second)).body).toMatchObject({ state: 'approved' })
    expect(await readValue('secondFactor.staff', first)).toBe('false')
    expect((await decide(request.id, second)).body.errors[0].code).toBe('already_decided')
  })

  it('requires approval even when the change restores the default', async () => {
    const [first] = [await person('superuser'), await person('superuser')]
    await setting('secondFactor.agents', true, first)
    expect((await send('DELETE', '/api/admin/settings/secondFactor.agents', first)).status).toBe(409)
    expect(await readValue('secondFactor.agents', first)).toBe('true')
  })

  it('returns 409 for a second request until the first is declined or expires', async () => {
    const [first, second] = [await person('superuser'), await person('superuser')]
    await setting('secondFactor.staff', true, first)
    const request = async () => (await setting('secondFactor.staff', false, first)).body.message as string
    expect(await request()).toMatch(/^This change requires approval by a second person/)
    expect(await request()).toMatch(/^Another change is already waiting/)
    const [pending] = await approvals(second)
    expect((await decide(pending.id, first, 'decline')).body).toMatchObject({ state: 'declined' })
    expect(await request()).toMatch(/^This change requires approval by a second person/)
    const [again] = await approvals(second)
    await sql`update approvals set expires_at = now() - interval '1 second' where decision is null`.execute(db)
    expect((await decide(again.id, second)).body.errors[0].code).toBe('already_decided')
    expect(await request()).toMatch(/^This change requires approval by a second person/)
    expect(await readValue('secondFactor.staff', first)).toBe('true')
  })
})

describe('limit setting', () => {
  it('requires a second superuser to raise the limit, but not to lower it', async () => {
    const [first, second] = [await person('superuser'), await person('superuser')]
    for (const key of ['refunds.reviewAbove', 'checks.secondPersonAbove', 'writeOffs.upTo']) {
      expect((await setting(key, 2, first)).status, key).toBe(200)
      expect((await setting(key, 3, first)).status, key).toBe(409)
    }
    for (const { id } of await approvals(second)) expect((await decide(id, second)).status).toBe(200)
    expect(await readValue('refunds.reviewAbove', first)).toBe('3')
  })
})

describe('setting that can redirect money or log-ins, or load a script (ACC-20)', () => {
  it.each([
    ['applyCheckAgentNos', ['100100']],
    ['internalEndorseAgencyNos', ['100100']],
    ['mandatoryEndorseAgencyNos', ['100100']],
    ['lockbox.courierAccountRef', 'ACCOUNT-2'],
    ['lockbox.courierBankName', 'Demo Bank'],
    ['links.agentPortal', 'https://login.example.com'],
    ['links.quoting', 'https://quotes.example.com'],
    ['links.agencyDetails', 'https://agencies.example.com/{agencyNo}'],
    ['links.endorsement', 'https://quotes.example.com/{quoteNumber}'],
    ['chat.scriptUrl', 'https://chat.example.com/chat.js'],
  ])('requires a second superuser for every change of %s', async (key, value) => {
    const [first, second] = [await person('superuser'), await person('superuser')]
    const before = await readValue(key, first)
    expect((await setting(key, JSON.parse(before), first)).status).toBe(200)
    const changed = await setting(key, value, first)
    expect([changed.status, changed.body.errors[0].code]).toEqual([409, 'approval_pending'])
    expect(await readValue(key, first)).toBe(before)
    const [request] = await approvals(second)
    expect((await decide(request.id, first)).status).toBe(403)
    expect((await decide(request.id, second)).status).toBe(200)
    expect(await readValue(key, first)).toBe(JSON.stringify(value))
    // Restoring the default is a change, too.
    expect((await send('DELETE', `/api/admin/settings/${key}`, first)).status).toBe(409)
  })

  it.each(['lockbox.layouts', 'payouts.nacha'] as const)('includes %s', (key) => {
    expect(settingDefinitions[key].secondPerson).toBe('any')
  })
})

describe('role added by superusers to their own accounts', () => {
  it('requires approval by a second superuser, and is added only once by simultaneous approvals', async () => {
    const people = [await person('superuser'), await person('superuser'), await person('superuser')]
    const [first, second, third] = people as [Person, Person, Person]
    const grant = await account(first.id, input(['internal', 'superuser', 'financeadmin']), first)
    expect([grant.status, grant.body.errors[0].code]).toEqual([409, 'approval_pending'])
    expect((await getRoles(first)).roles).toEqual(['internal', 'superuser'])
    const [{ id }] = await approvals(second)
    const responses = await Promise.all([decide(id, second), decide(id, third)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await getRoles(first)).roles).toEqual(['internal', 'superuser', 'financeadmin'])
    // No approval is needed to change another person's role or to remove one's own role.
    expect((await account(second.id, input(['internal', 'superuser', 'financeadmin']), first)).status).toBe(200)
    expect((await account(first.id, input(['internal', 'superuser']), first)).status).toBe(200)
  })

  it('is added when a request stored by version 1.x is approved', async () => {
    const [first, second] = [await person('superuser'), await person('superuser')]
    const change = input(['internal', 'superuser', 'financeadmin'])
    await account(first.id, change, first)
    const [{ id }] = await approvals(second)
    const stored = { before: { roles: ['internal', 'superuser'], isActive: true }, wish: change }
    await db
      .updateTable('approvals')
      .set({
        payload_sealed: encryptText(api.keys.sealing, { row: id, column: 'approval_payload' }, JSON.stringify(stored)),
      })
      .where('approval_id', '=', id)
      .execute()
    expect((await decide(id, second)).status).toBe(200)
    expect((await getRoles(first)).roles).toEqual(['internal', 'superuser', 'financeadmin'])
  })

  it('cannot be approved if the account changed after the request (409)', async () => {
    const [first, second] = [await person('superuser'), await person('superuser')]
    await account(first.id, input(['internal', 'superuser', 'financeadmin']), first)
    const [{ id }] = await approvals(second)
    expect((await account(first.id, input(['internal', 'superuser', 'commissionAdmin']), second)).status).toBe(200)
    expect((await decide(id, second)).body.errors[0].code).toBe('concurrent_change')
    expect((await decide(id, second, 'decline')).status).toBe(200)
  })
})

describe('approver whose access was granted by the requester', () => {
  const created = async (by: Person): Promise<Person> => {
    const { status, body } = await send('POST', '/api/admin/accounts', by, {
      ...{ email: `approver-${crypto.randomUUID()}@example.com`, firstName: 'Pat', lastName: 'Person' },
      roles: ['internal', 'superuser'],
    })
    expect(status).toBe(201)
    return { id: body.id, token: await api.tokenFor({ accountId: body.id }) }
  }

  it.each<[string, (by: Person) => Promise<Person>]>([
    ['a new account', created],
    [
      'a new role',
      async (by) => {
        const other = await person()
        expect((await account(other.id, input(['internal', 'superuser']), by)).status).toBe(200)
        return other
      },
    ],
  ])('cannot approve requests by that requester for 7 days after receiving %s [ACC-17]', async (_, appoint) => {
    const [first, independent] = [await person('superuser'), await person('superuser')]
    const appointed = await appoint(first)
    expect((await account(first.id, input(['internal', 'superuser', 'financeadmin']), first)).status).toBe(409)
    const [{ id }] = await approvals(independent)
    const denied = await decide(id, appointed)
    expect([denied.status, denied.body.message]).toEqual([
      403,
      'Within the last 7 days, one of you gave the other access, or the same person gave access to both. Someone else must approve the change.',
    ])
    expect((await decide(id, independent)).status).toBe(200)
  })

  it('cannot approve a request whose requester received access from the approver [ACC-17]', async () => {
    const [first] = [await person('superuser'), await person('superuser')]
    const appointed = await created(first)
    await setting('secondFactor.agents', true, appointed)
    expect((await setting('secondFactor.agents', false, appointed)).status).toBe(409)
    const [{ id }] = await approvals(first)
    expect((await decide(id, first)).status).toBe(403)
    expect((await decide(id, first, 'decline')).status).toBe(200)
  })

  it.each<[string, (by: Person) => Promise<[Person, Person]>]>([
    ['through another new account', async (by) => [by, await created(await created(by))]],
    ['from the same person', async (by) => [await created(by), await created(by)]],
  ])('cannot approve a request if the requester and the approver are connected %s [ACC-17]', async (_, appoint) => {
    const [requester, approver] = await appoint(await person('superuser'))
    const independent = await person('superuser')
    await setting('secondFactor.agents', true, requester)
    expect((await setting('secondFactor.agents', false, requester)).status).toBe(409)
    const [{ id }] = await approvals(independent)
    expect((await decide(id, approver)).status).toBe(403)
    expect((await decide(id, independent)).status).toBe(200)
  })

  it('can approve requests from other users', async () => {
    const [first, second] = [await person('superuser'), await person('superuser')]
    const appointed = await created(first)
    await account(second.id, input(['internal', 'superuser', 'financeadmin']), second)
    const [{ id }] = await approvals(appointed)
    expect((await decide(id, appointed)).status).toBe(200)
  })
})

describe('removal of a superuser', () => {
  it.each([
    ['account deactivated', input(['internal', 'superuser'], false)],
    ['role removed', input(['internal'])],
  ])('requires approval by a third superuser: %s', async (_, change) => {
    const people = [await person('superuser'), await person('superuser'), await person('superuser')]
    const [first, target, third] = people as [Person, Person, Person]
    expect((await account(target.id, change, first)).status).toBe(409)
    const [{ id }] = await approvals(third)
    expect((await decide(id, target)).status).toBe(403)
    expect((await decide(id, target, 'decline')).status).toBe(403)
    expect((await decide(id, third)).status).toBe(200)
    expect(await getRoles(target)).toEqual({ roles: change.roles, is_active: change.isActive })
  })
})

describe('agency bank account change', () => {
  const read = async (no: string, by: Person) => (await send('GET', `/api/v1/agencies/${no}`, by)).body.payload
  const save = async (no: string, change: object, by: Person) => {
    const { agencyInfo, agencyDetailInfo } = await read(no, by)
    return send('POST', '/api/v1/agencies/update', by, {
      agencyInfo,
      agencyDetailInfo: { ...agencyDetailInfo, ...change },
    })
  }
  const bank = { bankRoutingNo: '110000000', bankAccountNo: '000123456789' }

  it('requires a second staff member for the bank account, but not for other fields', async () => {
    const agency = await insertAgency(db)
    const [staff, colleague] = [await person(), await person()]
    const saved = await save(agency.agency_no, { ...bank, phone: '813-555-0188' }, staff)
    expect([saved.status, saved.body.message]).toEqual([
      200,
      'Saved. The new bank account is waiting for approval by a second member of staff.',
    ])
    expect(saved.body.payload.agencyDetailInfo).toMatchObject({ phone: '813-555-0188', bankRoutingNo: null })
    const [request] = await approvals(colleague)
    expect(request.changes).toEqual([
      { field: 'bankRoutingNo', before: 'None', after: '110000000' },
      { field: 'bankAccountNo', before: 'None', after: '******6789' },
    ])
    expect(JSON.stringify(request)).not.toContain(bank.bankAccountNo)
    expect((await save(agency.agency_no, bank, staff)).status).toBe(409)
    expect((await decide(request.id, staff)).status).toBe(403)
    expect((await decide(request.id, colleague)).status).toBe(200)
    expect((await read(agency.agency_no, staff)).agencyDetailInfo).toMatchObject({
      bankRoutingNo: '110000000',
      bankAccountNo: '********6789',
    })
    // Saving the same numbers again is not a change, whether they are masked or complete.
    expect((await save(agency.agency_no, bank, staff)).body.message).toBe('')
    expect((await save(agency.agency_no, {}, staff)).body.message).toBe('')
  })

  it('requires approval by staff if an agent of the agency makes the change', async () => {
    const agency = await insertAgency(db)
    const staff = await person()
    const { account_id } = await insertAccount(db, { agency_id: agency.agency_id })
    const agent = { id: account_id, token: await api.tokenFor({ accountId: account_id }) }
    expect((await save(agency.agency_no, bank, agent)).body.message).toMatch(/waiting for approval/)
    const [request] = await approvals(staff)
    expect((await decide(request.id, staff)).status).toBe(200)
  })

  it('cannot be approved by the staff member who invited the requesting agent [ACC-17]', async () => {
    const agency = await insertAgency(db)
    const [staff, colleague] = [await person(), await person()]
    const invited = await send('POST', `/api/v1/agencies/${agency.agency_no}/accounts`, staff, {
      ...{ FirstName: 'Pat', LastName: 'Person', Email: `agent-${crypto.randomUUID()}@example.com` },
    })
    expect(invited.status, JSON.stringify(invited.body)).toBe(200)
    const id = invited.body.payload.AgentId
    const agent = { id, token: await api.tokenFor({ accountId: id }) }
    expect((await save(agency.agency_no, bank, agent)).body.message).toMatch(/waiting for approval/)
    const [request] = await approvals(staff)
    expect((await decide(request.id, staff)).status).toBe(403)
    expect((await decide(request.id, colleague)).status).toBe(200)
  })

  it('requires approval if staff first return the agency to registration [ACC-8]', async () => {
    const agency = await insertAgency(db)
    const [staff, colleague] = [await person(), await person()]
    expect((await save(agency.agency_no, { status: 'P' }, staff)).status).toBe(200)
    expect((await save(agency.agency_no, bank, staff)).body.message).toMatch(/waiting for approval/)
    const [first] = await approvals(colleague)
    expect((await decide(first.id, colleague, 'decline')).status).toBe(200)
    const path = `/api/v1/agencies/${agency.agency_no}/registration`
    const { account_id } = await insertAccount(db, { agency_id: agency.agency_id })
    const agent = { id: account_id, token: await api.tokenFor({ accountId: account_id }) }
    expect((await send('PUT', path, agent, bank)).body.message).toMatch(/waiting for approval/)
    expect((await read(agency.agency_no, staff)).agencyDetailInfo.bankAccountNo).toBeNull()
    const [second] = await approvals(colleague)
    expect((await decide(second.id, colleague)).status).toBe(200)
    expect((await read(agency.agency_no, staff)).agencyDetailInfo.bankAccountNo).toBe('********6789')
  })

  it('rejects invalid numbers when the change is requested', async () => {
    const agency = await insertAgency(db)
    const [staff] = [await person(), await person()]
    expect((await save(agency.agency_no, { bankRoutingNo: '110000001' }, staff)).status).toBe(422)
  })
})

describe('GET /api/admin/approvals', () => {
  it('returns only the changes of the object in the filter', async () => {
    const [first] = [await person('superuser'), await person('superuser')]
    for (const key of ['secondFactor.staff', 'secondFactor.agents']) {
      await setting(key, true, first)
      expect((await setting(key, false, first)).status, key).toBe(409)
    }
    const find = async (filter: object) =>
      (await send('GET', `/api/admin/approvals?filter=${encodeURIComponent(JSON.stringify(filter))}`, first)).body
    expect(await find({ kind: 'setting', state: 'pending' })).toHaveLength(2)
    expect(await find({ kind: 'setting', entityId: 'secondFactor.agents', state: 'pending' })).toMatchObject([
      { entityId: 'secondFactor.agents' },
    ])
    expect(await find({ kind: 'delinquencyPlan', entityId: 'secondFactor.agents' })).toEqual([])
  })
})
