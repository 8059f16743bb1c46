/**
 * Returns the expiration time of a link token. A link token is the base64 encoding of `<payload>.TD<expiry in ms>`
 * (ACC-5). Only the server can verify the encrypted payload.
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

/** Returns whether a token is valid, expired or invalid. A token expires at its exact expiration time. */
export function getLinkTokenState(token: string | undefined, now: number): LinkTokenState {
  const expiry = getLinkTokenExpiry(token)
  if (expiry === undefined) return 'invalid'
  return expiry > now ? 'valid' : 'expired'
}
