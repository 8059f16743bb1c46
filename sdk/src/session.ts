import { createTideline, type TidelineOptions } from './client.ts'
import { TidelineError } from './errors.ts'
import { refreshSession } from './generated/sdk.gen.ts'

/** What a log-in gives, as far as it is needed to go on. */
export interface TidelineSession {
  /** The access token, good for minutes. */
  token: string
  /** Renews it, once; absent where the session cannot be renewed. */
  refreshToken?: string | undefined
  /** When the access token ends, ISO 8601. */
  expiresAt: string
}

export interface SessionOptions extends Omit<TidelineOptions, 'token'> {
  /** The session that a log-in gave, or that was kept. */
  session: TidelineSession
  /** Keeps a renewed session; the one before cannot be used again. Awaited before the new token is. */
  onRenewed?: (session: TidelineSession) => void | Promise<void>
  /** Milliseconds before its end in which a token is renewed. Default one minute. */
  renewWithinMs?: number
}

/**
 * The `token` of a client, from a session that renews itself. A refresh token works once: calls that are made at once wait for one
 * renewal, and only one program may hold a session. When the server is away the old token is sent as long as it is good; a session that was
 * ended is not renewed, and the call is refused with 401.
 *
 * @example
 * const { payload } = await createTideline({ baseUrl }).call(login, { body })
 * const tideline = createTideline({ baseUrl, token: renewing({ baseUrl, session: payload }) })
 */
export function renewing({
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
      // An ended session is not asked for again.
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
