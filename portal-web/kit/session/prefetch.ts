/** What is asked for ahead is taken soon, or asked for again. */
const freshForMs = 15_000

interface Asked {
  token: string
  answer: Promise<Response | undefined>
  at: number
}

const asked = new Map<string, Asked>()

/** An answer that nobody reads holds its connection. */
const letGo = ({ answer }: Asked) => void answer.then((response) => response?.body?.cancel())

function clearUnusedPrefetch(address: string, ahead: Asked) {
  if (asked.get(address) !== ahead) return
  asked.delete(address)
  letGo(ahead)
}

/**
 * Asks before the code is there that wants to know, in `token`'s name. A failure is forgotten: it is asked for again. What is asked for
 * because of the answer (`next`) is under way before anybody else reads the answer, and would ask the same.
 */
export function prefetch(address: string, token: string, next?: (answer: Response) => Promise<void>): void {
  const ask = async () => {
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) return undefined
    await next?.(response.clone())
    return response
  }
  const ahead: Asked = { token, answer: ask().catch(() => undefined), at: Date.now() }
  asked.set(address, ahead)
  setTimeout(clearUnusedPrefetch, freshForMs, address, ahead)
}

/** As `fetch`; takes, once, what was asked for ahead by the same token. */
export const fetchOrUsePrefetched: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const ahead = request.method === 'GET' ? asked.get(request.url) : undefined
  if (!ahead) return fetch(request)
  asked.delete(request.url)
  const isMeant = request.headers.get('authorization') === `Bearer ${ahead.token}` && Date.now() - ahead.at < freshForMs
  if (!isMeant) letGo(ahead)
  return (isMeant && (await ahead.answer)) || fetch(request)
}
