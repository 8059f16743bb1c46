import { createTideline } from '@tideline/sdk'
import { origin } from './origin.ts'
import { fetchOrUsePrefetched } from './prefetch.ts'
import { currentToken } from './token.ts'

/** The portal's API client: same origin, with the token of the current session. */
export const api = createTideline({ baseUrl: origin, token: currentToken, fetch: fetchOrUsePrefetched })
