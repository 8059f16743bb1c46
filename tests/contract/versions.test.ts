import { insertAccount, insertAgency } from '@tideline/api/testing/builders.ts'
import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { type Call, calls, type Example, resolve } from '../support/contract.ts'

const api = await createDemoApi({ DATABASE_POOL: '20' })

type Body = Record<string, unknown>
const tokens = new Map<string, string>()
interface Edit {
  /** Log-in of the caller, without the domain. */
  as: string
  /** Creates the resource if the demo book has none that can be changed. Returns its path parameters. */
  create?: () => Promise<Record<string, string>>
  /** Returns the editable fields of the response to reading the resource. Default: the whole response. */
  select?: (response: Body) => Body
  /** Returns the n-th change. All changes differ. */
  change: (n: number) => Body
}
const getPayload = ({ payload }: Body) => payload as Body
const noFields = () => ({})

async function createResource(as: string, path: string, body: Body): Promise<{ id: string }> {
  const response = await api.call('POST', path, { token: tokens.get(as) ?? '', body })
  expect([response.status, response.status === 201 ? '' : await response.text()]).toEqual([201, ''])
  return { id: decodeURIComponent(response.headers.get('location')?.split('/').at(-1) ?? '') }
}

async function createAdjustment() {
  const { statement_id: statementId } = await api.db
    .selectFrom('commission_statements')
    .select('statement_id')
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const body = { statementId, description: 'Allowance', adjustmentAmount: 100, privateNotes: '' }
  return createResource('finance', '/api/admin/commissionAdjustments', body)
}

const createOverride = () =>
  createResource('finance', '/api/admin/commissionOverrides', {
    ...{ agencyNo: '100100', productId: 1, newRate: 0.17, renewalRate: 0.14, effectiveDate: '2027-01-01' },
  })

const createMoratorium = () =>
  createResource('superuser', '/api/admin/moratoriums', {
    ...{ name: 'Hurricane Demo', kind: 'bind', peril: 'hurricane', reason: 'Tropical storm warning' },
    ...{ startDate: '2026-12-18', stopDate: null, plannedStopDate: null },
    ...{ products: [1], actions: ['newBusiness'] },
    locations: [{ countyFips: '12057', county: 'Hillsborough', state: 'FL', startDate: '2026-12-18', stopDate: null }],
  })

const createEndpoint = () =>
  createResource('superuser', '/api/admin/webhookEndpoints', {
    ...{ name: 'CRM', url: 'https://crm.example.com/hooks', agencyNo: null, types: ['payment.paid'] },
  })

/** The ID of the note that is edited. The body of the edit contains it. */
let policyNoteId = ''
async function createNote() {
  const path = '/api/v1/policies/RFL3000101/notes'
  const response = await api.call('POST', path, { token: tokens.get('agent') ?? '', body: { note: 'Called.' } })
  const { payload } = (await response.json()) as { payload: { policyNoteId: string } }
  policyNoteId = payload.policyNoteId
  return { policyNo: 'RFL3000101', policyNoteId }
}

/** Creates an agency that is being registered, with an account. */
async function createApplicant() {
  const { agency_id, agency_no: agencyNo } = await insertAgency(api.db, { status: 'P' })
  const { account_id: accountId } = await insertAccount(api.db, { agency_id })
  tokens.set('applicant', await api.tokenFor({ accountId }))
  return { agencyNo }
}

/** A change of each resource that can be edited. */
const edits: Record<string, Edit> = {
  updateAdminAccount: { as: 'superuser', change: (n) => ({ phone: `813-555-01${n}` }) },
  updateAdminAgency: { as: 'superuser', change: (n) => ({ notes: `Note ${n}` }) },
  updateAdminCardFee: { as: 'finance', change: (n) => ({ fixedAmount: n / 100 }) },
  updateAdminClaim: { as: 'internal', change: (n) => ({ reserve: 18_500 + n }) },
  updateAdminCommissionAdjustment: {
    as: 'finance',
    create: createAdjustment,
    change: (n) => ({ adjustmentAmount: n }),
  },
  updateAdminCommissionOverride: { as: 'finance', create: createOverride, change: (n) => ({ newRate: n / 1000 }) },
  updateAdminMoratorium: { as: 'superuser', create: createMoratorium, change: (n) => ({ reason: `Reason ${n}` }) },
  updateAdminNoticePeriod: { as: 'superuser', change: (n) => ({ source: `Florida, note ${n}` }) },
  updateAdminSetting: { as: 'superuser', change: (n) => ({ value: `"support${n}@example.com"` }) },
  updateAdminWebhookEndpoint: { as: 'superuser', create: createEndpoint, change: (n) => ({ name: `CRM ${n}` }) },
  updatePreferences: {
    as: 'agent',
    select: noFields,
    change: (n) => ({ lists: [{ list: 'policies', columnOrder: [n] }] }),
  },
  updateProfile: {
    as: 'agent',
    select: (response) => getPayload(response).data as Body,
    change: (n) => ({ Phone: `813-555-02${n}` }),
  },
  updateAgentAccount: { as: 'agent', select: getPayload, change: (n) => ({ FirstName: `Alex ${'I'.repeat(n)}` }) },
  saveAgencyRegistration: {
    as: 'applicant',
    create: createApplicant,
    select: noFields,
    change: (n) => ({ addr2: `Suite ${n}` }),
  },
  updateClaimNote: { as: 'internal', select: noFields, change: (n) => ({ note: `Note ${n}` }) },
  updateClaim: {
    as: 'internal',
    select: (response) => getPayload(response).claim as Body,
    change: (n) => ({ reserve: 18_500 + n }),
  },
  saveCommissionOverride: {
    as: 'finance',
    select: noFields,
    change: (n) => ({ productId: 1, newRate: n / 1000, renewalRate: 0.13, effectiveDate: '2026-12-01' }),
  },
  saveMailTemplate: {
    as: 'superuser',
    select: (response) => ({ ...getPayload(response), seenVersion: getPayload(response).version }),
    change: (n) => ({ preview: `Preview ${n}` }),
  },
  savePolicyNote: {
    as: 'agent',
    create: createNote,
    select: noFields,
    change: (n) => ({ policyNoteId, noteBody: `Note ${n}` }),
  },
  saveWidgetRegistration: {
    as: 'agent',
    change: (n) => ({ Id: '00000024-0000-4000-8001-000000000001', Name: `Widget ${n}`, agentNo: '100100' }),
  },
  changeInsuredEmail: { as: 'internal', select: noFields, change: (n) => ({ email: `marina${n}@example.com` }) },
}

const versioned = calls.filter((call) => 'x-versioned' in call)
const cases = versioned.map((edit) => {
  const read = calls.find(({ operationId }) => operationId === edit['x-version-of'])
  if (!read) throw new Error(`${edit.operationId} has no GET operation.`)
  return { edit, read, title: edit.operationId }
})
type Case = (typeof cases)[number]

beforeAll(async () => {
  for (const { account_id: accountId, email } of await api.db
    .selectFrom('accounts')
    .select(['account_id', 'email'])
    .execute())
    tokens.set(email.replace('@example.com', ''), await api.tokenFor({ accountId }))
})

const getEdit = ({ edit }: Case): Edit => {
  const found = edits[edit.operationId]
  if (!found) throw new Error(`Add a change of ${edit.operationId} to the table.`)
  return found
}
const getToken = (one: Case) => tokens.get(getEdit(one).as) ?? ''

const createdPaths = new Map<string, Record<string, string>>()

async function getUrl(one: Case, operation: Call): Promise<string> {
  const { create } = getEdit(one)
  const created = createdPaths.get(one.title) ?? (await create?.())
  if (created) createdPaths.set(one.title, created)
  const [example] = Object.values(one.read.responses['200']?.content?.['application/json']?.examples ?? {})
  const given = { ...(example ? resolve<Example>(example)['x-request'] : {}), ...created }
  return operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(
      String(given[name] ?? operation.parameters?.find((parameter) => parameter.name === name)?.example),
    ),
  )
}

/** Reads the resource. Returns its ETag and the body of an edit that changes nothing. */
async function read(one: Case): Promise<{ etag: string; unchanged: Body; text: string }> {
  const response = await api.call('GET', await getUrl(one, one.read), { token: getToken(one) })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  const fields = (getEdit(one).select ?? ((body: Body) => body))(JSON.parse(text))
  const [example] = Object.values(one.edit.requestBody?.content['application/json']?.examples ?? {})
  const names = Object.keys((example && resolve<Example>(example).value) ?? {})
  const unchanged = Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
  return { etag: response.headers.get('etag') ?? '', unchanged, text }
}

async function save(one: Case, unchanged: Body, n: number, ifMatch?: string) {
  const body = { ...unchanged, ...getEdit(one).change(n) }
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'If-Match': ifMatch }
  const response = await api.call(one.edit.method, await getUrl(one, one.edit), { token: getToken(one), body, headers })
  return { status: response.status, etag: response.headers.get('etag'), body: await response.json() }
}

describe('versions of editable resources', () => {
  it('are tested for each operation that declares them [API-13]', () => {
    expect(versioned.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(edits).toSorted())
  })

  test.each(cases)('accept one of 20 concurrent edits with $title', async (one) => {
    const { etag, unchanged } = await read(one)
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => save(one, unchanged, n + 11, etag)))
    const won = results.filter(({ status }) => status !== 412)
    expect(won.map(({ status, body }) => [status, status === 200 ? '' : body.message])).toEqual([[200, '']])
    const lost = results.filter(({ status }) => status === 412)
    expect(new Set(lost.map(({ body }) => body.errors[0].code))).toEqual(new Set(['version_mismatch']))
    expect(won[0]?.etag).toBe((await read(one)).etag)
  })

  test.each(cases)('reject an outdated edit with $title and accept the new version', async (one) => {
    const before = await read(one)
    const { status, body } = await save(one, before.unchanged, 41, '"an-old-version"')
    expect([status, body.type]).toEqual([412, expect.stringMatching(/\/problems\/version_mismatch$/)])
    expect((await read(one)).text.replaceAll(/"(Token|expiresAt)":"[^"]*"/g, '')).toBe(
      before.text.replaceAll(/"(Token|expiresAt)":"[^"]*"/g, ''),
    )
    // Proxies that compress responses make an ETag weak.
    const accepted = await save(one, before.unchanged, 42, `W/${before.etag}`)
    expect([accepted.status, accepted.body.message ?? '']).toEqual([200, expect.any(String)])
    expect(accepted.etag).not.toBe(before.etag)
  })
})

describe('edit without a version that is in progress', () => {
  test.each(cases)('makes an edit with a version wait and fail: $title [API-13]', async (one) => {
    const { etag, unchanged } = await read(one)
    const client = await api.database.pool.connect()
    const waitForBlocked = (count: number) =>
      expect
        .poll(
          async () => {
            const { rowCount } = await api.database.pool.query(
              `select from pg_stat_activity
               where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
            )
            return rowCount
          },
          { timeout: 10_000, interval: 10 },
        )
        .toBe(count)
    try {
      // Edits write one of these tables after their change, so they wait before they commit.
      await client.query('begin; lock table audit_log, account_preferences in exclusive mode')
      const other = save(one, unchanged, 43)
      await waitForBlocked(1)
      const versioned = save(one, unchanged, 44, etag)
      await waitForBlocked(2)
      await client.query('commit')
      expect([(await other).status, (await versioned).status]).toEqual([200, 412])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

/** Operations that edit the same resource with different paths. */
const pairs = [
  ['updateClaim', 'updateAdminClaim'],
  ['saveCommissionOverride', 'updateAdminCommissionOverride'],
  ['updateProfile', 'updateAdminAccount'],
] as const

describe('20 concurrent edits through two operations', () => {
  const find = (operationId: string): Case => {
    const found = cases.find(({ title }) => title === operationId)
    if (!found) throw new Error(`${operationId} has no version.`)
    return found
  }

  /** Sends ten edits with a version of each operation at the same time, and returns the number that succeeded. */
  async function editConcurrently(one: Case, other: Case) {
    const [ours, theirs] = [await read(one), await read(other)]
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? save(one, ours.unchanged, n + 61, ours.etag) : save(other, theirs.unchanged, n + 61, theirs.etag),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 412]))
    return responses.filter(({ status }) => status === 200).length
  }

  test.each(pairs)('accept one edit with %s or %s [API-13]', async (one, other) => {
    expect(await editConcurrently(find(one), find(other))).toBe(1)
  })
})

describe('If-Match', () => {
  const [first] = cases
  if (!first) throw new Error('No operation has a version.')

  it('is rejected by an operation that does not check it', async () => {
    const response = await api.call('PUT', '/api/v1/documents/signedFlag', {
      token: tokens.get('internal') ?? '',
      body: {},
      headers: { 'If-Match': '"any"' },
    })
    expect([response.status, (await response.json()).errors[0].field]).toEqual([400, 'If-Match'])
  })

  it('is rejected for a new resource, which has no version', async () => {
    const call = calls.find(({ operationId }) => operationId === 'saveWidgetRegistration')
    const body = Object.values(call?.requestBody?.content['application/json']?.examples ?? {})[0]?.value as Body
    const response = await api.call('POST', '/api/v4/agent/widget', {
      token: tokens.get('agent') ?? '',
      body,
      headers: { 'If-Match': '"any"' },
    })
    expect([response.status, (await response.json()).errors[0].field]).toEqual([400, 'If-Match'])
  })

  it('accepts any version as an asterisk and rejects control characters', async () => {
    const { unchanged } = await read(first)
    expect((await save(first, unchanged, 51, '*')).status).toBe(200)
    expect((await save(first, unchanged, 52, '"ä"')).status).toBe(400)
  })

  it('does not apply to the repetition of a successful edit with the same idempotency key', async () => {
    const { etag, unchanged } = await read(first)
    const body = { ...unchanged, ...getEdit(first).change(53) }
    const url = await getUrl(first, first.edit)
    const send = () =>
      api.call(first.edit.method, url, {
        token: getToken(first),
        body,
        headers: { 'If-Match': etag, 'Idempotency-Key': 'version-edit-0001' },
      })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  })
})
