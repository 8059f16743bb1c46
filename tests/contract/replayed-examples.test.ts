import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createDemoApi, loadedAt } from '@tideline/api/testing/demo-api.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { correctExample, findDifferences } from '../support/compare-example.ts'
import { type Call, calls, type Example, exampleRequest, resolve } from '../support/contract.ts'
import { createDemoTokens, getDefaultCaller } from '../support/demo-callers.ts'
import { writeExample } from '../support/write-example.ts'
import { replayExceptions } from './replay-exceptions.ts'

/** If UPDATE_EXAMPLES is set, examples that differ are updated in openapi/. */
const { UPDATE_EXAMPLES } = process.env

const api = await createDemoApi()
const { db } = api

/** All examples of GET operations. */
const cases = calls
  .filter(({ method }) => method === 'GET')
  .flatMap((call) => {
    const [type = '', media] = Object.entries(call.responses['200']?.content ?? {})[0] ?? []
    return Object.entries(media?.examples ?? {}).map(([name, example]) => ({
      ...{ call, type, name, example: resolve(example) },
      title: `${call.operationId} ${name}`,
    }))
  })

const tokens = await createDemoTokens(api)

async function replay(call: Call, given: NonNullable<Example['x-request']>) {
  const { url, headers } = exampleRequest(call, 'http://localhost', given)
  const token = tokens.get(String(given.as ?? getDefaultCaller(call)))
  const { pathname, search } = new URL(url)
  return api.call('GET', pathname + search, { ...(token ? { token } : {}), headers: Object.fromEntries(headers) })
}

/** Examples that require an earlier action. They run last, so that the action does not affect other examples. */
const casesAfterActions = new Set([
  'listAgencyDocuments two',
  'getAgencyDocument file',
  'getPolicyDocuments unsigned',
  'listMoratoriumRejections storm',
  'listProofLinks lender',
  'listOwnClaims one',
])

/** Uploads documents for an agency. Opens a policy's unsigned documents, which creates their signature fields. */
async function prepareDocuments() {
  const agent = { token: tokens.get('agent') ?? '' }
  for (const [docTypeId, name] of [
    [2, 'w9.pdf'],
    [3, 'eo-declarations-2026.pdf'],
  ] as const) {
    const raw = new FormData()
    raw.append('file', new File(['%PDF-1.7\n%%EOF\n'], name, { type: 'application/pdf' }))
    const body = await api.call('POST', `/api/v1/agencies/100100/documents/${docTypeId}`, { ...agent, raw })
    expect(body.status, name).toBe(200)
  }
  await db.updateTable('agency_documents').set({ created_at: loadedAt }).execute()
  const { payload } = await (await api.call('GET', '/api/v1/documents/policy/RFL3000101', agent)).json()
  for (const { link } of payload.policyDocStatus.documentsWithSignatures)
    expect((await api.call('GET', `/api/v1/documents/pdf?link=${link}`, agent)).status, link).toBe(200)
}

/** Creates a record of a policy rewrite that a storm moratorium rejected. */
async function prepareRejectedRewrite() {
  const { policy_id, county_fips } = await db
    .selectFrom('policies')
    .select(['policy_id', 'county_fips'])
    .where('policy_no', '=', 'RFL3000137')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('moratorium_rejections')
    .values({
      ...{ moratorium_rejection_id: '00000027-0000-4000-8001-0000000000f1', policy_id, county_fips },
      ...{
        moratorium_event_id: '00000027-0000-4000-8001-000000000003',
        action: 'rewrite',
        requested_by_name: 'Sam Staff',
      },
      created_at: new Date('2026-11-19T15:04:05Z'),
    })
    .execute()
}

/** Creates a proof of insurance link that a lender has opened once. */
async function prepareProofLink() {
  const { policy_id } = await db
    .selectFrom('policies')
    .select('policy_id')
    .where('policy_no', '=', 'RFL3000101')
    .executeTakeFirstOrThrow()
  const proof_link_id = '00000091-0000-4000-8001-000000000001'
  await db
    .insertInto('proof_links')
    .values({
      ...{ proof_link_id, policy_id, token_hash: Buffer.alloc(32), recipient_name: 'Gulf Sample Bank', view_count: 1 },
      ...{ created_at: new Date('2026-11-19T15:04:05Z'), created_by_name: 'Marina Sample' },
      expires_at: new Date('2026-12-19T15:04:05Z'),
    })
    .execute()
  await db
    .insertInto('proof_link_views')
    .values({ proof_link_id, viewed_at: new Date('2026-11-20T14:00:00Z') })
    .execute()
}

/** Creates a claim that the policyholder reported, with a photo. */
async function prepareOwnClaim() {
  const { policy_id, identity_id } = await db
    .selectFrom('policies')
    .select(['policy_id', 'identity_id'])
    .where('policy_no', '=', 'RFL3000101')
    .executeTakeFirstOrThrow()
  const claim_id = '00000013-0002-4000-8001-000003000101'
  const created_at = new Date('2026-11-20T15:04:05Z')
  await db
    .insertInto('claims')
    .values({
      ...{ claim_id, policy_id, claim_number: 'CLM-2026-2001', notice_date: '2026-11-20', date_of_loss: '2026-11-18' },
      ...{ cause: 'flood', description: 'Water in the ground floor. The kitchen and the hall are damaged.' },
      ...{ contact_phone: '813-555-0142', contact_note: 'I am staying with my sister. Please call after 5 p.m.' },
      ...{ reported_by_identity_id: identity_id, created_at, updated_at: created_at },
    })
    .execute()
  const { file_id } = await db
    .insertInto('files')
    .values({ sha256: '0'.repeat(64), size_bytes: 482_133, storage_key: '0'.repeat(64) })
    .returning('file_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('claim_documents')
    .values({
      ...{ claim_document_id: '00000015-0002-4000-8001-000003000101', claim_id, file_id, file_name: 'photo_1.jpg' },
      ...{ content_type: 'image/jpeg', document_type: 'photo', uploaded_by_identity_id: identity_id, created_at },
    })
    .execute()
}

describe('demo book responses', () => {
  const last = cases.filter(({ title }) => casesAfterActions.has(title))
  test.each(cases.filter((one) => !last.includes(one)))('match the contract example $title', (one) => compare(one))

  test('can be prepared to match the remaining contract examples', async () => {
    await prepareDocuments()
    await prepareRejectedRewrite()
    await prepareProofLink()
    await prepareOwnClaim()
  })
  test.each(last)('match the contract example $title after preparation', (one) => compare(one))

  async function compare({ call, type, name, title, example }: (typeof cases)[number]) {
    let found: string[] = []
    let status = 0
    const response = await replay(call, example['x-request'] ?? {})
    status = response.status
    if (response.status !== 200) found = [`${response.status}: ${(await response.json()).message}`]
    else if (type !== 'application/json') found = []
    else {
      const body = await response.json()
      found = findDifferences(example.value, body)
      if (found.length && UPDATE_EXAMPLES && !replayExceptions.has(title))
        writeExample(call.operationId, type, name, correctExample(example.value, body))
    }
    const excused = replayExceptions.get(title)
    expect(status, found[0]).toBe(excused?.status ?? 200)
    if (excused) expect(found, 'It is replayed: take it off the list.').not.toEqual([])
    else expect(found).toEqual([])
  }

  test('have no exceptions for examples that no longer exist', () => {
    const titles = new Set(cases.map(({ title }) => title))
    expect([...replayExceptions.keys()].filter((title) => !titles.has(title))).toEqual([])
  })
})

/** GET operations that return a list with a cursor. */
const pagedOperations = calls.filter(
  ({ method, parameters = [] }) => method === 'GET' && parameters.map(resolve).some(({ name }) => name === 'cursor'),
)

describe('cursor pagination of the demo book', () => {
  test.each(pagedOperations)('returns each row of $operationId once, in the order of the full list', async (call) => {
    const token = tokens.get(String(getDefaultCaller(call)))
    const page = async (query: Record<string, string>) => {
      const { url } = exampleRequest(call, 'http://localhost')
      const address = new URL(url)
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      const response = await api.call('GET', address.pathname + address.search, token ? { token } : {})
      const body = await response.json()
      return { status: response.status, body, payload: body.payload }
    }
    const { payload: whole } = await page({ take: '12' })
    const seen: unknown[] = []
    let cursor: string | null = null
    do {
      const { payload } = await page({ take: '5', ...(cursor ? { cursor } : {}) })
      expect(payload.resultCount).toBe(whole.resultCount)
      seen.push(...payload.items)
      cursor = payload.nextCursor
    } while (cursor && seen.length < 12)
    expect(seen.slice(0, 12)).toEqual(whole.items)
    const strange = await page({ cursor: 'WyJub3doZXJlIl0x' })
    expect([strange.status, strange.body.errors[0].field]).toEqual([400, 'cursor'])
  })
})

/** Operations on data of a policy, based on `owns` in the contract. */
const owned = calls.filter(({ 'x-access': { owns = '' } }) => ['policy', 'claim', 'document'].includes(owns))

/** Operations whose examples refer to records or codes that no book contains. The listed tests cover them. */
const testedElsewhere = new Map([
  ['removePaymentMethod', 'policy-permissions.api.test.ts'],
  ['recordCardPayment', 'payments.api.test.ts'],
  ['requestOwnEmailChange', 'change-own-contact.api.test.ts'],
  ['confirmOwnEmailChange', 'change-own-contact.api.test.ts'],
])

describe('policy data access', () => {
  const others: Record<string, { token?: string; who: string }> = {}
  beforeAll(async () => {
    const { agency_id } = await insertAgency(db)
    const { account_id } = await insertAccount(db, { agency_id })
    const { identity_id } = await insertPolicy(db)
    others['an agent of another agency'] = { who: 'agent', token: await api.tokenFor({ accountId: account_id }) }
    others['another insured'] = { who: 'insured', token: await api.tokenFor({ identityId: identity_id }) }
    others.nobody = { who: 'anyone' }
  })

  const send = async (call: Call, token: string | undefined, given: NonNullable<Example['x-request']> = {}) => {
    const request = exampleRequest(call, 'http://localhost', given)
    if (token) request.headers.set('Authorization', `Bearer ${token}`)
    return api.app.request(request)
  }
  const examplesOf = (call: Call) => {
    const mine = cases.filter((one) => one.call === call && !replayExceptions.has(one.title))
    return mine.length ? mine.map(({ example }) => example['x-request'] ?? {}) : [{}]
  }

  test.each(owned)('is denied to unrelated callers by $operationId', async (call) => {
    const { who } = call['x-access']
    for (const given of examplesOf(call))
      for (const [name, other] of Object.entries(others)) {
        const response = await send(call, other.token, given)
        const status = other.who === 'anyone' ? 401 : who.includes(other.who) ? 404 : 403
        expect(response.status, `${name}: ${await response.text()}`).toBe(status)
      }
  })

  /** Operations that change data. Reads are tested above. Operations that only staff can call need no test here. */
  const written = owned.filter(
    ({ method, operationId, 'x-access': { who } }) =>
      method !== 'GET' && who.some((one) => one !== 'staff') && !testedElsewhere.has(operationId),
  )
  test.each(written)('is allowed for the intended caller by $operationId', async (call) => {
    const response = await send(call, tokens.get(String(getDefaultCaller(call))))
    // The server may reject the examples of files, because they are shortened and therefore invalid.
    expect([200, 201, 403, 409, 415, 422], await response.text()).toContain(response.status)
  })
})
