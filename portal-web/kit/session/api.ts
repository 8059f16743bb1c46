import { createTideline } from '@tideline/sdk'
import { origin } from './origin.ts'
import { fetchOrUsePrefetched } from './prefetch.ts'
import { getCurrentToken } from './token.ts'
import { recordVersion } from './versions.ts'

const send: typeof fetch = async (input, init) => {
  const response = await fetchOrUsePrefetched(input, init)
  recordVersion(input instanceof Request ? input.url : String(input), response)
  return response
}

/** The portal's API client: same origin, with the token of the current session. */
export const api = createTideline({ baseUrl: origin, token: getCurrentToken, fetch: send })
