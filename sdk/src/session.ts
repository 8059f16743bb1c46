import { createTideline, type TidelineOptions } from './client.ts'
import { TidelineError } from './errors.ts'
import { refreshSession } from './generated/sdk.gen.ts'

/** The fields of a log-in response that are needed to keep a session alive. */
export interface TidelineSession {
  /** Access token, valid for a few minutes. */
  token: string
  /** Token that renews the access token once. Undefined if the session cannot be renewed. */
  refreshToken?: string | undefined
  /** Expiration time of the access token (ISO 8601). */
  expiresAt: string
}

export interface SessionOptions extends Omit<TidelineOptions, 'token'> {
  /** Session from a log-in response or from storage. */
  session: TidelineSession
  /**
   * Called with each renewed session, before its token is used. Store the session, because the previous one no longer
   * works.
   */
  onRenewed?: (session: TidelineSession) => void | Promise<void>
  /** Renews the token this many milliseconds before it expires. Default: one minute. */
  renewWithinMs?: number
}

/**
 * Returns a `token` function that renews the session before its token expires. Each refresh token works once, so use a
 * session in only one program. If the session has ended, calls fail with 401.
 *
 * @example
 * const { payload } = await createTideline({ baseUrl }).call(login, { body })
 * const tideline = createTideline({ baseUrl, token: createRefreshingToken({ baseUrl, session: payload }) })
 */
export function createRefreshingToken({
  session,
  onRenewed,
  renewWithinMs = 60_000,
  ...where
}: SessionOptions): () => Promise<string> {
  const open = createTideline(where)
  let current = session
  let inProgress: Promise<void> | undefined

  const renew = async (refreshToken: string) => {
    try {
      const { payload } = await open.call(refreshSession, { body: { refreshToken } })
      const { token, expiresAt } = payload
      current = { token, expiresAt, refreshToken: payload.refreshToken }
      await onRenewed?.(current)
    } catch (problem) {
      if (!(problem instanceof TidelineError)) return
      // Clears the refresh token, so that a session that has ended is not renewed again.
      if (problem.status === 401) current = { ...current, refreshToken: undefined }
    }
  }

  return async () => {
    const { refreshToken, expiresAt } = current
    if (refreshToken && Date.parse(expiresAt) - Date.now() < renewWithinMs) {
      inProgress ??= renew(refreshToken).finally(() => {
        inProgress = undefined
      })
      await inProgress
    }
    return current.token
  }
}
