import { isIP, isIPv4 } from 'node:net'
import proxyAddr from 'proxy-addr'
import type { RefinementCtx } from 'zod'

/** Whether `address`, the `hop`th before this process (0 is the connection itself), is a proxy of ours. */
export type TrustedProxies = (address: string, hop: number) => boolean

/**
 * The setting TRUSTED_PROXIES: how many proxies stand before this process (`1`), or which addresses they have
 * (`10.0.0.0/8,fd00::/8`). An empty setting or `none` trusts nobody.
 */
export function parseTrustedProxies(text: string, context: RefinementCtx): TrustedProxies {
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
      message: 'is a number of proxies, for example 1, or their addresses, for example 10.0.0.0/8,192.0.2.7, or none',
    })
    return () => false
  }
}

/** `192.0.2.7` of `::ffff:192.0.2.7`, `192.0.2.7:4711` and `[2001:db8::7]:4711`: proxies write all of them. */
function plain(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const mapped = bare.toLowerCase().startsWith('::ffff:') ? bare.slice(7) : bare
  return isIPv4(mapped) ? mapped : isIP(bare) ? bare : undefined
}

/**
 * Who calls: the connection's own address, or, behind proxies of ours, the last address of `X-Forwarded-For` that none
 * of them has. What the caller wrote into that header himself stands before it and is never believed.
 */
export function callerAddress(connection: string, forwardedFor: string | undefined, trusted: TrustedProxies): string {
  const known = plain(connection) ?? '0.0.0.0'
  let caller = known
  const before = forwardedFor?.split(',').map((part) => plain(part.trim())) ?? []
  for (let hop = 0; trusted(caller, hop); hop++) {
    const previous = before.pop()
    // A proxy that names no address names nobody: the one who is known for sure is taken.
    if (!previous) return caller
    caller = previous
  }
  return caller
}
