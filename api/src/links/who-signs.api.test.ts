import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { createSamplePng } from '../testing/png.ts'

const { call, db, at, tokenFor, runJobs } = await createTestApi()
const agency = await insertAgency(db)
const agent = await tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
const staff = await tokenFor({ accountId: (await insertAccount(db)).account_id })
const reader = await tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', 'readonly'] })).account_id })
const minute = 60_000

/** Returns a policy that starts in 30 days, with documents to sign. */
async function aPolicyToSign() {
  const start = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const policy = await insertPolicy(db, {
    columns: {
      ...{ agency_id: agency.agency_id, agency_no: agency.agency_no },
      ...{ inception_date: start, effective_date: start, expiration_date: `${Number(start.slice(0, 4)) + 1}-12-01` },
    },
  })
  await db
    .transaction()
    .execute((trx) => createPolicyDocuments(trx, { now: new Date(), authorName: 'Alex Agent' }, [policy.policy_id]))
  return policy
}
type Policy = Awaited<ReturnType<typeof aPolicyToSign>>

const get = async (token: string, path: string) => (await (await call('GET', path, { token })).json()).payload
const mailsTo = (to: string) =>
  db.selectFrom('email_messages').selectAll().where('to_email', '=', to).orderBy('created_at', 'desc').execute()
const tokenIn = (text: string, way = '[a-z]+') =>
  decodeURIComponent(new RegExp(`/policyholder/${way}/(\\S+)`).exec(text)?.[1] ?? '')

/** Opens a link and returns the insured's session token. */
async function openLink(Token: string): Promise<string> {
  const response = await call('POST', '/api/v1/auth/policyholder', {
    body: { Token, Phone: '8135550142', Zip: '33606' },
  })
  expect(response.status).toBe(200)
  return (await response.json()).payload.jwt
}
const shownTo = async (token: string, { policy_no }: Policy) =>
  openLink(tokenIn((await get(token, `/api/v1/policies/${policy_no}/link?forInsured=true`)).link))
async function emailedTo(email: string, policy: Policy) {
  const query = email === policy.email ? '' : `?email=${email}`
  await call('GET', `/api/v1/policies/${policy.policy_no}/email-link${query}`, { token: agent })
  await runJobs()
  return openLink(tokenIn((await mailsTo(email))[0]?.text ?? ''))
}

const getConsent = (token: string, { policy_no: policyNo }: Policy) =>
  call('POST', '/api/v1/documents/events', { token, body: { policyNo, event: 'consented', consentVersion: '2026-11' } })
const getDecline = (token: string, { policy_no: policyNo }: Policy) =>
  call('POST', '/api/v1/documents/events', { token, body: { policyNo, event: 'declined', reason: 'Not now.' } })
async function getSigning(token: string, { policy_no: policyNo }: Policy) {
  const { policyDocStatus } = await get(token, `/api/v1/documents/policy/${policyNo}`)
  const documentsWithSignatures = policyDocStatus.documentsWithSignatures.map(
    ({
      policyDocId,
      signatures,
    }: {
      policyDocId: string
      signatures: { policyDocSignatureId: string; party: number }[]
    }) => ({
      policyDocId,
      signatures: signatures
        .filter(({ party }) => party === 2)
        .map(({ policyDocSignatureId }) => ({
          ...{ policyDocSignatureId, party: 2 },
          ...{ signedByName: 'Marina Sample', signedImage: createSamplePng() },
        })),
    }),
  )
  const consent = { version: '2026-11', accepted: true }
  const body = { policyNo, isPolicySigned: false, isPolicyPaid: false, consent, documentsWithSignatures }
  return call('POST', '/api/v1/documents/signatures', { token, body })
}
const getCancel = (token: string, { policy_no: PolicyNumber }: Policy) =>
  call('POST', '/api/v1/policies/cancelPolicy', { token, body: { PolicyNumber, ReasonCode: '13' } })

const requestCode = (token: string, { policy_no: policyNo }: Policy) =>
  call('POST', '/api/v1/auth/policyholder/code', { token, body: { policyNo } })
const confirm = (token: string, { policy_no: policyNo }: Policy, code: string) =>
  call('POST', '/api/v1/auth/policyholder/code/confirm', { token, body: { policyNo, code } })
async function mailedCode(token: string, policy: Policy): Promise<string> {
  expect((await requestCode(token, policy)).status).toBe(200)
  await runJobs()
  const mail = (await mailsTo(policy.email)).find(({ template }) => template === 'signing-code')
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}
const otherThan = (code: string, index = 0) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0')
const getTrail = ({ policy_no }: Policy): Promise<{ event: string; party: number; identifiedBy: string | null }[]> =>
  get(staff, `/api/v1/documents/events/${policy_no}`)
const getAudit = async ({ policy_id }: Policy) =>
  (
    await db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'details'])
      .where('policy_id', '=', policy_id)
      .orderBy('audit_id')
      .execute()
  ).map(({ action, actor_kind }) => `${actor_kind} ${action}`)

describe('link not emailed to the address on file', () => {
  it.each([
    ['shown to an agent', (policy: Policy) => shownTo(agent, policy)],
    ['shown to staff', (policy: Policy) => shownTo(staff, policy)],
    ['emailed to another address', (policy: Policy) => emailedTo(`thief-${policy.policy_no}@example.com`, policy)],
  ])('can be opened if %s, but requires a code to sign, decline or cancel', async (_, open) => {
    const policy = await aPolicyToSign()
    const token = await open(policy)
    expect((await call('GET', `/api/v1/policies/${policy.policy_no}/getConfirmation`, { token })).status).toBe(200)
    const viewed = { policyNo: policy.policy_no, event: 'opened' }
    expect((await call('POST', '/api/v1/documents/events', { token, body: viewed })).status).toBe(201)
    for (const act of [getConsent, getDecline, getSigning, getCancel]) {
      const response = await act(token, policy)
      expect(response.status).toBe(403)
      expect((await response.json()).errors[0].code).toBe('missing_code')
    }
    expect((await getTrail(policy)).map(({ event, identifiedBy }) => [event, identifiedBy])).toEqual([
      ['opened', 'link'],
    ])

    const confirmed = await confirm(token, policy, await mailedCode(token, policy))
    expect(confirmed.status).toBe(200)
    expect((await confirmed.json()).payload.identifiedBy).toBe('code')
    expect((await getConsent(token, policy)).status).toBe(201)
    expect((await getSigning(token, policy)).status).toBe(200)
    const own = (await getTrail(policy)).filter(({ party, event }) => party === 2 && event !== 'sent')
    expect(new Set(own.slice(1).map(({ identifiedBy }) => identifiedBy))).toEqual(new Set(['code']))
    expect((await getCancel(token, policy)).status).toBe(200)
  })

  it('keeps its identification level when the session is refreshed', async () => {
    const policy = await aPolicyToSign()
    const { link } = await get(agent, `/api/v1/policies/${policy.policy_no}/link?forInsured=true`)
    const body = { Token: tokenIn(link), Phone: '8135550142', Zip: '33606' }
    const refresh = async (refreshToken: string) =>
      (await (await call('POST', '/api/v1/auth/refresh', { body: { refreshToken } })).json()).payload
    const opened = (await (await call('POST', '/api/v1/auth/policyholder', { body })).json()).payload
    const second = await refresh(opened.refreshToken)
    expect((await getConsent(second.token, policy)).status).toBe(403)
    expect((await confirm(second.token, policy, await mailedCode(second.token, policy))).status).toBe(200)
    const third = await refresh(second.refreshToken)
    expect((await getConsent(third.token, policy)).status).toBe(201)
  })
})

describe('link emailed only to the address on file', () => {
  it('allows signing without a code and records mailbox access as the identification', async () => {
    const policy = await aPolicyToSign()
    const token = await emailedTo(policy.email, policy)
    expect((await getConsent(token, policy)).status).toBe(201)
    expect((await getSigning(token, policy)).status).toBe(200)
    const signed = (await getTrail(policy)).filter(({ event }) => event === 'signed')
    expect(new Set(signed.map(({ identifiedBy }) => identifiedBy))).toEqual(new Set(['mailbox']))
  })

  it('requires a code if the email address on file has changed', async () => {
    const policy = await aPolicyToSign()
    const token = await emailedTo(policy.email, policy)
    await db
      .updateTable('policies')
      .set({ email: `new-${policy.email}` })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect((await getConsent(token, policy)).status).toBe(403)
  })

  it('passes its identification level on to a hand-off session', async () => {
    const policy = await aPolicyToSign()
    for (const [token, status] of [
      [await emailedTo(policy.email, policy), 201],
      [await shownTo(agent, policy), 403],
    ] as const) {
      const created = await call('POST', '/api/v1/auth/handoff', { token, body: { target: 'portal' } })
      const handOff = (await created.json()).payload.token
      const { payload } = await (
        await call('GET', `/api/v1/auth/authorize?token=${encodeURIComponent(handOff)}`)
      ).json()
      expect((await getConsent(payload.Token, policy)).status).toBe(status)
    }
  })
})

describe('signing code', () => {
  it('is emailed to the address on file and masked in the response', async () => {
    const policy = await aPolicyToSign()
    const { payload } = await (await requestCode(await shownTo(agent, policy), policy)).json()
    expect(payload.sentTo).toBe('i•••@example.com')
    expect(Date.parse(payload.expiresAt) - Date.parse(payload.resendAt)).toBe(9 * minute)
  })

  it('is rejected after five wrong guesses, even when it is correct', async () => {
    const policy = await aPolicyToSign()
    const token = await shownTo(agent, policy)
    const code = await mailedCode(token, policy)
    const responses = []
    for (let index = 0; index < 5; index++) {
      const response = await confirm(token, policy, otherThan(code, index))
      responses.push([response.status, (await response.json()).message])
    }
    expect(responses).toEqual([
      [422, 'This code is incorrect; 4 tries are left.'],
      [422, 'This code is incorrect; 3 tries are left.'],
      [422, 'This code is incorrect; 2 tries are left.'],
      [422, 'This code is incorrect; one try is left.'],
      [410, 'The code was entered incorrectly five times. Please request a new one.'],
    ])
    const right = await confirm(token, policy, code)
    expect(right.status).toBe(410)
    expect((await right.json()).errors[0].code).toBe('code_blocked')
    expect((await getConsent(token, policy)).status).toBe(403)
  })

  it('is blocked after five wrong guesses, even if twenty guesses arrive simultaneously', async () => {
    const policy = await aPolicyToSign()
    const token = await shownTo(agent, policy)
    const code = await mailedCode(token, policy)
    const guesses = Array.from({ length: 20 }, (_, index) => confirm(token, policy, otherThan(code, index)))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(4)
    expect(statuses.filter((status) => status === 410)).toHaveLength(16)
    expect((await confirm(token, policy, code)).status).toBe(410)
  })

  it('works once within ten minutes, and only in the session that requested it', async () => {
    const policy = await aPolicyToSign()
    const [token, other] = [await shownTo(agent, policy), await shownTo(agent, policy)]
    const code = await mailedCode(token, policy)
    expect((await confirm(other, policy, code)).status).toBe(410)
    await at(10 * minute, async () => {
      expect((await confirm(token, policy, code)).status).toBe(410)
    })
    expect((await confirm(token, policy, code)).status).toBe(200)
    expect((await confirm(token, policy, code)).status).toBe(410)
    expect((await getConsent(other, policy)).status).toBe(403)
  })

  it('can be requested again after one minute, and then invalidates the previous code', async () => {
    const policy = await aPolicyToSign()
    const token = await shownTo(agent, policy)
    const first = await mailedCode(token, policy)
    const soon = await requestCode(token, policy)
    expect(soon.status).toBe(429)
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(30)
    const both = await Promise.all([requestCode(token, policy), requestCode(token, policy)])
    expect(both.map(({ status }) => status)).toEqual([429, 429])
    await at(minute + 1000, async () => {
      const fresh = await shownTo(agent, policy)
      expect((await requestCode(fresh, policy)).status).toBe(200)
      expect((await confirm(fresh, policy, first)).status).not.toBe(200)
    })
  })

  it('returns 404 if requested for a policy of another insured', async () => {
    const token = await shownTo(agent, await aPolicyToSign())
    const foreign = await aPolicyToSign()
    expect([(await requestCode(token, foreign)).status, (await confirm(token, foreign, '000000')).status]).toEqual([
      404, 404,
    ])
  })
})

describe('policy links for read-only users', () => {
  it('return 403 when a read-only user displays or emails them [SIGN-4]', async () => {
    const { policy_no } = await aPolicyToSign()
    for (const path of ['link?forInsured=true', 'link', 'email-link'])
      expect((await call('GET', `/api/v1/policies/${policy_no}/${path}`, { token: reader })).status).toBe(403)
  })
})

describe('email history of a policy', () => {
  it('hides links and codes from agents and staff', async () => {
    const policy = await aPolicyToSign()
    await emailedTo(policy.email, policy)
    await mailedCode(await shownTo(agent, policy), policy)
    const [codeMail, linkMail] = await mailsTo(policy.email)
    const secrets = [tokenIn(linkMail?.text ?? ''), /\b\d{6}\b/.exec(codeMail?.text ?? '')?.[0] ?? '']
    for (const token of [agent, staff, reader])
      for (const mail of [codeMail, linkMail]) {
        const path = `emailTemplates/${mail?.template}/${mail?.email_message_id}`
        const shown = JSON.stringify(await get(token, `/api/v1/policies/${policy.policy_no}/${path}`))
        expect(shown).toContain('██████')
        for (const secret of secrets) expect(shown).not.toContain(secret)
      }
  })
})

describe('audit log of links and codes', () => {
  it('records each created, displayed and opened link, and each code', async () => {
    const policy = await aPolicyToSign()
    const token = await shownTo(agent, policy)
    const code = await mailedCode(token, policy)
    await confirm(token, policy, otherThan(code))
    await confirm(token, policy, code)
    const { link } = await get(agent, `/api/v1/policies/${policy.policy_no}/link?forInsured=true`)
    await call('POST', '/api/v1/auth/policyholder', {
      body: { Token: tokenIn(link), Phone: '8135550142', Zip: '99999' },
    })
    await call('POST', '/api/v1/policyholder/requestLink', { body: { policyNumber: policy.policy_no, zip: '33606' } })
    await runJobs()
    expect(await getAudit(policy)).toEqual([
      ...['agent link.create', 'agent link.show', 'anonymous link.redeem'],
      ...['insured code.send', 'insured code.reject', 'insured code.confirm'],
      ...['agent link.create', 'agent link.show', 'anonymous link.reject'],
      'job link.create',
    ])
    const { rows } = await sql<{ kept: string }>`select details::text as kept from audit_log`.execute(db)
    for (const { kept } of rows) expect(kept).not.toContain(code)
  })
})

describe('cancellation request email', () => {
  it('asks the insured to sign and links to the signing page', async () => {
    const policy = await aPolicyToSign()
    expect((await getCancel(agent, policy)).status).toBe(200)
    await runJobs()
    const [mail] = await mailsTo(policy.email)
    expect(mail?.subject).toBe(`Sign your request to cancel policy ${policy.policy_no}`)
    const Token = tokenIn(mail?.text ?? '', 'cancel')
    const { payload } = await (await call('POST', '/api/v1/auth/deepLink', { body: { Token } })).json()
    expect(payload.purpose).toBe('cancel')
    expect((await getSigning(await openLink(Token), policy)).status).toBe(200)
  })
})
