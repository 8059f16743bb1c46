import { describe, expect, it } from 'vitest'
import { createTestApi, type TestResponse } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const { at, call, db, tokenFor, runJobs } = await createTestApi()
const agency = await insertAgency(db)
const staff = await tokenFor({ accountId: (await insertAccount(db)).account_id })

const aPolicyholder = async (columns: object = {}) => {
  const policy = await insertPolicy(db, {
    columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, ...columns },
  })
  return { ...policy, token: await tokenFor({ identityId: policy.identity_id }) }
}
type Policyholder = Awaited<ReturnType<typeof aPolicyholder>>
const other = await aPolicyholder()
/** Returns a session from a link that others may have seen. */
const limitedTokenFor = ({ identity_id: identityId, policy_id: policyId, agency_id: agencyId }: Policyholder) =>
  tokenFor({ identityId, identification: { method: 'link', policyId, agencyId } })

let count = 0
const newEmail = () => `moved-${count++}@example.com`
const path = (policyNo: string, rest: string) => `/api/v1/policyholder/policies/${policyNo}/${rest}`
const request = ({ policy_no, token }: Policyholder, email: string) =>
  call('POST', path(policy_no, 'email'), { token, body: { email } })
const confirm = ({ policy_no, token }: Policyholder, code: string) =>
  call('POST', path(policy_no, 'email/confirm'), { token, body: { code } })
const changePhone = ({ policy_no, token }: Policyholder, phone: string) =>
  call('PUT', path(policy_no, 'phone'), { token, body: { phone } })
const address = { addr1: '45 Harbor Demo Ave', addr2: 'Apt 3', city: 'Tampa', state: 'FL', zip: '33602' }
const changeAddress = ({ policy_no, token }: Policyholder, body: object = address) =>
  call('PUT', path(policy_no, 'mailingAddress'), { token, body })

const emailsTo = async (to: string) => {
  await runJobs()
  return db
    .selectFrom('email_messages')
    .select(['template', 'text'])
    .where('to_email', '=', to)
    .orderBy('created_at')
    .execute()
}
const getSentCode = async (to: string) => /\b\d{6}\b/.exec((await emailsTo(to)).at(-1)?.text ?? '')?.[0] ?? ''
const getPolicy = (policyNo: string) =>
  db.selectFrom('policies').selectAll().where('policy_no', '=', policyNo).executeTakeFirstOrThrow()
const getCode = async (response: TestResponse) => [response.status, (await response.json()).errors?.[0].code]
const auditOf = (identityId: string, action: string) =>
  db
    .selectFrom('audit_log')
    .select('details')
    .where('entity_id', '=', identityId)
    .where('action', '=', action)
    .execute()

describe('email change by the policyholder (POL-16)', () => {
  it('takes effect on all policies after the code from the new address, and the old address is notified', async () => {
    const policyholder = await aPolicyholder()
    const { identity_id, email: before } = policyholder
    const second = await insertPolicy(db, { columns: { identity_id, email: before } })
    const email = newEmail()
    const sent = await request(policyholder, email)
    expect([sent.status, (await sent.json()).payload.sentTo]).toEqual([200, 'm•••@example.com'])
    expect((await getPolicy(policyholder.policy_no)).email).toBe(before)
    const response = await confirm(policyholder, await getSentCode(email))
    expect([response.status, (await response.json()).payload]).toEqual([200, { email }])
    for (const { policy_no } of [policyholder, second]) expect((await getPolicy(policy_no)).email).toBe(email)
    expect((await emailsTo(before)).map(({ template }) => template)).toEqual(['own-email-changed'])
    expect(await auditOf(identity_id, 'insured.changeEmail')).toMatchObject([
      { details: { before, after: email, by: 'policyholder' } },
    ])
  })

  it('keeps the session, ends the other ones, and needs no hold for codes (ACC-7)', async () => {
    const policyholder = await aPolicyholder()
    const elsewhere = await tokenFor({ identityId: policyholder.identity_id })
    const email = newEmail()
    await request(policyholder, email)
    await confirm(policyholder, await getSentCode(email))
    const list = (token: string) => call('GET', '/api/v1/policyholder/policies', { token })
    expect((await list(policyholder.token)).status).toBe(200)
    expect((await list(elsewhere)).status).toBe(401)
    const onFile = await call('GET', `/api/v1/policies/${policyholder.policy_no}/insuredEmail`, { token: staff })
    expect((await onFile.json()).payload).toEqual({ email, pendingChange: null })
    // The session counts as verified for the new address.
    expect((await changePhone(policyholder, '813-555-0190')).status).toBe(200)
  })

  it('requires the code of the current address in a limited session', async () => {
    const policyholder = await aPolicyholder()
    const limited = { ...policyholder, token: await limitedTokenFor(policyholder) }
    expect(await getCode(await request(limited, newEmail()))).toEqual([403, 'missing_code'])
    expect(await getCode(await confirm(limited, '123456'))).toEqual([403, 'missing_code'])
    const body = { policyNo: policyholder.policy_no }
    const codePath = '/api/v1/auth/policyholder/code'
    await call('POST', codePath, { token: limited.token, body })
    const code = await getSentCode(policyholder.email)
    await call('POST', `${codePath}/confirm`, { token: limited.token, body: { ...body, code } })
    await at(61_000, async () => expect((await request(limited, newEmail())).status).toBe(200))
  })

  it('rejects wrong codes, and the correct one after five wrong ones, even if all arrive at the same time', async () => {
    const policyholder = await aPolicyholder()
    const email = newEmail()
    await request(policyholder, email)
    const code = await getSentCode(email)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await getCode(await confirm(policyholder, wrong))).toEqual([422, 'wrong_code'])
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(policyholder, wrong)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(3)
    expect(statuses.filter((status) => status === 410)).toHaveLength(17)
    expect(await getCode(await confirm(policyholder, code))).toEqual([410, 'code_blocked'])
    expect((await getPolicy(policyholder.policy_no)).email).toBe(policyholder.email)
  })

  it('changes the address once if the correct code arrives 20 times', async () => {
    const policyholder = await aPolicyholder()
    const email = newEmail()
    await request(policyholder, email)
    const code = await getSentCode(email)
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(policyholder, code)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await auditOf(policyholder.identity_id, 'insured.changeEmail')).toHaveLength(1)
    expect(await emailsTo(policyholder.email)).toHaveLength(1)
  })

  it('rejects an expired code, and a code for signing', async () => {
    const policyholder = await aPolicyholder()
    const email = newEmail()
    await request(policyholder, email)
    const code = await getSentCode(email)
    await at(10 * 60_000, async () =>
      expect(await getCode(await confirm(policyholder, code))).toEqual([410, 'code_expired']),
    )
    const signing = await aPolicyholder()
    const body = { policyNo: signing.policy_no }
    await call('POST', '/api/v1/auth/policyholder/code', { token: signing.token, body })
    const signingCode = await getSentCode(signing.email)
    expect(await getCode(await confirm(signing, signingCode))).toEqual([410, 'code_expired'])
  })

  it('does not accept the code for the new address as proof of access to the current one', async () => {
    const policyholder = await aPolicyholder()
    const email = newEmail()
    await request(policyholder, email)
    const body = { policyNo: policyholder.policy_no, code: await getSentCode(email) }
    const response = await call('POST', '/api/v1/auth/policyholder/code/confirm', { token: policyholder.token, body })
    expect(await getCode(response)).toEqual([410, 'code_expired'])
  })

  it('sends one code a minute, and at most ten a day', async () => {
    const policyholder = await aPolicyholder()
    const responses = await Promise.all(Array.from({ length: 20 }, () => request(policyholder, newEmail())))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(19)
    for (let n = 1; n < 10; n++)
      await at(n * 61_000, async () => expect((await request(policyholder, newEmail())).status).toBe(200))
    await at(11 * 61_000, async () => expect((await request(policyholder, newEmail())).status).toBe(429))
  })

  it('rejects the current address, and an address of another insured with the same phone number', async () => {
    const policyholder = await aPolicyholder()
    const same = await request(policyholder, policyholder.email.toUpperCase())
    expect(await getCode(same)).toEqual([422, 'nothing_changed'])
    expect((await request(policyholder, other.email)).status).toBe(200)
    const taken = await confirm(policyholder, await getSentCode(other.email))
    expect(await getCode(taken)).toEqual([409, 'already_exists'])
    expect((await getPolicy(policyholder.policy_no)).email).toBe(policyholder.email)
  })

  it('appears in the signing record as a change by the insured (SIGN-10)', async () => {
    const policyholder = await aPolicyholder()
    const email = newEmail()
    await request(policyholder, email)
    await confirm(policyholder, await getSentCode(email))
    const { listEmailChanges } = await import('../documents/email-change-record.ts')
    expect(await listEmailChanges(db, policyholder.policy_id, new Date())).toMatchObject([
      { isChangedByInsured: true, confirmation: 'Confirmed from the previous address' },
    ])
  })
})

describe('phone change by the policyholder (POL-17)', () => {
  it('applies to all policies, is confirmed by email, and is the number for the next link', async () => {
    const policyholder = await aPolicyholder()
    const { identity_id, email } = policyholder
    const second = await insertPolicy(db, { columns: { identity_id, email } })
    const response = await changePhone(policyholder, '813-555-0188')
    expect([response.status, (await response.json()).payload]).toEqual([200, { phone: '813-555-0188' }])
    for (const { policy_no } of [policyholder, second]) expect((await getPolicy(policy_no)).phone).toBe('813-555-0188')
    const [sent] = await emailsTo(email)
    expect(sent?.template).toBe('phone-changed')
    expect(sent?.text).toContain('813-555-0188')
    expect(await auditOf(identity_id, 'insured.changePhone')).toMatchObject([
      { details: { before: '813-555-0142', after: '813-555-0188' } },
    ])
  })

  it('requires a verified email address, and rejects the same number and one of another insured', async () => {
    const policyholder = await aPolicyholder()
    const limited = { ...policyholder, token: await limitedTokenFor(policyholder) }
    expect(await getCode(await changePhone(limited, '813-555-0188'))).toEqual([403, 'missing_code'])
    expect(await getCode(await changePhone(policyholder, '813-555-0142'))).toEqual([422, 'nothing_changed'])
    await db
      .insertInto('policyholder_identities')
      .values({ email: policyholder.email, phone_digits: '8135550177' })
      .execute()
    expect(await getCode(await changePhone(policyholder, '813-555-0177'))).toEqual([409, 'already_exists'])
    for (const phone of ['8135550188', '813-555-018', '813-555-0188\u0000', ''])
      expect((await changePhone(policyholder, phone)).status).toBe(400)
  })

  it('changes the number once for 20 requests at the same time', async () => {
    const policyholder = await aPolicyholder()
    const responses = await Promise.all(Array.from({ length: 20 }, () => changePhone(policyholder, '813-555-0188')))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(19)
    expect(await emailsTo(policyholder.email)).toHaveLength(1)
  })
})

describe('mailing address change by the policyholder (POL-18)', () => {
  const transactionsOf = (policyId: string) =>
    db.selectFrom('policy_transactions').selectAll().where('policy_id', '=', policyId).orderBy('sequence').execute()

  it('posts an endorsement without premium, and notifies the policyholder and the agency', async () => {
    const policyholder = await aPolicyholder()
    const before = await transactionsOf(policyholder.policy_id)
    const { total_premium_cents } = await getPolicy(policyholder.policy_no)
    const response = await changeAddress(policyholder)
    expect(response.status).toBe(200)
    const { payload } = await response.json()
    const after = await transactionsOf(policyholder.policy_id)
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toMatchObject({
      ...{ policy_transaction_id: payload.policyTransactionId, transaction_type: 'EB', tnx_total_premium_cents: 0 },
      ...{ mailing_addr1: '45 Harbor Demo Ave', mailing_addr2: 'Apt 3', mailing_city: 'Tampa', mailing_zip: '33602' },
      // The address of the insured property stays.
      ...{ addr1: before.at(-1)?.addr1, zip: before.at(-1)?.zip },
    })
    expect((await getPolicy(policyholder.policy_no)).total_premium_cents).toBe(total_premium_cents)
    expect((await emailsTo(policyholder.email)).map(({ template }) => template)).toEqual(['endorsement'])
    const events = await db
      .selectFrom('events')
      .select('type')
      .where('policy_id', '=', policyholder.policy_id)
      .execute()
    expect(events.map(({ type }) => type)).toContain('policy.endorsed')
  })

  it('carries over to a bound renewal with the same address', async () => {
    const policyholder = await aPolicyholder()
    const renewal = await insertPolicy(db, {
      columns: {
        ...{ identity_id: policyholder.identity_id, email: policyholder.email, agency_id: agency.agency_id },
        ...{ previous_policy_id: policyholder.policy_id, original_trans_type: 'RN' },
      },
    })
    await db
      .updateTable('policies')
      .set({ next_policy_id: renewal.policy_id })
      .where('policy_id', '=', policyholder.policy_id)
      .execute()
    expect((await changeAddress(policyholder)).status).toBe(200)
    expect((await transactionsOf(renewal.policy_id)).at(-1)).toMatchObject({ mailing_addr1: '45 Harbor Demo Ave' })
  })

  it('posts one endorsement for 20 requests at the same time', async () => {
    const policyholder = await aPolicyholder()
    const before = await transactionsOf(policyholder.policy_id)
    const responses = await Promise.all(Array.from({ length: 20 }, () => changeAddress(policyholder)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(19)
    expect(await transactionsOf(policyholder.policy_id)).toHaveLength(before.length + 1)
  })

  it('requires a verified email address', async () => {
    const policyholder = await aPolicyholder()
    const limited = { ...policyholder, token: await limitedTokenFor(policyholder) }
    expect(await getCode(await changeAddress(limited))).toEqual([403, 'missing_code'])
  })

  it.each([
    ['a blank street address', { addr1: '  ' }],
    ['a missing city', { city: undefined }],
    ['the character NUL', { addr1: '45 Harbor\u0000' }],
    ['an unpaired surrogate', { city: 'Tampa\ud800' }],
    ['an unknown state', { state: 'ZZ1' }],
    ['the property address', { propertyAddress: '1 Other St' }],
  ])('rejects %s', async (_, more) => {
    const policyholder = await aPolicyholder()
    expect((await changeAddress(policyholder, { ...address, ...more })).status).toBe(400)
  })
})

describe('contact changes by another policyholder', () => {
  it('return 404 for a policy of someone else', async () => {
    const { policy_no } = await aPolicyholder()
    const stranger = { ...other, policy_no }
    for (const response of [
      await request(stranger, newEmail()),
      await confirm(stranger, '123456'),
      await changePhone(stranger, '813-555-0188'),
      await changeAddress(stranger),
    ])
      expect(response.status).toBe(404)
  })
})
