import { beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => stored.set(key, text),
  removeItem: (key: string) => stored.delete(key),
})
const { consumeDestination, getDestinationPolicyNo, hasDestination, saveDestination } = await import('./destination.ts')

const now = Date.parse('2026-11-20T15:00:00Z')
const receipt = '/policyholder/policies/RFL3000101/receipt/5b0c9f1e-6f0a-4c59-9a55-300010200001'

beforeEach(() => stored.clear())

describe('saved destination page', () => {
  it('is returned only once', () => {
    saveDestination(receipt, now)
    expect(hasDestination(now)).toBe(true)
    expect(consumeDestination('RFL3000101', now)).toBe(receipt)
    expect(consumeDestination('RFL3000101', now)).toBeUndefined()
  })

  it('is not returned for another policy', () => {
    saveDestination(receipt, now)
    expect(consumeDestination('RFL300010', now)).toBeUndefined()
    expect(hasDestination(now)).toBe(false)
  })

  it('expires after one day', () => {
    saveDestination(receipt, now)
    const tomorrow = now + 24 * 60 * 60 * 1000
    expect([hasDestination(tomorrow - 1), hasDestination(tomorrow)]).toEqual([true, false])
    expect(consumeDestination('RFL3000101', tomorrow)).toBeUndefined()
  })

  it('provides the policy number for a link request until expiration [EML-5]', () => {
    expect(getDestinationPolicyNo(now)).toBeUndefined()
    saveDestination('/policyholder/policies/RFL3000101/pay', now)
    expect(getDestinationPolicyNo(now)).toBe('RFL3000101')
    expect(getDestinationPolicyNo(now + 24 * 60 * 60 * 1000)).toBeUndefined()
  })

  it.each(['%zz', '<script>', 'RFL300', ''])('provides no policy number for the invalid number "%s"', (policyNo) => {
    saveDestination(`/policyholder/policies/${policyNo}/pay`, now)
    expect(getDestinationPolicyNo(now)).toBeUndefined()
  })

  it('is not saved if the page has no policy', () => {
    saveDestination('/policyholder/select', now)
    expect(hasDestination(now)).toBe(false)
  })
})
