/**
 * Returns when a link token expires. A link token is base64 of `<payload>.TD<expiry in ms>` (ACC-5). The server checks
 * the encrypted payload; the screen reads the expiry only to respond sooner.
 *
 * @returns milliseconds since 1970, or undefined if the text is not a link token
 */
export function getLinkTokenExpiry(token: string | undefined): number | undefined {
  try {
    const [, expiry] =
      /\.TD(\d{1,16})$/.exec(
        atob(
          decodeURIComponent(token ?? '')
            .replace(/-/g, '+')
            .replace(/_/g, '/'),
        ),
      ) ?? []
    return expiry ? Number(expiry) : undefined
  } catch {
    return undefined
  }
}

export type LinkTokenState = 'valid' | 'expired' | 'invalid'

/**
 * Returns the state of a token. Empty text or text that is not a link token is invalid; a token has expired at its
 * expiry time.
 */
export function getLinkTokenState(token: string | undefined, now: number): LinkTokenState {
  const expiry = getLinkTokenExpiry(token)
  if (expiry === undefined) return 'invalid'
  return expiry > now ? 'valid' : 'expired'
}
