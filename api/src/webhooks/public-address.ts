import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Thrown for an address to which deliveries must not be sent. The message is shown in the delivery log. */
export class NonPublicAddressError extends Error {}

/**
 * Returns whether an address is on the public internet. Returns false for this machine, the local network, a cloud
 * provider's internal services and tunnels.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  // Only 2000::/3 is global. The library also classifies `::127.0.0.1` as unicast, although this address is outside the
  // range.
  if (parsed instanceof ipaddr.IPv6 && (parsed.parts[0] ?? 0) >> 13 !== 1) return false
  return parsed.range() === 'unicast'
}

/** Returns the host of a URL. The brackets of an IPv6 address are removed. */
const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Returns why a delivery must not be sent to a URL, or undefined if the URL is acceptable. Does not resolve host names;
 * `resolvePublicAddress` checks them for each delivery.
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
  if (ipaddr.isValid(host) && !isPublicAddress(host))
    return 'must not be in a private network. For development, the setting WEBHOOKS_MAY_GO_INSIDE=true allows it.'
  return undefined
}

/**
 * Resolves a host name for one call and accepts only public addresses. The connection uses the checked addresses, so a
 * later DNS response cannot change them.
 */
export const resolvePublicAddress: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (problem, found) => {
    if (problem) return callback(problem, '')
    const inside = found.find(({ address }) => !isPublicAddress(address))
    const [first] = found
    if (inside || !first) return callback(new NonPublicAddressError('The URL is in a private network.'), '')
    if (options.all) return callback(null, found)
    callback(null, first.address, first.family)
  })
}
