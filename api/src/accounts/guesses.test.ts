import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { aTestApi } from '../testing/api.ts'
import { aCtx, aStaffMember, testNow } from '../testing/area-app.ts'
import { anAccount } from '../testing/builders.ts'
import { resetAccountPassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { lockMs } from './login-attempts.ts'
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
  const ctx = aCtx(counted, { kind: 'anonymous' })
  await expect(logIn(ctx, { email, password: 'Not-The-Password-1' })).rejects.toMatchObject({ status: 401 })
  return { statements, hashes: vi.mocked(verify).mock.calls.length }
}

test('a refused log-in does the same work for a known, a locked and an unknown email', async () => {
  const known = await anAccount(db, { roles, password_hash })
  const locked = await anAccount(db, { roles, password_hash, is_active: false })
  const work = await getWork('nobody@example.com')
  expect(work.hashes).toBe(1)
  expect(await getWork(known.email)).toEqual(work)
  expect(await getWork(locked.email)).toEqual(work)
})

const nobody = { kind: 'anonymous' } as const
const guessAt = (email: string, more: string, now = testNow, ip = '203.0.113.7') =>
  logIn(aCtx(db, nobody, { now, ip }), { email, password: more }).then(
    () => 200,
    (refusal: { status: number }) => refusal.status,
  )

test('ten wrong passwords lock an address for fifteen minutes, however many come at once, whether it has an account or not', async () => {
  const known = await anAccount(db, { roles, password_hash })
  for (const email of [known.email, 'nobody-at-all@example.com']) {
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, index) => guessAt(email, `Wrong-${index}`)))
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)])
    expect(await guessAt(email.toUpperCase(), 'Wrong-Again-1')).toBe(429)
  }
  // The right password is not looked at either, until the quarter of an hour is over.
  const later = (ms: number) => new Date(testNow.getTime() + ms)
  expect(await guessAt(known.email, password, later(lockMs - 1))).toBe(429)
  expect(await guessAt(known.email, password, later(lockMs))).toBe(200)
})

test('who guesses elsewhere locks nobody out: the lock is of the network, of an IPv6 address its half', async () => {
  const known = await anAccount(db, { roles, password_hash })
  const guessFrom = (ip: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => guessAt(known.email, 'Wrong-1', testNow, ip)))
  await guessFrom('2001:db8:1:2::9', 11)
  expect(await guessAt(known.email, password, testNow, '2001:db8:1:2:ffff::1')).toBe(429)
  expect(await guessAt(known.email, password, testNow, '2001:db8:1:3::9')).toBe(200)
  expect(await guessAt(known.email, password, testNow, '198.51.100.4')).toBe(200)
})

test('a hundred wrong passwords from many networks lock all but those that the owner has logged in from', async () => {
  const known = await anAccount(db, { roles, password_hash })
  const from = (ip: string, more = password) => guessAt(known.email, more, testNow, ip)
  expect(await from('198.51.100.4')).toBe(200)
  const guesses = Array.from({ length: 110 }, (_, index) => from(`192.0.2.${index}`, 'Wrong-1'))
  const statuses = (await Promise.all(guesses)).toSorted()
  expect(statuses).toEqual([...Array(100).fill(401), ...Array(10).fill(429)])
  expect(await from('192.0.2.222')).toBe(429)
  expect(await from('198.51.100.4')).toBe(200)
})

test('a log-in forgets the wrong passwords before it; so does a new password by link', async () => {
  const known = await anAccount(db, { roles, password_hash })
  const guess = (count: number) => Promise.all(Array.from({ length: count }, () => guessAt(known.email, 'Wrong-1')))
  await guess(9)
  expect(await guessAt(known.email, password)).toBe(200)
  await guess(9)
  expect(await guessAt(known.email, password)).toBe(200)
  await guess(11)
  expect(await guessAt(known.email, password)).toBe(429)
  const ctx = aCtx(db, aStaffMember('superuser'))
  await resetAccountPassword(ctx, known.account_id, { newPassword: 'Tideline-Demo-2' })
  expect(await guessAt(known.email, 'Tideline-Demo-2')).toBe(200)
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
