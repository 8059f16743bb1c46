import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { aTestApi } from '../testing/api.ts'
import { aCtx } from '../testing/area-app.ts'
import { anAccount } from '../testing/builders.ts'
import { logIn } from './log-in.ts'
import { hashPassword } from './password.ts'

// Files share what is loaded: what stands on the hash function is loaded anew, on the one that counts.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })

// The limits as they are by default: ten guesses.
const { call, db, tokenFor } = await aTestApi({ RATE_LIMIT_PER_MINUTE: '1200' })
const password = 'Tideline-Demo-1'
const password_hash = await hashPassword(password)
const roles = ['internal']

/** What one refused log-in asks of the database, and how many hashes it checks. */
async function workOf(email: string) {
  const statements: string[] = []
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  vi.mocked(verify).mockClear()
  const ctx = aCtx(counted, { kind: 'anonymous' })
  await expect(logIn(ctx, { email, password: 'Not-The-Password-1' })).rejects.toMatchObject({ status: 401 })
  return { statements, hashes: vi.mocked(verify).mock.calls.length }
}

test('a refused log-in does the same work for a known, a locked and an unknown email', async () => {
  const known = await anAccount(db, { roles, password_hash })
  const locked = await anAccount(db, { roles, password_hash, is_active: false })
  const work = await workOf('nobody@example.com')
  expect(work.hashes).toBe(1)
  expect(await workOf(known.email)).toEqual(work)
  expect(await workOf(locked.email)).toEqual(work)
})

test('the present password can be guessed ten times in five minutes, however many guesses come at once', async () => {
  const { account_id } = await anAccount(db, { roles, password_hash })
  const token = await tokenFor({ accountId: account_id })
  const change = (currentPassword: string) =>
    call('POST', '/api/v1/accounts/changePassword', {
      token,
      body: { currentPassword, newPassword: 'Tideline-Demo-2' },
    })
  const guesses = Array.from({ length: 60 }, (_, index) => change(`Not-My-Password-${index}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(50).fill(429)])
  const right = await change(password)
  expect([right.status, right.headers.has('Retry-After')]).toEqual([429, true])
})
