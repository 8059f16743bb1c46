import { createTideline, type TidelineOptions } from './client.ts'
import { TidelineError } from './errors.ts'
import { refreshSession } from './generated/sdk.gen.ts'

/** The part of a log-in response that is needed to continue the session. */
export interface TidelineSession {
  /** The access token, valid for minutes. */
  token: string
  /** Renews the access token once. Undefined when the session cannot be renewed. */
  refreshToken?: string | undefined
  /** When the access token expires (ISO 8601). */
  expiresAt: string
}

export interface SessionOptions extends Omit<TidelineOptions, 'token'> {
  /** The session from a log-in or from storage. */
  session: TidelineSession
  /** Stores a renewed session, because the previous one cannot be used again. Awaited before the new token is used. */
  onRenewed?: (session: TidelineSession) => void | Promise<void>
  /** How many milliseconds before expiration a token is renewed. Default one minute. */
  renewWithinMs?: number
}

/**
 * Returns a `token` function for a client that renews its session. A refresh token works once: concurrent calls share
 * one renewal, and only one program can hold a session. While the server is unreachable, the old token is sent. An
 * ended session is not renewed, and calls fail with 401.
 *
 * @example
 * const { payload } = await createTideline({ baseUrl }).call(login, { body })
 * const tideline = createTideline({ baseUrl, token: createRenewingToken({ baseUrl, session: payload }) })
 */
export function createRenewingToken({
  session,
  onRenewed,
  renewWithinMs = 60_000,
  ...where
}: SessionOptions): () => Promise<string> {
  const open = createTideline(where)
  let current = session
  let underWay: Promise<void> | undefined

  const renew = async (refreshToken: string) => {
    try {
      const { payload } = await open.call(refreshSession, { body: { refreshToken } })
      const { token, expiresAt } = payload
      current = { token, expiresAt, refreshToken: payload.refreshToken }
      await onRenewed?.(current)
    } catch (problem) {
      if (!(problem instanceof TidelineError)) return
      // Do not try to renew an ended session again.
      if (problem.status === 401) current = { ...current, refreshToken: undefined }
    }
  }

  return async () => {
    const { refreshToken, expiresAt } = current
    if (refreshToken && Date.parse(expiresAt) - Date.now() < renewWithinMs) {
      underWay ??= renew(refreshToken).finally(() => {
        underWay = undefined
      })
      await underWay
    }
    return current.token
  }
}
