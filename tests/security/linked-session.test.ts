import { randomUUID } from 'node:crypto'
import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { generateProofToken, hashProofToken } from '@tideline/api/links/proof/proof-token.ts'
import { createTestApi } from '@tideline/api/testing/api.ts'
import { insertAccount, insertAgency, insertPayment, insertPolicy } from '@tideline/api/testing/builders.ts'
import { describe, expect, it } from 'vitest'
import { type Call, calls, exampleRequest } from '../support/contract.ts'

const { app, call, db, runJobs, tokenFor } = await createTestApi()
const here = await insertAgency(db)
const elsewhere = await insertAgency(db)
const agent = await tokenFor({ accountId: (await insertAccount(db, { agency_id: here.agency_id })).account_id })

let claimCount = 5000
type Columns = NonNullable<Parameters<typeof insertPolicy>[1]>['columns']
/** Creates a policy that has documents, a payment, and its own address. */
async function aFullPolicy(columns: Columns) {
  const address_id = randomUUID()
  const addr1 = `${Math.floor(Math.random() * 90_000) + 10_000} Hidden Demo St`
  await db.insertInto('addresses').values({ address_id, addr1, city: 'Tampa', state: 'FL', zip: '33606' }).execute()
  const policy = await insertPolicy(db, { columns: { ...columns, address_id, address_data_version: 1 } })
  await db
    .transaction()
    .execute((trx) => createPolicyDocuments(trx, { now: new Date(), authorName: 'Alex Agent' }, [policy.policy_id]))
  const payment = await insertPayment(db, { policyId: policy.policy_id, amountCents: 100, now: new Date() })
  const { policy_doc_ver_id } = await db
    .selectFrom('policy_doc_versions as v')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
    .select('v.policy_doc_ver_id')
    .where('d.policy_id', '=', policy.policy_id)
    .executeTakeFirstOrThrow()
  const { proof_link_id } = await db
    .insertInto('proof_links')
    .values({
      ...{
        policy_id: policy.policy_id,
        token_hash: hashProofToken(generateProofToken()),
        created_by_name: 'Alex Agent',
      },
      ...{ created_at: new Date(), expires_at: new Date(Date.now() + 86_400_000) },
    })
    .returning('proof_link_id')
    .executeTakeFirstOrThrow()
  const { claim_id } = await db
    .insertInto('claims')
    .values({
      ...{ claim_number: `CLM-2026-${claimCount++}`, policy_id: policy.policy_id, cause: 'other' },
      ...{ notice_date: '2026-11-02', date_of_loss: '2026-11-01', reported_by_identity_id: policy.identity_id },
    })
    .returning('claim_id')
    .executeTakeFirstOrThrow()
  const { agency_no, policy_no, quote_number } = policy
  return {
    policy_id: policy.policy_id,
    agency_no,
    policy_no,
    quote_number,
    address_id,
    addr1,
    payment,
    policy_doc_ver_id,
    proof_link_id,
    claim_id,
  }
}
type CreatedPolicy = Awaited<ReturnType<typeof aFullPolicy>>

const first = await insertPolicy(db, { columns: { agency_id: here.agency_id } })
const ofInsured = { identity_id: first.identity_id, email: first.email }
const linked = await aFullPolicy({ ...ofInsured, agency_id: here.agency_id, inception_date: '2026-03-01' })
const after = (columns: Columns) => aFullPolicy({ ...ofInsured, previous_policy_id: linked.policy_id, ...columns })
const renewal = await after({ agency_id: here.agency_id, original_trans_type: 'RN' })
const later = await after({ agency_id: here.agency_id, previous_policy_id: renewal.policy_id })
const hidden = {
  "the insured's policy at another agency": await aFullPolicy({ ...ofInsured, agency_id: elsewhere.agency_id }),
  'a rewrite at another agency': await after({ agency_id: elsewhere.agency_id }),
  'an unrelated policy at the same agency': await aFullPolicy({ ...ofInsured, agency_id: here.agency_id }),
}

const signIn = (Token: string) =>
  call('POST', '/api/v1/auth/policyholder', { body: { Token, Phone: '8135550142', Zip: '33606' } })
async function linkTo(policyNo: string, token = agent): Promise<string> {
  const { payload } = await (await call('GET', `/api/v1/policies/${policyNo}/link?forInsured=true`, { token })).json()
  return decodeURIComponent(payload.link.split('/').at(-1))
}
const open = async (policyNo: string): Promise<string> =>
  (await (await signIn(await linkTo(policyNo))).json()).payload.jwt
const limited = await open(linked.policy_no)
const full = await tokenFor({ identityId: first.identity_id })

/** Requests that identify a policy by an id other than its policy number. */
const byOtherIds: Record<string, (policy: CreatedPolicy) => string> = {
  getDocumentPdf: ({ policy_doc_ver_id }) => `/api/v1/documents/pdf?link=${policy_doc_ver_id}`,
  getReceipt: ({ policy_no, payment }) => `/api/v1/payments/receipts/${policy_no}/${payment.policyPaymentId}`,
  getReceiptPdf: ({ policy_no, payment }) => `/api/v1/payments/receipts/${policy_no}/${payment.policyPaymentId}/pdf`,
  uploadClaimPhoto: ({ claim_id }) => `/api/v1/policyholder/claims/${claim_id}/photos`,
  getAddressData: ({ address_id }) => `/api/v1/policies/address/${address_id}/version/1`,
  revokeProofLink: ({ policy_no, proof_link_id }) => `/api/v1/policies/${policy_no}/proofLinks/${proof_link_id}/revoke`,
}
/**
 * Operations that concern the session or no policy at all. Each one is either tested below or reveals no policy data.
 */
const aboutNoPolicy = new Set([
  'autocompleteAddress',
  'createHandOff',
  'endSession',
  'getAgencyForPolicy',
  'getProfile',
  'getSessionTransactionFee',
  'getSigningConsent',
  'getTransactionFee',
  'listOwnPolicies',
  'listSessions',
  'logout',
])
/**
 * Operations that cannot be tested because these policies lack the required data: a confirmed intent, a saved method, a
 * billing account, or a lockbox.
 */
const requiresOtherRecord = new Set([
  'createSetupIntentWithKey',
  'getLockboxAddress',
  'recordCardPayment',
  'removePaymentMethod',
])
const forInsureds = calls.filter(({ 'x-access': { who } }) => who.includes('insured'))
const aboutPolicy = forInsureds.filter(({ operationId }) => !aboutNoPolicy.has(operationId))

/** Creates the contract's example request of an operation for this policy. */
async function requestAbout(one: Call, policy: CreatedPolicy, token: string): Promise<Request> {
  const path = byOtherIds[one.operationId]?.(policy)
  const example = exampleRequest(one, 'http://localhost', {
    policyNo: policy.policy_no,
    quoteNumber: policy.quote_number ?? '',
  })
  const url = path ? new URL(path, 'http://localhost') : example.url
  const headers = new Headers({ Authorization: `Bearer ${token}` })
  const type = example.headers.get('content-type')
  if (!type?.includes('json')) {
    if (type) headers.set('content-type', type)
    return new Request(url, { method: one.method, headers, ...(type && { body: await example.arrayBuffer() }) })
  }
  headers.set('content-type', type)
  const body = (await example.text())
    .replaceAll(/"[A-Z]{3}3\d{6}"/g, `"${policy.policy_no}"`)
    .replaceAll(/"Q3\d{6}"/g, `"${policy.quote_number}"`)
  return new Request(url, { method: one.method, headers, body })
}
const getStatus = async (one: Call, policy: CreatedPolicy, token: string) =>
  (await app.request(await requestAbout(one, policy, token))).status

describe('limited session from an agent-created policy link', () => {
  it.each(aboutPolicy)('receives 404 from $operationId for policies outside the link', async (one) => {
    for (const [name, policy] of Object.entries(hidden)) expect(await getStatus(one, policy, limited), name).toBe(404)
  })

  it.each(aboutPolicy.filter(({ operationId }) => !requiresOtherRecord.has(operationId)))(
    'can access only the linked policy through $operationId, unlike a full session',
    async (one) => {
      expect(await getStatus(one, linked, limited)).not.toBe(404)
      for (const policy of Object.values(hidden)) expect(await getStatus(one, policy, full)).not.toBe(404)
    },
  )

  it('lists the linked policy with its earlier and later terms at the same agency', async () => {
    const numbers = async (token: string) => {
      const { payload } = await (await call('GET', '/api/v1/policyholder/policies', { token })).json()
      return payload.map(({ policyNo }: { policyNo: string }) => policyNo).toSorted()
    }
    expect(await numbers(limited)).toEqual([linked, renewal, later].map((one) => one.policy_no).toSorted())
    expect(await numbers(await open(later.policy_no))).toEqual(await numbers(limited))
    expect(await numbers(await open(hidden['an unrelated policy at the same agency'].policy_no))).toEqual([
      hidden['an unrelated policy at the same agency'].policy_no,
    ])
    expect(await numbers(full)).toHaveLength(7)
  })

  it('lists all policies of the policyholder after the emailed code is confirmed', async () => {
    const linked = await insertPolicy(db, { columns: { agency_id: here.agency_id } })
    const { identity_id, email, policy_no: policyNo } = linked
    const other = await insertPolicy(db, { columns: { agency_id: elsewhere.agency_id, identity_id, email } })
    const token = await open(policyNo)
    const list = async () => (await call('GET', '/api/v1/policyholder/policies', { token })).json()
    const numbersOf = ({ payload }: { payload: { policyNo: string }[] }) => payload.map((one) => one.policyNo)
    const limitedList = await list()
    expect(limitedList.isLimited).toBe(true)
    expect(numbersOf(limitedList)).toEqual([policyNo])
    const path = '/api/v1/auth/policyholder/code'
    expect((await call('POST', path, { token, body: { policyNo } })).status).toBe(200)
    await runJobs()
    const { text } = await db
      .selectFrom('email_messages')
      .select('text')
      .where('to_email', '=', email)
      .where('template', '=', 'signing-code')
      .executeTakeFirstOrThrow()
    const code = /\b\d{6}\b/.exec(text)?.[0]
    expect((await call('POST', `${path}/confirm`, { token, body: { policyNo, code } })).status).toBe(200)
    const fullList = await list()
    expect(fullList.isLimited).toBe(false)
    expect(numbersOf(fullList).toSorted()).toEqual([policyNo, other.policy_no].toSorted())
  })

  it('can read the policy history of only the linked terms', async () => {
    const path = `/api/v1/policies/GetPolicyHistorical/${linked.policy_no}`
    expect((await (await call('GET', path, { token: limited })).json()).payload.resultCount).toBe(3)
  })

  it("cannot find the agency or address of the policyholder's other policies", async () => {
    const agency = (no: string, token: string) =>
      call('GET', `/api/v1/agencies/AgencyDetailsForPolicy/${no}`, { token })
    expect((await agency(here.agency_no, limited)).status).toBe(200)
    expect((await agency(elsewhere.agency_no, limited)).status).toBe(404)
    expect((await agency(elsewhere.agency_no, full)).status).toBe(200)
    const suggest = async (prefix: string, token: string) =>
      (await (await call('GET', `/api/v1/address/autocomplete?prefix=${encodeURIComponent(prefix)}`, { token })).json())
        .payload
    expect(await suggest(linked.addr1, limited)).toHaveLength(1)
    for (const { addr1 } of Object.values(hidden)) {
      expect(await suggest(addr1, limited)).toEqual([])
      expect(await suggest(addr1, full)).toHaveLength(1)
    }
  })

  it("cannot list or end the policyholder's other sessions", async () => {
    const token = await open(linked.policy_no)
    const sessionsOf = async (token: string): Promise<{ sessionId: string; isCurrent: boolean }[]> =>
      (await (await call('GET', '/api/v1/accounts/sessions', { token })).json()).payload
    expect(await sessionsOf(token)).toMatchObject([{ isCurrent: true }])
    const other = (await sessionsOf(full)).find(({ isCurrent }) => isCurrent)
    const path = `/api/v1/accounts/sessions/${other?.sessionId}`
    expect((await call('DELETE', path, { token })).status).toBe(404)
    expect((await call('POST', '/api/v1/auth/logout', { token, body: { everywhere: true } })).status).toBe(200)
    expect((await call('GET', '/api/v1/policyholder/policies', { token })).status).toBe(401)
    expect((await call('GET', '/api/v1/policyholder/policies', { token: full })).status).toBe(200)
  })

  it('stays limited after a hand-off and after a refresh', async () => {
    const signedIn = (await (await signIn(await linkTo(linked.policy_no))).json()).payload
    const handOff = await call('POST', '/api/v1/auth/handoff', { token: signedIn.jwt, body: { target: 'portal' } })
    const { token } = (await handOff.json()).payload
    const taken = await call('GET', `/api/v1/auth/authorize?token=${encodeURIComponent(token)}`)
    const refreshed = await call('POST', '/api/v1/auth/refresh', { body: { refreshToken: signedIn.refreshToken } })
    for (const session of [(await taken.json()).payload.Token, (await refreshed.json()).payload.token]) {
      const get = (policyNo: string) => call('GET', `/api/v1/policies/${policyNo}`, { token: session })
      expect((await get(linked.policy_no)).status).toBe(200)
      for (const { policy_no } of Object.values(hidden)) expect((await get(policy_no)).status).toBe(404)
    }
  })

  it('loses access when the policy moves to another agency', async () => {
    const moved = await aFullPolicy({ ...ofInsured, agency_id: here.agency_id })
    const token = await open(moved.policy_no)
    const unused = await linkTo(moved.policy_no)
    await db
      .updateTable('policies')
      .set({ agency_id: elsewhere.agency_id, agency_no: elsewhere.agency_no })
      .where('policy_id', '=', moved.policy_id)
      .execute()
    expect((await call('GET', `/api/v1/policies/${moved.policy_no}`, { token })).status).toBe(404)
    const response = await signIn(unused)
    expect(response.status).toBe(410)
    expect((await response.json()).errors[0].code).toBe('gone')
  })

  it("cannot receive another session's stored response with the same idempotency key", async () => {
    const hiddenPolicy = hidden["the insured's policy at another agency"]
    const body = { policyNo: hiddenPolicy.policy_no, event: 'opened' }
    const headers = { 'Idempotency-Key': randomUUID() }
    const send = (token: string) => call('POST', '/api/v1/documents/events', { token, body, headers })
    expect((await send(full)).status).toBe(201)
    expect((await send(limited)).status).toBe(404)
  })
})
