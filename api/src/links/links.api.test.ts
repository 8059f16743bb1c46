import { describe, expect, test } from 'vitest'
import { createLinkToken } from '../link-tokens/create-link.ts'
import { deepLinkLifetimeMs } from '../link-tokens/link-token.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const { call, db, keys, at, tokenFor, runJobs } = await createTestApi()
const agency = await insertAgency(db)
const agent = await insertAccount(db, { agency_id: agency.agency_id })
const staff = await insertAccount(db, { roles: ['internal'] })
const insured = { phone: '813-555-0142', zip: '33606' }

const aLinkedPolicy = () =>
  insertPolicy(db, { columns: { ...insured, agency_id: agency.agency_id, agency_no: agency.agency_no } })
const jobContext = { actor: { kind: 'job', name: 'test' }, requestId: 'req_test', ip: '', keys, db } as const
const aLink = async (policyNo: string) =>
  (await createLinkToken({ ...jobContext, now: new Date() }, { kind: 'deeplink', purpose: 'new', policyNo })).token
const signIn = (Token: string, Phone = '8135550142', Zip = '33606') =>
  call('POST', '/api/v1/auth/policyholder', { body: { Token, Phone, Zip } })

const mailsTo = (email: string) =>
  db
    .selectFrom('email_messages')
    .select(['subject', 'html', 'text', 'template'])
    .where('to_email', '=', email)
    .execute()

describe('loginPolicyholder', () => {
  test('returns a session and the policy for the correct phone number and ZIP code [P289] [C002] [P201] [P002]', async () => {
    const policy = await aLinkedPolicy()
    const response = await signIn(await aLink(policy.policy_no))
    expect(response.status).toBe(200)
    const { payload } = await response.json()
    expect(payload).toMatchObject({
      accountType: 'policyholder',
      purpose: 'new',
      policy: { policyNo: policy.policy_no },
    })
    expect(payload.policyDocStatus).toMatchObject({ isPolicyPaid: false })
    const seen = await call('GET', `/api/v1/policies/${policy.policy_no}`, { token: payload.jwt })
    expect(seen.status).toBe(200)
  })

  test('returns a session that cannot read policies of other policyholders (404)', async () => {
    const policy = await aLinkedPolicy()
    const stranger = await aLinkedPolicy()
    const { payload } = await (await signIn(await aLink(policy.policy_no))).json()
    const hidden = await call('GET', `/api/v1/policies/${stranger.policy_no}`, { token: payload.jwt })
    const missing = await call('GET', '/api/v1/policies/RFL3999999', { token: payload.jwt })
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect({ ...(await hidden.json()), requestId: '' }).toEqual({ ...(await missing.json()), requestId: '' })
  })

  test.each([
    ['a wrong phone number', '8135550199', '33606'],
    ['a wrong ZIP code', '8135550142', '33607'],
    ['empty strings', '', ''],
  ])('returns 401 and the product ID for %s [P008]', async (_, phone, zip) => {
    const policy = await aLinkedPolicy()
    const response = await signIn(await aLink(policy.policy_no), phone, zip)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ payload: { ProductId: 1 }, errors: [{ code: 'unauthorized' }] })
  })

  test('returns 401 when a link is used a second time', async () => {
    const token = await aLink((await aLinkedPolicy()).policy_no)
    expect((await signIn(token)).status).toBe(200)
    expect((await signIn(token)).status).toBe(401)
  })

  test('accepts only one of two simultaneous requests with the same link', async () => {
    const token = await aLink((await aLinkedPolicy()).policy_no)
    const statuses = (await Promise.all([signIn(token), signIn(token)])).map((response) => response.status)
    expect(statuses.toSorted()).toEqual([200, 401])
  })

  test('returns 401 after five wrong attempts, even for the correct phone number and ZIP code', async () => {
    const token = await aLink((await aLinkedPolicy()).policy_no)
    for (let attempt = 0; attempt < 5; attempt++) expect((await signIn(token, '8135550100')).status).toBe(401)
    expect((await signIn(token)).status).toBe(401)
  })

  test('blocks the link after five wrong attempts, even if twenty arrive simultaneously', async () => {
    const policy = await aLinkedPolicy()
    const token = await aLink(policy.policy_no)
    const wrong = Array.from({ length: 19 }, (_, index) => signIn(token, '8135550142', String(10_000 + index)))
    const right = signIn(token)
    expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 401))
    const { failed_attempts } = await db
      .selectFrom('link_tokens')
      .select('failed_attempts')
      .where('policy_no', '=', policy.policy_no)
      .executeTakeFirstOrThrow()
    expect(failed_attempts).toBeLessThanOrEqual(5)
    expect((await right).status).toBe(failed_attempts < 5 ? 200 : 401)
  })

  test('returns 410 for a used link and explains that each link works only once', async () => {
    const token = await aLink((await aLinkedPolicy()).policy_no)
    await signIn(token)
    const response = await call('POST', '/api/v1/auth/deepLink', { body: { Token: token } })
    expect(response.status).toBe(410)
    expect(await response.json()).toMatchObject({
      message: 'This link was already used. Links work only once. Please request a new one.',
      errors: [{ code: 'already_used' }],
      payload: { ProductId: 1 },
    })
  })

  test.each([
    ['an empty token', ''],
    ['not base64', '%%%'],
    ['without .TD', btoa('sealed')],
    ['without a number after .TD', btoa('sealed.TDsoon')],
  ])('rejects an invalid token: %s [P198] [P199]', async (_, token) => {
    const response = await signIn(token)
    expect([400, 401]).toContain(response.status)
    expect((await response.json()).payload?.jwt).toBeUndefined()
  })

  test('returns 410 for an expired link [P199]', async () => {
    const token = await aLink((await aLinkedPolicy()).policy_no)
    await at(deepLinkLifetimeMs + 1000, async () => {
      const response = await signIn(token)
      expect(response.status).toBe(410)
      expect((await response.json()).message).toBe('The link has expired. Please click here to generate a new one.')
    })
  })
})

describe('requestLink', () => {
  const requestLink = (body: Record<string, string>) => call('POST', '/api/v1/policyholder/requestLink', { body })

  test('sends an email with a link that signs in to the policy [P287]', async () => {
    const policy = await aLinkedPolicy()
    const response = await requestLink({ policyNumber: policy.policy_no, zip: '33606', email: '', phone: '' })
    expect(response.status).toBe(200)
    await runJobs()
    const [mail] = await mailsTo(policy.email)
    const token = decodeURIComponent(mail?.text.match(/\/policyholder\/authenticate\/(\S+)/)?.[1] ?? '')
    expect((await signIn(token)).status).toBe(200)
  })

  test('returns the same response but sends no email if no policy matches', async () => {
    const policy = await aLinkedPolicy()
    const right = await requestLink({ policyNumber: policy.policy_no, zip: '33606', email: '', phone: '' })
    const wrong = await requestLink({ policyNumber: policy.policy_no, zip: '99999', email: '', phone: '' })
    expect(await wrong.text()).toBe(await right.text())
    await runJobs()
    expect(await mailsTo(policy.email)).toHaveLength(1)
  })

  test('finds the policy by email address and phone number', async () => {
    const policy = await aLinkedPolicy()
    await requestLink({ email: policy.email, phone: insured.phone, policyNumber: '', zip: '' })
    await runJobs()
    expect(await mailsTo(policy.email)).toHaveLength(1)
  })

  test('returns 422 and names the missing field', async () => {
    const response = await requestLink({ policyNumber: 'RFL3000101', zip: '', email: '', phone: '' })
    expect(response.status).toBe(422)
    expect((await response.json()).errors[0].field).toBe('zip')
  })
})

describe('createHandOff', () => {
  test('returns a token that signs in once within 30 minutes [C027] [P194] [P290]', async () => {
    const token = await tokenFor({ accountId: staff.account_id })
    const response = await call('POST', '/api/v1/auth/handoff', { token, body: { target: 'bulkUpload' } })
    expect(response.status).toBe(201)
    const { payload } = await response.json()
    expect(payload.link).toBe(`/bulkUpload?token=${encodeURIComponent(payload.token)}`)
    const redeem = () => call('GET', `/api/v1/auth/authorize?token=${encodeURIComponent(payload.token)}`)
    expect(await (await redeem()).json()).toMatchObject({ payload: { AgentId: staff.account_id } })
    expect((await redeem()).status).toBe(401)
  })

  test('returns a token that expires after 30 minutes and is then rejected with 410 [C027] [P194]', async () => {
    const token = await tokenFor({ accountId: staff.account_id })
    const { payload } = await (await call('POST', '/api/v1/auth/handoff', { token, body: { target: 'portal' } })).json()
    await at(30 * 60_000, async () => {
      expect((await call('GET', `/api/v1/auth/authorize?token=${encodeURIComponent(payload.token)}`)).status).toBe(410)
    })
  })

  test.each(['handoff', 'resource'])(
    'creates a %s token that stops working when the user logs out everywhere',
    async (kind) => {
      const token = await tokenFor({ accountId: agent.account_id })
      const elsewhere = await tokenFor({ accountId: agent.account_id })
      const policy = await aLinkedPolicy()
      const { payload } = await (kind === 'handoff'
        ? await call('POST', '/api/v1/auth/handoff', { token, body: { target: 'portal' } })
        : await call('POST', '/api/v1/auth/resources', { token, body: { policyNo: policy.policy_no } })
      ).json()
      const way =
        kind === 'handoff'
          ? `/api/v1/auth/authorize?token=${encodeURIComponent(payload.token)}`
          : `/api/v1/auth/resources/${payload.resourceId}/redeem`
      await call('POST', '/api/v1/auth/logout', { token: elsewhere, body: { everywhere: true } })
      expect((await call('GET', way)).status).toBe(kind === 'handoff' ? 401 : 404)
    },
  )

  test('returns 403 to agents for the bulk upload page [C026]', async () => {
    const token = await tokenFor({ accountId: agent.account_id })
    expect((await call('POST', '/api/v1/auth/handoff', { token, body: { target: 'bulkUpload' } })).status).toBe(403)
  })
})

describe('loginByAgentLink', () => {
  test('logs in the agent once and returns the policy number [P288]', async () => {
    const { policy_no: policyNo } = await aLinkedPolicy()
    const linkInput = { kind: 'agent', purpose: 'agentPolicy', accountId: agent.account_id, policyNo } as const
    const { token: Token } = await createLinkToken({ ...jobContext, now: new Date() }, linkInput)
    const enter = () => call('POST', '/api/v1/auth/agentDeepLink', { body: { Token } })
    const entered = await enter()
    const { payload } = await entered.json()
    expect([entered.status, payload.policy]).toEqual([200, policyNo])
    expect((await call('GET', `/api/v1/policies/${policyNo}`, { token: payload.token })).status).toBe(200)
    expect((await enter()).status).toBe(401)
  })
})

describe('redeemResource', () => {
  test('returns a session token for the resource only once [P291]', async () => {
    const policy = await aLinkedPolicy()
    const token = await tokenFor({ accountId: agent.account_id })
    const created = await call('POST', '/api/v1/auth/resources', { token, body: { policyNo: policy.policy_no } })
    expect(created.status).toBe(201)
    const { resourceId } = (await created.json()).payload
    const redeem = () => call('GET', `/api/v1/auth/resources/${resourceId}/redeem`)
    const { payload } = await (await redeem()).json()
    expect(payload.policyNo).toBe(policy.policy_no)
    expect((await call('GET', '/api/v1/accounts/profile', { token: payload.UnderlyingJwt })).status).toBe(200)
    expect((await redeem()).status).toBe(404)
  })
})

describe('resendPolicyLink', () => {
  test('emails the insured and returns the recipient [P270] [D262] [D343]', async () => {
    const policy = await aLinkedPolicy()
    const token = await tokenFor({ accountId: agent.account_id })
    const response = await call('GET', `/api/v1/policies/${policy.policy_no}/email-link?email=other@example.com`, {
      token,
    })
    expect((await response.json()).message).toBe('Email successfully sent to other@example.com!')
    await runJobs()
    expect(await mailsTo('other@example.com')).toHaveLength(1)
  })

  test.each(['a\u0001b@example.com', 'a\u007f@example.com', 'a@b\u0085.com', 'a b@example.com', '\u202ea@example.com'])(
    'returns 400 for the email address %j and does not break the notification list',
    async (email) => {
      const policy = await aLinkedPolicy()
      const token = await tokenFor({ accountId: agent.account_id })
      const path = `/api/v1/policies/${policy.policy_no}`
      expect((await call('GET', `${path}/email-link?email=${encodeURIComponent(email)}`, { token })).status).toBe(400)
      await runJobs()
      expect((await call('GET', `${path}/notifications`, { token })).status).toBe(200)
    },
  )

  test('returns 403 to read-only staff, but lets other staff email the address on file [C160] [D263]', async () => {
    const policy = await aLinkedPolicy()
    const reader = await insertAccount(db, { roles: ['internal', 'readonly'] })
    const resend = async (accountId: string) =>
      (await call('GET', `/api/v1/policies/${policy.policy_no}/email-link`, { token: await tokenFor({ accountId }) }))
        .status
    expect(await resend(reader.account_id)).toBe(403)
    await runJobs()
    expect(await mailsTo(policy.email)).toHaveLength(0)
    expect(await resend(staff.account_id)).toBe(200)
    await runJobs()
    expect(await mailsTo(policy.email)).toHaveLength(1)
  })

  test('returns 404 and sends no email for a policy of another agency', async () => {
    const policy = await insertPolicy(db)
    const token = await tokenFor({ accountId: agent.account_id })
    expect((await call('GET', `/api/v1/policies/${policy.policy_no}/email-link`, { token })).status).toBe(404)
    await runJobs()
    expect(await mailsTo(policy.email)).toHaveLength(0)
  })
})

describe('getPolicyLink', () => {
  const linkOf = async (policyNo: string, query: string, token: string) => {
    const response = await call('GET', `/api/v1/policies/${policyNo}/link?${query}`, { token })
    expect(response.status).toBe(200)
    return (await response.json()).payload
  }

  test.each([
    ['true', (policyNo: string) => `/agent/policy/${policyNo}/policy-wizard/`],
    ['false', (policyNo: string) => `/policy/embed/${policyNo}`],
  ])('returns the wizard or policy page URL to an agent for isBind=%s [P292]', async (isBind, path) => {
    const { policy_no } = await aLinkedPolicy()
    const token = await tokenFor({ accountId: agent.account_id })
    expect(await linkOf(policy_no, `isBind=${isBind}`, token)).toEqual({ link: path(policy_no), expiresAt: null })
  })

  test.each([
    ['true', () => '/policyholder/welcome'],
    ['false', (policyNo: string) => `/policyholder/policies/${policyNo}`],
  ])('returns the wizard or policy page URL to a policyholder for isBind=%s [P292]', async (isBind, path) => {
    const { policy_no } = await aLinkedPolicy()
    const { payload } = await (await signIn(await aLink(policy_no))).json()
    expect((await linkOf(policy_no, `isBind=${isBind}`, payload.jwt)).link).toBe(path(policy_no))
  })

  test.each([
    ['true', 'new'],
    ['false', 'authenticate'],
  ])('returns a sign-in link for the insured for isBind=%s with purpose %s [P292]', async (isBind, purpose) => {
    const { policy_no } = await aLinkedPolicy()
    const token = await tokenFor({ accountId: agent.account_id })
    const { link } = await linkOf(policy_no, `isBind=${isBind}&forInsured=true`, token)
    const { pathname } = new URL(link)
    expect(pathname).toMatch(new RegExp(`^/policyholder/${purpose}/`))
    const { payload } = await (await signIn(decodeURIComponent(pathname.split('/')[3] ?? ''))).json()
    expect(payload).toMatchObject({ purpose, policy: { policyNo: policy_no } })
  })
})
