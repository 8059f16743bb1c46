/** What is asked for ahead is taken soon, or asked for again. */
const freshForMs = 15_000

interface Asked {
  token: string
  answer: Promise<Response | undefined>
  at: number
}

const asked = new Map<string, Asked>()

/** Asks before the code is there that wants to know, in `token`'s name. A failure is forgotten: it is asked for again. */
export function askAhead(address: string, token: string): Promise<Response | undefined> {
  const answer = fetch(address, { headers: { authorization: `Bearer ${token}` } }).then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  )
  asked.set(address, { token, answer, at: Date.now() })
  return answer
}

/** As `fetch`; takes, once, what was asked for ahead by the same token. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const ahead = request.method === 'GET' ? asked.get(request.url) : undefined
  if (!ahead) return fetch(request)
  asked.delete(request.url)
  const isMeant = request.headers.get('authorization') === `Bearer ${ahead.token}` && Date.now() - ahead.at < freshForMs
  return (isMeant && (await ahead.answer)) || fetch(request)
}
