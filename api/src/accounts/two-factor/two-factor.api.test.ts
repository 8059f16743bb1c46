import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { decryptText, encryptText } from '../../http/encrypted-text.ts'
import { reencryptSecrets } from '../../jobs/reencrypt-secrets.ts'
import { createLinkToken } from '../../link-tokens/create-link.ts'
import { clearSettingsCache } from '../../settings/settings.ts'
import { createTestApi } from '../../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../../testing/builders.ts'
import { hashPassword } from '../password.ts'
import { generateTotpCode } from './codes.ts'

const api = await createTestApi({}, 'stands')
const { db, at } = api
const password = 'Tideline-Demo-1'
const password_hash = await hashPassword(password)
const agency = await insertAgency(db)
const anAgentHere = () => insertAccount(db, { agency_id: agency.agency_id, password_hash })
const superuserAccount = await insertAccount(db, { roles: ['superuser', 'internal'], password_hash })
const superuser = await api.tokenFor({ accountId: superuserAccount.account_id })

// biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
async function call(token: string | undefined, request: string, body?: object): Promise<{ status: number; body: any }> {
  const [method = '', path = ''] = request.split(' ')
  const response = await api.call(method, path, { ...(token && { token }), ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}

/**
 * Minutes since the start of the test. Each step of a test is two minutes after the previous one, so it uses a new
 * code.
 */
let minutes = 0
beforeEach(() => {
  minutes = 0
})
const offset = () => minutes * 60_000
const later = <Result>(work: () => Promise<Result>) => {
  minutes += 2
  return at(offset(), work as () => Promise<void>) as Promise<Result>
}
const begun = api.now().getTime()
const now = () => new Date(begun + offset())

const logIn = (email: string, code?: string, given = password) =>
  call(undefined, 'POST /api/v1/auth/login', { email, password: given, ...(code && { code }) })
const twoFactorPath = '/api/v1/accounts/secondFactor'
const proof = (code?: string) => ({ currentPassword: password, ...(code && { code }) })
const getCode = (response: { body: { errors?: { code: string }[] } }) => response.body.errors?.[0]?.code

/** Creates an account with two-factor authentication and moves the clock forward. */
async function withFactor(account = anAgentHere()) {
  const { email, account_id } = await account
  const token = await api.tokenFor({ accountId: account_id })
  const other = await api.tokenFor({ accountId: account_id })
  const { secret } = (await call(token, `POST ${twoFactorPath}`, proof())).body.payload as { secret: string }
  let recoveryCodes: string[] = []
  await later(async () => {
    const confirmed = await call(token, `PUT ${twoFactorPath}`, { code: generateTotpCode(secret, now()) })
    expect(confirmed.status).toBe(200)
    recoveryCodes = confirmed.body.payload.recoveryCodes
  })
  return { email, accountId: account_id, token, other, secret, recoveryCodes }
}

async function demand(kind: 'agents' | 'staff', value: boolean) {
  const response = await call(superuser, `PUT /api/admin/settings/secondFactor.${kind}`, { value: String(value) })
  expect(response.status).toBe(200)
  clearSettingsCache(db)
}

const getSessions = async (accountId: string) =>
  (await db.selectFrom('sessions').select('session_id').where('account_id', '=', accountId).execute()).length

describe('two-factor authentication', () => {
  test('requires the password and a valid code for setup, and stores no secret in plain text', async () => {
    const account = await anAgentHere()
    const token = await api.tokenFor({ accountId: account.account_id })
    expect((await call(token, `GET ${twoFactorPath}`)).body.payload).toEqual({
      ...{ isEnabled: false, enabledAt: null, remainingRecoveryCodes: 0, isRequired: false },
    })
    expect((await call(token, `PUT ${twoFactorPath}`, { code: '123456' })).status).toBe(409)
    const wrong = await call(token, `POST ${twoFactorPath}`, { currentPassword: 'Not-Mine-1' })
    expect([wrong.status, getCode(wrong)]).toEqual([422, 'wrong_password'])
    const mine = await withFactor(Promise.resolve(account))
    const row = await db
      .selectFrom('two_factor_secrets')
      .selectAll()
      .where('account_id', '=', mine.accountId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      mine.secret,
    )
    expect(row.secret_sealed).toMatch(/^v1\./)
    const kept = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of mine.recoveryCodes) expect(kept).not.toContain(code)
    expect((await call(mine.token, `GET ${twoFactorPath}`)).body.payload).toMatchObject({
      isEnabled: true,
      remainingRecoveryCodes: 10,
    })
    // The account's other session has ended because it did not pass two-factor authentication.
    expect((await call(mine.other, `GET ${twoFactorPath}`)).status).toBe(401)
  })

  test('creates a session only after the password and a valid code of the same account', async () => {
    const mine = await withFactor()
    const stranger = await withFactor()
    const before = await getSessions(mine.accountId)
    await later(async () => {
      const first = await logIn(mine.email)
      expect([first.status, getCode(first)]).toEqual([401, 'missing_second_factor_code'])
      expect(first.body).not.toHaveProperty('payload')
      for (const code of [generateTotpCode(stranger.secret, now()), stranger.recoveryCodes[0], '000000']) {
        const response = await logIn(mine.email, code)
        expect([response.status, getCode(response)]).toEqual([422, 'wrong_code'])
      }
      // A correct code with a wrong password is rejected. The response does not mention two-factor authentication.
      const wrong = await logIn(mine.email, generateTotpCode(mine.secret, now()), 'Wrong-Password-1')
      expect([wrong.status, getCode(wrong)]).toEqual([401, 'wrong_credentials'])
      expect(await getSessions(mine.accountId)).toBe(before)
      const right = await logIn(mine.email, generateTotpCode(mine.secret, now()))
      expect(right.status).toBe(200)
      expect((await call(right.body.payload.token, `GET ${twoFactorPath}`)).status).toBe(200)
    })
  })

  test('accepts a code only once, even in concurrent requests, and rejects older codes', async () => {
    const { email, secret } = await withFactor()
    await later(async () => {
      const code = generateTotpCode(secret, now())
      const older = generateTotpCode(secret, new Date(now().getTime() - 30_000))
      const responses = await Promise.all(Array.from({ length: 8 }, () => logIn(email, code)))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)])
      for (const used of [code, older]) expect((await logIn(email, used)).status).toBe(422)
    })
  })

  test('accepts each recovery code only once, even in 20 concurrent log-ins', async () => {
    const { email, token, recoveryCodes } = await withFactor()
    const [first = '', second = ''] = recoveryCodes
    const responses = await Promise.all(Array.from({ length: 20 }, () => logIn(email, first)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // The other requests either had a wrong code or exceeded the limit of ten attempts.
    expect(statuses.filter((status) => status !== 200).every((status) => status === 422 || status === 429)).toBe(true)
    expect((await call(token, `GET ${twoFactorPath}`)).body.payload.remainingRecoveryCodes).toBe(9)
    await call(superuser, `POST /api/v1/accounts/unlock/${(await accountOf(email)).account_id}`, { reason: 'A test.' })
    expect((await logIn(email, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  })

  const accountOf = (email: string) =>
    db.selectFrom('accounts').select('account_id').where('email', '=', email).executeTakeFirstOrThrow()

  test('rejects every code for 15 minutes after ten wrong codes', async () => {
    const { email, secret, accountId } = await withFactor()
    await later(async () => {
      for (let guess = 0; guess < 10; guess++) expect((await logIn(email, '000000')).status).toBe(422)
      expect((await logIn(email, generateTotpCode(secret, now()))).status).toBe(429)
      const shown = (await call(superuser, `GET /api/admin/accounts/${accountId}`)).body
      expect(shown).toMatchObject({ hasSecondFactor: true, failedLogins: { count: 11 } })
      expect(Date.parse(shown.failedLogins.lockedUntil)).toBeGreaterThan(now().getTime())
    })
    minutes += 15
    await later(async () => expect((await logIn(email, generateTotpCode(secret, now()))).status).toBe(200))
  })

  test('requires a code to change devices and keeps the old device until the new one is confirmed', async () => {
    const { email, token, secret } = await withFactor()
    expect((await call(token, `POST ${twoFactorPath}`, proof())).status).toBe(422)
    let fresh = ''
    await later(async () => {
      const response = await call(token, `POST ${twoFactorPath}`, proof(generateTotpCode(secret, now())))
      fresh = response.body.payload.secret
      expect(fresh).not.toBe(secret)
    })
    await later(async () => {
      expect((await logIn(email, generateTotpCode(fresh, now()))).status).toBe(422)
      expect((await logIn(email, generateTotpCode(secret, now()))).status).toBe(200)
      expect((await call(token, `PUT ${twoFactorPath}`, { code: generateTotpCode(fresh, now()) })).status).toBe(200)
    })
    await later(async () => {
      expect((await logIn(email, generateTotpCode(secret, now()))).status).toBe(422)
      expect((await logIn(email, generateTotpCode(fresh, now()))).status).toBe(200)
    })
  })

  test('requires a code for new recovery codes, and a code and the password for deactivation', async () => {
    const { email, token, secret, recoveryCodes } = await withFactor()
    await later(async () => {
      const path = `POST ${twoFactorPath}/recoveryCodes`
      expect((await call(token, path, proof('000000'))).status).toBe(422)
      const renewed = await call(token, path, proof(generateTotpCode(secret, now())))
      expect(renewed.body.payload.recoveryCodes).toHaveLength(10)
      expect((await logIn(email, recoveryCodes[0])).status).toBe(422)
    })
    await later(async () => {
      expect((await call(token, `POST ${twoFactorPath}/remove`, proof('000000'))).status).toBe(422)
      expect((await call(token, `POST ${twoFactorPath}/remove`, proof(generateTotpCode(secret, now())))).status).toBe(
        200,
      )
      expect((await logIn(email)).status).toBe(200)
    })
    await api.runJobs()
    const mails = await db
      .selectFrom('email_messages')
      .select('subject')
      .where('to_email', '=', email)
      .where('template', '=', 'second-factor-changed')
      .orderBy('created_at')
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Two-factor authentication was set up',
      'Two-factor authentication was turned off',
    ])
  })

  test('lets a superuser reset two-factor authentication with an audited reason, and ends all sessions', async () => {
    const { accountId, email, token } = await withFactor()
    const path = (id: string) => `POST /api/v1/accounts/resetSecondFactor/${id}`
    const reason = 'The phone was lost; called back.'
    const reset = (by = superuser, id = accountId) => call(by, path(id), { reason })
    const internal = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
    for (const stranger of [token, internal]) expect((await reset(stranger)).status).toBe(403)
    expect(getCode(await reset(superuser, superuserAccount.account_id))).toBe('own_account')
    expect((await call(superuser, path(accountId), { reason: '    ' })).status).toBe(400)
    expect((await reset()).status).toBe(200)
    expect((await reset()).status).toBe(409)
    expect((await call(token, `GET ${twoFactorPath}`)).status).toBe(401)
    expect((await logIn(email)).status).toBe(200)
    const entry = await db
      .selectFrom('audit_log')
      .select(['details', 'actor_id'])
      .where('action', '=', 'account.resetSecondFactor')
      .where('entity_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actor_id: superuserAccount.account_id, details: { reason } })
  })
})

describe('required two-factor authentication', () => {
  const atLogin = (email: string, given = password) =>
    call(undefined, 'POST /api/v1/auth/secondFactor', { email, password: given })

  test('allows setup during log-in and creates no session before the first valid code', async () => {
    const { email, account_id } = await anAgentHere()
    expect(getCode(await atLogin(email))).toBe('second_factor_enabled')
    await demand('agents', true)
    try {
      const rejected = await logIn(email)
      expect([rejected.status, getCode(rejected)]).toEqual([401, 'second_factor_not_set_up'])
      expect(getCode(await logIn(email, '123456'))).toBe('second_factor_not_set_up')
      expect((await atLogin(email, 'Wrong-Password-1')).status).toBe(401)
      const { secret } = (await atLogin(email)).body.payload
      expect(getCode(await logIn(email))).toBe('second_factor_not_set_up')
      expect(getCode(await logIn(email, '000000'))).toBe('wrong_code')
      expect(await getSessions(account_id)).toBe(0)
      await later(async () => {
        const { status, body } = await logIn(email, generateTotpCode(secret, now()))
        expect([status, body.payload.recoveryCodes.length]).toEqual([200, 10])
        // After setup, the password alone no longer returns a secret, and log-in requires a code.
        expect(getCode(await atLogin(email))).toBe('second_factor_enabled')
        expect(getCode(await logIn(email))).toBe('missing_second_factor_code')
      })
      let token = ''
      await later(async () => {
        const { body } = await logIn(email, generateTotpCode(secret, now()))
        expect(body.payload).not.toHaveProperty('recoveryCodes')
        token = body.payload.token
      })
      await later(async () => {
        const removal = await call(token, `POST ${twoFactorPath}/remove`, proof(generateTotpCode(secret, now())))
        expect(getCode(removal)).toBe('second_factor_mandatory')
      })
      // Two-factor authentication for staff is a separate setting.
      expect((await logIn(superuserAccount.email)).status).toBe(200)
    } finally {
      await demand('agents', false)
    }
  })

  test('rejects refresh tokens of sessions that did not pass two-factor authentication', async () => {
    const { email } = await anAgentHere()
    const { refreshToken } = (await logIn(email)).body.payload
    const passed = await withFactor()
    let mine = ''
    await later(async () => {
      mine = (await logIn(passed.email, generateTotpCode(passed.secret, now()))).body.payload.refreshToken
    })
    await demand('agents', true)
    try {
      const refresh = (token: string) => call(undefined, 'POST /api/v1/auth/refresh', { refreshToken: token })
      expect((await refresh(refreshToken)).status).toBe(401)
      const renewed = await refresh(mine)
      expect(renewed.status).toBe(200)
      expect((await refresh(renewed.body.payload.refreshToken)).status).toBe(200)
    } finally {
      await demand('agents', false)
    }
  })
})

describe('encryption key rotation', () => {
  test('re-encrypts stored data with the new key in the nightly job', async () => {
    const mine = await withFactor()
    const place = { row: agency.agency_id, column: 'bank_account_sealed' } as const
    const [old = new Uint8Array()] = api.keys.sealing
    const bank_account_sealed = encryptText([old], place, '000123456789')
    await db.updateTable('agencies').set({ bank_account_sealed }).where('agency_id', '=', agency.agency_id).execute()
    const fresh = randomBytes(32)
    const reencrypt = (...sealing: Uint8Array[]) => reencryptSecrets({ db, keys: { ...api.keys, sealing } })
    const kept = async () => {
      const account = db.selectFrom('agencies').select('bank_account_sealed').where('agency_id', '=', agency.agency_id)
      const twoFactorPath = db
        .selectFrom('two_factor_secrets')
        .select('secret_sealed')
        .where('account_id', '=', mine.accountId)
      return [
        (await account.executeTakeFirstOrThrow()).bank_account_sealed ?? '',
        (await twoFactorPath.executeTakeFirstOrThrow()).secret_sealed ?? '',
      ] as const
    }
    const before = await kept()
    await expect(reencrypt(fresh)).rejects.toThrow('SEALING_KEYS has no key')
    expect(await kept()).toEqual(before)
    await reencrypt(fresh, old)
    const after = await kept()
    expect(decryptText([fresh], place, after[0])).toBe('000123456789')
    expect(decryptText([fresh], { row: mine.accountId, column: 'second_factor_sealed' }, after[1])).toBe(mine.secret)
    // Data that is already encrypted with the new key does not change.
    await reencrypt(fresh, old)
    expect(await kept()).toEqual(after)
    await reencrypt(old, fresh)
    await later(async () => expect((await logIn(mine.email, generateTotpCode(mine.secret, now()))).status).toBe(200))
  })
})

describe('two-factor authentication for log-in by link', () => {
  const linkOf = async (accountId: string) => {
    const { policy_no: policyNo } = await insertPolicy(db, {
      columns: { agency_id: agency.agency_id, agency_no: agency.agency_no },
    })
    const jobContext = {
      actor: { kind: 'job', name: 'test' },
      requestId: 'req_test',
      ip: '',
      keys: api.keys,
      db,
    } as const
    const input = { kind: 'agent', purpose: 'agentPolicy', accountId, policyNo } as const
    return { policyNo, Token: (await createLinkToken({ ...jobContext, now: now() }, input)).token }
  }
  const enter = (body: object) => call(undefined, 'POST /api/v1/auth/agentDeepLink', body)

  test('requires a code for a link sent to an agent, and keeps the link valid after a wrong code', async () => {
    const { accountId, secret } = await withFactor()
    const { Token, policyNo } = await linkOf(accountId)
    await later(async () => {
      expect(getCode(await enter({ Token }))).toBe('missing_second_factor_code')
      const asToken = await call(undefined, `POST /api/v1/auth/authorize?token=${encodeURIComponent(Token)}`)
      expect(asToken.status).toBe(401)
      expect(getCode(await enter({ Token, code: '000000' }))).toBe('wrong_code')
      const entered = await enter({ Token, code: generateTotpCode(secret, now()) })
      expect([entered.status, entered.body.payload.policy]).toEqual([200, policyNo])
      expect((await enter({ Token })).status).toBe(401)
    })
  })

  test('locks log-in by link after ten wrong codes, including wrong codes at password log-in', async () => {
    const { accountId, email } = await withFactor()
    const { Token } = await linkOf(accountId)
    const responses = await Promise.all(Array.from({ length: 12 }, () => enter({ Token, code: '000000' })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(422), 429, 429])
    expect((await logIn(email, '000000')).status).toBe(429)
  })

  test('returns second_factor_not_set_up for an account without two-factor authentication and creates no session', async () => {
    const account = await anAgentHere()
    await demand('agents', true)
    try {
      const { Token } = await linkOf(account.account_id)
      await call(undefined, 'POST /api/v1/auth/secondFactor', { email: account.email, password })
      for (const body of [{ Token }, { Token, code: '000000' }])
        expect(getCode(await enter(body))).toBe('second_factor_not_set_up')
      expect(await getSessions(account.account_id)).toBe(0)
      // A person who registers an agency has no password yet, so the log-in succeeds without a code.
      const jobContext = {
        actor: { kind: 'job', name: 'test' },
        requestId: 'req_test',
        ip: '',
        keys: api.keys,
        db,
      } as const
      const input = { kind: 'agent', purpose: 'agencyRegistration', accountId: account.account_id } as const
      const { token } = await createLinkToken({ ...jobContext, now: now() }, input)
      const registering = `POST /api/v1/auth/authorize?token=${encodeURIComponent(token)}`
      expect((await call(undefined, registering)).status).toBe(200)
    } finally {
      await demand('agents', false)
    }
  })

  test('remains enabled after a password reset by link, which creates no session', async () => {
    const { email, accountId } = await withFactor()
    const jobContext = {
      actor: { kind: 'job', name: 'test' },
      requestId: 'req_test',
      ip: '',
      keys: api.keys,
      db,
    } as const
    const { token } = await createLinkToken({ ...jobContext, now: now() }, { kind: 'reset', accountId })
    const newPassword = 'Tideline-Demo-3'
    await at(offset(), async () => {
      const response = await call(undefined, 'POST /api/v1/auth/resetPassword', { token, newPassword })
      expect([response.status, response.body.payload]).toEqual([200, null])
      expect(getCode(await logIn(email, undefined, newPassword))).toBe('missing_second_factor_code')
      // A password reset token cannot be used for any other kind of link.
      expect((await enter({ Token: token })).status).toBe(401)
    })
  })

  test('copies the two-factor state of a session to its hand-off session', async () => {
    const { email, secret } = await withFactor()
    await later(async () => {
      const { token } = (await logIn(email, generateTotpCode(secret, now()))).body.payload
      const created = await call(token, 'POST /api/v1/auth/handoff', { target: 'portal' })
      expect(created.status).toBe(201)
      const redeemed = await call(
        undefined,
        `POST /api/v1/auth/authorize?token=${encodeURIComponent(created.body.payload.token)}`,
      )
      expect(redeemed.status).toBe(200)
      const { account_id } = await db
        .selectFrom('accounts')
        .select('account_id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const rows = await db
        .selectFrom('sessions')
        .select('passed_two_factor')
        .where('account_id', '=', account_id)
        .where('revoked_at', 'is', null)
        .execute()
      expect(rows.map(({ passed_two_factor }) => passed_two_factor)).not.toContain(false)
    })
  })
})
