import { isIP, isIPv4 } from 'node:net'
import proxyAddr from 'proxy-addr'
import type { RefinementCtx } from 'zod'

/**
 * A function that returns whether an address belongs to a trusted proxy. `hop` is the address's position in the chain
 * of proxies. Position 0 is the direct connection.
 */
export type TrustedProxyCheck = (address: string, hop: number) => boolean

/**
 * Parses TRUSTED_PROXIES: the number of proxies in front of this process (`1`) or their addresses
 * (`10.0.0.0/8,fd00::/8`). No proxy is trusted if the setting is `none` or empty.
 */
export function parseTrustedProxies(text: string, context: RefinementCtx): TrustedProxyCheck {
  if (text === 'none') return () => false
  if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text)
  try {
    return proxyAddr.compile(
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
  } catch {
    context.addIssue({
      code: 'custom',
      message:
        'must be a number of proxies, for example 1, or their addresses, for example 10.0.0.0/8,192.0.2.7, or none',
    })
    return () => false
  }
}

/**
 * Extracts the IP address from the formats that proxies write: `::ffff:192.0.2.7`, `192.0.2.7:4711` and
 * `[2001:db8::7]:4711`.
 */
function parseIpAddress(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const mapped = bare.toLowerCase().startsWith('::ffff:') ? bare.slice(7) : bare
  return isIPv4(mapped) ? mapped : isIP(bare) ? bare : undefined
}

/**
 * Returns the caller's IP address. Behind trusted proxies, this is the last address in `X-Forwarded-For` that is not a
 * trusted proxy. Earlier entries are ignored because the caller can forge them.
 */
export function getCallerAddress(
  connection: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxyCheck,
): string {
  const known = parseIpAddress(connection) ?? '0.0.0.0'
  let caller = known
  const before = forwardedFor?.split(',').map((part) => parseIpAddress(part.trim())) ?? []
  for (let hop = 0; trusted(caller, hop); hop++) {
    const previous = before.pop()
    // If the proxy sent no valid address, returns the last known address.
    if (!previous) return caller
    caller = previous
  }
  return caller
}
