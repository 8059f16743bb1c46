import { createTideline } from '@tideline/sdk'
import { origin } from './origin.ts'
import { fetchOrUsePrefetched } from './prefetch.ts'
import { currentToken } from './token.ts'

/** The portal's client: same origin, the token of whoever is signed in. */
export const api = createTideline({ baseUrl: origin, token: currentToken, fetch: fetchOrUsePrefetched })
