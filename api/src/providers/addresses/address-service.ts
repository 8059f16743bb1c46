import { z } from 'zod'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { type AddressProvider, formatAddressLine, MAX_SUGGESTIONS } from './suggestion.ts'

const DEFAULT_URL = 'https://us-autocomplete-pro.api.smarty.com/lookup'
/** Timeout for suggestions, in milliseconds. A longer wait would slow down address entry. */
const TIMEOUT_MS = 1500

const suggestionsSchema = z.object({
  suggestions: z
    .array(
      z.object({
        street_line: z.string(),
        secondary: z.string().default(''),
        city: z.string(),
        state: z.string(),
        zipcode: z.string(),
      }),
    )
    .nullable(),
})

/**
 * Suggests addresses with Smarty's US Autocomplete Pro or a service with the same API. If the service fails, suggests
 * our own addresses so that address entry still works.
 */
export const createAddressServiceProvider = ({
  key,
  url = DEFAULT_URL,
}: {
  key: string
  url?: string | undefined
}): AddressProvider => {
  const callService = createCircuitBreaker({ service: 'The address service', isOutage: () => true })
  const suggest: AddressProvider['suggest'] = async (query, ownAddresses) => {
    const requestUrl = new URL(url)
    requestUrl.searchParams.set('key', key)
    requestUrl.searchParams.set('search', query.prefix)
    requestUrl.searchParams.set('max_results', String(Math.min(query.suggestions ?? MAX_SUGGESTIONS, MAX_SUGGESTIONS)))
    if (query.state) requestUrl.searchParams.set('include_only_states', query.state)
    else if (query.preferState) requestUrl.searchParams.set('prefer_states', query.preferState)
    try {
      const { suggestions } = await callService(async () => {
        const response = await fetch(requestUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
        if (!response.ok) throw new Error(`The address service returned ${response.status}.`)
        return suggestionsSchema.parse(await response.json())
      })
      return (suggestions ?? []).map(({ street_line, secondary, city, state, zipcode }) => {
        const address = {
          addr1: street_line,
          ...(secondary && { addr2: secondary }),
          city,
          state,
          zip: zipcode.slice(0, 5),
        }
        return { text: formatAddressLine(address), ...address }
      })
    } catch {
      return ownAddresses(query)
    }
  }
  return { suggest }
}
