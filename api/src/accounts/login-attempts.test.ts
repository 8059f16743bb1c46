import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertAccount } from '../testing/builders.ts'
import { resetAccountPassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { lockoutMs } from './login-attempts.ts'
import { hashPassword } from './password.ts'

// Vitest shares loaded modules between test files. This reset reloads the modules that use the hash function so that
// they use the spy.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })

// Uses the default of 1,200 requests per minute, because the limits on password changes scale with this setting.
const { call, db, tokenFor } = await createTestApi({ RATE_LIMIT_PER_MINUTE: '1200' })
const password = 'Tideline-Demo-1'
const password_hash = await hashPassword(password)
const roles = ['internal']

/** Returns the number of database statements and hash checks for one rejected log-in. */
async function getWork(email: string) {
  const statements: string[] = []
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  vi.mocked(verify).mockClear()
  const ctx = createTestContext(counted, { kind: 'anonymous' })
  await expect(logIn(ctx, { email, password: 'Not-The-Password-1' })).rejects.toMatchObject({ status: 401 })
  return { statements, hashes: vi.mocked(verify).mock.calls.length }
}

test('runs the same queries and hashes one password for every rejected log-in attempt', async () => {
  const known = await insertAccount(db, { roles, password_hash })
  const locked = await insertAccount(db, { roles, password_hash, is_active: false })
  const work = await getWork('nobody@example.com')
  expect(work.hashes).toBe(1)
  expect(await getWork(known.email)).toEqual(work)
  expect(await getWork(locked.email)).toEqual(work)
})

const nobody = { kind: 'anonymous' } as const
const guessAt = (email: string, more: string, now = defaultTestTime, ip = '203.0.113.7') =>
  logIn(createTestContext(db, nobody, { now, ip }), { email, password: more }).then(
    () => 200,
    (error: { status: number }) => error.status,
  )

test('locks log-in for 15 minutes after ten wrong passwords, even for an unknown email address', async () => {
  const known = await insertAccount(db, { roles, password_hash })
  for (const email of [known.email, 'nobody-at-all@example.com']) {
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => guessAt(email, `Wrong-${index}`)))
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)])
    expect(await guessAt(email.toUpperCase(), 'Wrong-Again-1')).toBe(429)
  }
  // Even the correct password is rejected until fifteen minutes have passed.
  const later = (ms: number) => new Date(defaultTestTime.getTime() + ms)
  expect(await guessAt(known.email, password, later(lockoutMs - 1))).toBe(429)
  expect(await guessAt(known.email, password, later(lockoutMs))).toBe(200)
})

test('locks log-in only for the network that sent the wrong passwords (IPv6: the /64 prefix)', async () => {
  const known = await insertAccount(db, { roles, password_hash })
  const guessFrom = (ip: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => guessAt(known.email, 'Wrong-1', defaultTestTime, ip)))
  await guessFrom('2001:db8:1:2::9', 11)
  expect(await guessAt(known.email, password, defaultTestTime, '2001:db8:1:2:ffff::1')).toBe(429)
  expect(await guessAt(known.email, password, defaultTestTime, '2001:db8:1:3::9')).toBe(200)
  expect(await guessAt(known.email, password, defaultTestTime, '198.51.100.4')).toBe(200)
})

test('locks log-in for new networks after 100 wrong passwords from different networks', async () => {
  const known = await insertAccount(db, { roles, password_hash })
  const from = (ip: string, more = password) => guessAt(known.email, more, defaultTestTime, ip)
  expect(await from('198.51.100.4')).toBe(200)
  const guesses = Array.from({ length: 110 }, (_, index) => from(`192.0.2.${index}`, 'Wrong-1'))
  const statuses = (await Promise.all(guesses)).toSorted()
  expect(statuses).toEqual([...Array(100).fill(401), ...Array(10).fill(429)])
  expect(await from('192.0.2.222')).toBe(429)
  expect(await from('198.51.100.4')).toBe(200)
})

test('clears failed log-in attempts after a successful log-in or a password reset', async () => {
  const known = await insertAccount(db, { roles, password_hash })
  const guess = (count: number) => Promise.all(Array.from({ length: count }, () => guessAt(known.email, 'Wrong-1')))
  await guess(9)
  expect(await guessAt(known.email, password)).toBe(200)
  await guess(9)
  expect(await guessAt(known.email, password)).toBe(200)
  await guess(11)
  expect(await guessAt(known.email, password)).toBe(429)
  const ctx = createTestContext(db, createStaffActor('superuser'))
  await resetAccountPassword(ctx, known.account_id, { newPassword: 'Tideline-Demo-2' })
  expect(await guessAt(known.email, 'Tideline-Demo-2')).toBe(200)
})

test('rejects password changes after ten wrong current passwords in five minutes, even in concurrent requests', async () => {
  const { account_id } = await insertAccount(db, { roles, password_hash })
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
