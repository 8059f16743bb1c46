import { expect, test } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency } from '../testing/builders.ts'
import { hashPassword } from './password.ts'

const { call, db, at, runJobs, tokenFor } = await createTestApi()
const [old, next] = ['Tideline-Demo-1', 'Tideline-Demo-2']
const password_hash = await hashPassword(old)
const agency = await insertAgency(db)
const createHolder = (columns = {}) => insertAccount(db, { agency_id: agency.agency_id, password_hash, ...columns })

const requestReset = (email: string) => call('POST', '/api/v1/auth/requestPasswordReset', { body: { email } })
const reset = (token: string, newPassword = next) =>
  call('POST', '/api/v1/auth/resetPassword', { body: { token, newPassword } })
const logIn = (email: string, password: string) => call('POST', '/api/v1/auth/login', { body: { email, password } })

/** Returns the reset tokens that were emailed to an address, oldest first. */
async function tokensMailedTo(email: string): Promise<string[]> {
  await runJobs()
  const mails = await db
    .selectFrom('email_messages')
    .select('text')
    .where('to_email', '=', email)
    .where('template', '=', 'password-reset')
    .orderBy('created_at')
    .execute()
  return mails.map(({ text }) => decodeURIComponent(/login\/reset\/([^\s)>\]]+)/.exec(text)?.[1] ?? ''))
}

test('resets a password once by emailed link, ends all sessions and notifies the account holder', async () => {
  const holder = await createHolder()
  const { token: session } = (await (await logIn(holder.email, old)).json()).payload
  expect((await requestReset(holder.email)).status).toBe(200)
  await requestReset(holder.email)
  const [first = '', second = ''] = await tokensMailedTo(holder.email)
  expect((await reset(first)).status).toBe(200)
  expect((await logIn(holder.email, next)).status).toBe(200)
  expect((await logIn(holder.email, old)).status).toBe(401)
  expect((await call('GET', '/api/v1/accounts/profile', { token: session })).status).toBe(401)
  // The first token was already used. Its use invalidated the second one.
  expect([(await reset(first)).status, (await reset(second)).status]).toEqual([410, 410])
  await runJobs()
  const emails = db.selectFrom('email_messages').select('template').where('to_email', '=', holder.email)
  expect((await emails.execute()).map(({ template }) => template)).toContain('password-changed')
})

test('invalidates emailed links when the account holder or a superuser sets a password', async () => {
  const { account_id: accountId } = await insertAccount(db, { roles: ['internal', 'superuser'] })
  const superuser = await tokenFor({ accountId })
  const setPassword = {
    holder: async (email: string) => {
      const { token } = (await (await logIn(email, old)).json()).payload
      return call('POST', '/api/v1/accounts/changePassword', {
        token,
        body: { currentPassword: old, newPassword: next },
      })
    },
    superuser: async (_: string, id: string) =>
      call('POST', `/api/v1/accounts/resetPassword/${id}`, { token: superuser, body: { newPassword: next } }),
  }
  for (const set of Object.values(setPassword)) {
    const holder = await createHolder()
    await requestReset(holder.email)
    const [token = ''] = await tokensMailedTo(holder.email)
    expect((await set(holder.email, holder.account_id)).status).toBe(200)
    expect((await reset(token, 'Tideline-Demo-3')).status).toBe(410)
    expect((await logIn(holder.email, next)).status).toBe(200)
  }
})

test('returns the same response to a password reset request for known and unknown email addresses', async () => {
  const off = await createHolder({ is_active: false })
  const [known, unknown] = [await requestReset((await createHolder()).email), await requestReset('nobody@example.com')]
  expect(await known.json()).toEqual(await unknown.json())
  await requestReset(off.email)
  expect([await tokensMailedTo(off.email), await tokensMailedTo('nobody@example.com')]).toEqual([[], []])
})

test('rejects a password reset with an expired link, an unknown token or a weak password [D411] [D412]', async () => {
  const holder = await createHolder()
  await requestReset(holder.email)
  const [token = ''] = await tokensMailedTo(holder.email)
  await at(61 * 60 * 1000, async () => expect((await reset(token)).status).toBe(410))
  expect((await reset('this-is-no-token-of-ours')).status).toBe(422)
  for (const weak of [
    'Aa1!',
    `Aa1!${'x'.repeat(97)}`,
    'tideline-demo-1',
    'TIDELINE-DEMO-1',
    'Tideline-Demo',
    'TidelineDemo1',
  ]) {
    const response = await reset(token, weak)
    expect([weak, response.status]).toEqual([weak, 400])
    expect((await response.json()).errors[0]).toMatchObject({ field: 'newPassword' })
  }
  expect((await reset(token)).status).toBe(200)
})

test('accepts only one of two concurrent password resets with the same link', async () => {
  const holder = await createHolder()
  await requestReset(holder.email)
  const [token = ''] = await tokensMailedTo(holder.email)
  const responses = await Promise.all([reset(token, next), reset(token, 'Tideline-Demo-3')])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 410])
})

test('rejects a new password that differs from its confirmation in every operation that sets a password [D413]', async () => {
  const holder = await createHolder()
  const token = (await (await logIn(holder.email, old)).json()).payload.token
  await requestReset(holder.email)
  const [link = ''] = await tokensMailedTo(holder.email)
  const { account_id: accountId } = await insertAccount(db, { roles: ['internal', 'superuser'] })
  const staff = await tokenFor({ accountId })
  const other = `/api/v1/accounts/resetPassword/${holder.account_id}`
  for (const [path, who, body] of [
    ['/api/v1/accounts/changePassword', token, { currentPassword: old }],
    ['/api/v1/auth/resetPassword', undefined, { token: link }],
    [other, staff, {}],
  ] as const) {
    const response = await call('POST', path, {
      ...(who && { token: who }),
      body: { ...body, newPassword: next, confirmation: `${next}!` },
    })
    const { errors } = await response.json()
    expect([path, response.status, errors[0].field, errors[0].message]).toEqual([
      ...[path, 400, 'confirmation', 'Password confirmation: The passwords must match.'],
    ])
  }
  expect((await logIn(holder.email, old)).status).toBe(200)
  const body = { token: link, newPassword: next, confirmation: next }
  expect((await call('POST', '/api/v1/auth/resetPassword', { body })).status).toBe(200)
  expect((await logIn(holder.email, next)).status).toBe(200)
})
