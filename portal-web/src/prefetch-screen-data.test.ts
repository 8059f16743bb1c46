import { contractPaths } from '@tideline/web-kit/testing/contract.ts'
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
const requestedPaths: string[] = []
vi.stubGlobal('fetch', async (input: Request | string) => {
  const { url, headers } = new Request(input, { headers: { authorization: 'Bearer secret' } })
  expect(headers.get('authorization')).toBe('Bearer secret')
  requestedPaths.push(new URL(url).pathname)
  const meta = JSON.stringify({ addressID: 'an-address', addressDataVersion: 2 })
  return Response.json({ payload: [{ meta }] })
})
const { prefetchScreenData: requestScreen } = await import('./prefetch-screen-data.ts')
const { fetchOrUsePrefetched } = await import('@tideline/web-kit/session/prefetch.ts')

const origin = 'http://localhost'
const open = (pathname: string, of: object = session) => {
  stored.set('auth', JSON.stringify(of))
  requestScreen({ pathname, origin })
}
afterEach(() => requestedPaths.splice(0))

it("prefetches the wizard's data from contract URLs while the wizard's code loads", async () => {
  open('/policyholder/documents')
  // The fifth request, for the address, is sent only after the transactions have loaded.
  await vi.waitFor(() => expect(requestedPaths).toHaveLength(5))
  const patterns = contractPaths.map((path) => new URLPattern({ pathname: path.replace(/\{(\w+)\}/g, ':$1') }))
  for (const pathname of requestedPaths)
    expect(
      patterns.some((pattern) => pattern.test({ pathname })),
      pathname,
    ).toBe(true)
})

it('prefetches the address after the transactions have loaded', async () => {
  open('/policyholder/documents')
  const secret = { headers: { authorization: 'Bearer secret' } }
  await fetchOrUsePrefetched(`${origin}/api/v1/policies/RFL3000101/policytransactions`, secret)
  await fetchOrUsePrefetched(`${origin}/api/v1/policies/address/an-address/version/2`, secret)
  expect(requestedPaths.filter((pathname) => pathname.includes('/address/'))).toHaveLength(1)
})

it('prefetches nothing on other screens, without a session, or if the session expires within a minute', () => {
  open('/login')
  open('/policyholder/documents', {})
  open('/policyholder/documents', { ...session, expiresAt: new Date(Date.now() + 60_000).toISOString() })
  expect(requestedPaths).toEqual([])
})

it('uses a prefetched response only once', async () => {
  open('/policyholder/welcome')
  expect(requestedPaths).toHaveLength(1)
  const address = `${origin}${requestedPaths[0]}`
  const as = (token: string) => fetchOrUsePrefetched(address, { headers: { authorization: `Bearer ${token}` } })
  expect((await as('secret')).ok).toBe(true)
  expect(requestedPaths).toHaveLength(1)
  expect((await as('secret')).ok).toBe(true)
  expect(requestedPaths).toHaveLength(2)
})

it('cancels a prefetched response that is not used', async () => {
  vi.useFakeTimers()
  const cancelled = vi.fn()
  const body = new ReadableStream({ cancel: cancelled })
  vi.stubGlobal('fetch', async () => new Response(body))
  open('/policyholder/welcome')
  await vi.advanceTimersByTimeAsync(16_000)
  expect(cancelled).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
