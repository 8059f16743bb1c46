import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown for an address that deliveries must not be sent to. The message is for the delivery log. */
export class NonPublicAddressError extends Error {}

/**
 * Returns whether an address is on the public internet, not on this machine or network, a cloud provider's internal
 * services or a tunnel to them.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  // Only 2000::/3 is global. The library also considers `::127.0.0.1`, which is outside of it, unicast.
  if (parsed instanceof ipaddr.IPv6 && (parsed.parts[0] ?? 0) >> 13 !== 1) return false
  return parsed.range() === 'unicast'
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Returns why a delivery must not be sent to a URL, or undefined if the URL itself is acceptable. Host names are
 * resolved at the time of the call, by `resolvePublic`.
 */
export function findUrlProblem(text: string, mayGoInside: boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL such as https://crm.example.com/hooks.'
  const url = new URL(text)
  if (url.username || url.password) return 'must not contain a user name or password. Deliveries are signed.'
  if (mayGoInside)
    return ['http:', 'https:'].includes(url.protocol) ? undefined : 'must begin with https:// or http://.'
  if (url.protocol === 'http:')
    return 'must begin with https://. For development, the setting WEBHOOKS_MAY_GO_INSIDE=true allows http:// and private networks.'
  if (url.protocol !== 'https:') return 'must begin with https://.'
  const host = getHost(url)
  if (ipaddr.isValid(host) && !isPublic(host))
    return 'must not be in a private network. For development, the setting WEBHOOKS_MAY_GO_INSIDE=true allows it.'
  return undefined
}

/**
 * Resolves a host name for one call and accepts only public addresses. The connection uses the addresses that were
 * checked here, so a different DNS response a moment later has no effect.
 */
export const resolvePublic: LookupFunction = (host, options, answer) => {
  resolve(host, { ...options, all: true }, (problem, found) => {
    if (problem) return answer(problem, '')
    const inside = found.find(({ address }) => !isPublic(address))
    const [first] = found
    if (inside || !first) return answer(new NonPublicAddressError('The URL is in a private network.'), '')
    if (options.all) return answer(null, found)
    answer(null, first.address, first.family)
  })
}
