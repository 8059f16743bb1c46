import { createTideline } from '@tideline/sdk'
import { origin } from './origin.ts'
import { fetchOrUsePrefetched } from './prefetch.ts'
import { getCurrentToken } from './token.ts'

/** The portal's API client: same origin, with the token of the current session. */
export const api = createTideline({ baseUrl: origin, token: getCurrentToken, fetch: fetchOrUsePrefetched })
