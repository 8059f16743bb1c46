/**
 * When a link token ends: base64 of `<payload>.TD<expiry in ms>` (ACC-5). The payload is encrypted and
 * says the same to the server; the screen reads the expiry only to answer at once.
 *
 * @returns milliseconds since 1970, or undefined when the text is no link token
 */
export function linkTokenExpiry(token: string | undefined): number | undefined {
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

/** Empty or not a link token is invalid; at its expiry a token has expired. */
export function linkTokenState(token: string | undefined, now: number): LinkTokenState {
  const expiry = linkTokenExpiry(token)
  if (expiry === undefined) return 'invalid'
  return expiry > now ? 'valid' : 'expired'
}
