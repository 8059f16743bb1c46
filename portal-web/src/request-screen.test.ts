import { addresses } from '@tideline/web-kit/testing/contract.ts'
import { afterEach, expect, it, vi } from 'vitest'

const later = new Date(Date.now() + 3_600_000).toISOString()
const session = {
  accountType: 'policyholder',
  token: 'secret',
  expiresAt: later,
  user: 'insured',
  validateReturn: { policy: { policyNo: 'RFL3000101' } },
}
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
const asked: string[] = []
vi.stubGlobal('fetch', async (input: Request | string) => {
  const { url, headers } = new Request(input, { headers: { authorization: 'Bearer secret' } })
  expect(headers.get('authorization')).toBe('Bearer secret')
  asked.push(new URL(url).pathname)
  const meta = JSON.stringify({ addressID: 'an-address', addressDataVersion: 2 })
  return Response.json({ payload: [{ meta }] })
})
const { requestScreen } = await import('./request-screen.ts')
const { fetchOrUsePrefetched } = await import('@tideline/web-kit/session/prefetch.ts')

const origin = 'http://localhost'
const open = (pathname: string, of: object = session) => {
  stored.set('auth', JSON.stringify(of))
  requestScreen({ pathname, origin })
}
afterEach(() => asked.splice(0))

it('what the wizard will ask for is asked for while its code is on its way, at addresses of the contract', async () => {
  open('/policyholder/documents')
  // The address is known when the transactions have come.
  await vi.waitFor(() => expect(asked).toHaveLength(5))
  const patterns = addresses.map((path) => new URLPattern({ pathname: path.replace(/\{(\w+)\}/g, ':$1') }))
  for (const pathname of asked)
    expect(
      patterns.some((pattern) => pattern.test({ pathname })),
      pathname,
    ).toBe(true)
})

it('whoever reads the transactions finds the address asked for already', async () => {
  open('/policyholder/documents')
  const secret = { headers: { authorization: 'Bearer secret' } }
  await fetchOrUsePrefetched(`${origin}/api/v1/policies/RFL3000101/policytransactions`, secret)
  await fetchOrUsePrefetched(`${origin}/api/v1/policies/address/an-address/version/2`, secret)
  expect(asked.filter((pathname) => pathname.includes('/address/'))).toHaveLength(1)
})

it('nothing is asked for on other screens, without a session, or with one that ends soon', () => {
  open('/login')
  open('/policyholder/documents', {})
  open('/policyholder/documents', { ...session, expiresAt: new Date(Date.now() + 60_000).toISOString() })
  expect(asked).toEqual([])
})

it('an answer is taken once, and only by whom it was asked for', async () => {
  open('/policyholder/welcome')
  expect(asked).toHaveLength(1)
  const address = `${origin}${asked[0]}`
  const as = (token: string) => fetchOrUsePrefetched(address, { headers: { authorization: `Bearer ${token}` } })
  expect((await as('secret')).ok).toBe(true)
  expect(asked).toHaveLength(1)
  expect((await as('secret')).ok).toBe(true)
  expect(asked).toHaveLength(2)
})

it('an answer that nobody takes is let go', async () => {
  vi.useFakeTimers()
  const cancelled = vi.fn()
  const body = new ReadableStream({ cancel: cancelled })
  vi.stubGlobal('fetch', async () => new Response(body))
  open('/policyholder/welcome')
  await vi.advanceTimersByTimeAsync(16_000)
  expect(cancelled).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
