/** Lifetime of a prefetched response, in milliseconds. */
const freshForMs = 15_000

interface PrefetchedRequest {
  token: string
  response: Promise<Response | undefined>
  at: number
}

const prefetchedRequests = new Map<string, PrefetchedRequest>()

/** Cancels the body of an unused response to release its connection. */
const releaseConnection = ({ response }: PrefetchedRequest) => void response.then((unused) => unused?.body?.cancel())

function clearUnusedPrefetch(address: string, ahead: PrefetchedRequest) {
  if (prefetchedRequests.get(address) !== ahead) return
  prefetchedRequests.delete(address)
  releaseConnection(ahead)
}

/**
 * Sends a GET request early, while the code that needs the response is still loading. If the early request fails, that
 * code sends its own request.
 *
 * @param next receives the response first and can prefetch more
 */
export function prefetchResponse(address: string, token: string, next?: (response: Response) => Promise<void>): void {
  const fetchResponse = async () => {
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) return undefined
    await next?.(response.clone())
    return response
  }
  const ahead: PrefetchedRequest = { token, response: fetchResponse().catch(() => undefined), at: Date.now() }
  prefetchedRequests.set(address, ahead)
  setTimeout(clearUnusedPrefetch, freshForMs, address, ahead)
}

/**
 * Like `fetch`, but returns the prefetched response if one was requested with the same token. Each prefetched response
 * is used only once.
 */
export const fetchOrUsePrefetched: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const ahead = request.method === 'GET' ? prefetchedRequests.get(request.url) : undefined
  if (!ahead) return fetch(request)
  prefetchedRequests.delete(request.url)
  const isMeant = request.headers.get('authorization') === `Bearer ${ahead.token}` && Date.now() - ahead.at < freshForMs
  if (!isMeant) releaseConnection(ahead)
  return (isMeant && (await ahead.response)) || fetch(request)
}
