import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Raised for an address that no delivery may go to; the sentence is for the delivery log. */
export class NotPublic extends Error {}

/** Whether an address is one of the open internet: not of this machine, this network, a cloud's own services or a tunnel into them. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  // Only 2000::/3 is global; `::127.0.0.1` lies outside, and the library calls it unicast.
  if (parsed instanceof ipaddr.IPv6 && (parsed.parts[0] ?? 0) >> 13 !== 1) return false
  return parsed.range() === 'unicast'
}

/** A host as a URL writes it, without the brackets of IPv6. */
const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Why a delivery may not go to a URL, from the URL alone; undefined when nothing speaks against it yet. Names are resolved when the call
 * is made, by `resolvePublic`.
 */
export function problemWith(text: string, mayGoInside: boolean): string | undefined {
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
 * Resolves a name for one call, and only to addresses of the open internet. The connection is made to what was looked at here: a name
 * that answers differently a moment later changes nothing.
 */
export const resolvePublic: LookupFunction = (host, options, answer) => {
  resolve(host, { ...options, all: true }, (problem, found) => {
    if (problem) return answer(problem, '')
    const inside = found.find(({ address }) => !isPublic(address))
    const [first] = found
    if (inside || !first) return answer(new NotPublic('The URL is in a private network.'), '')
    if (options.all) return answer(null, found)
    answer(null, first.address, first.family)
  })
}
