import { createTideline } from '@tideline/sdk'
import { currentToken } from './token.ts'

/** The portal's client: same origin, the token of whoever is signed in. */
export const api = createTideline({ baseUrl: window.location.origin, token: currentToken })
