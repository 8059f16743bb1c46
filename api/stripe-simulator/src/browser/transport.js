/** URL of the simulator's API, which has the same origin as this script. */
const BASE = new URL('../v1/', document.currentScript?.src || new URL('/stripe-simulator/v3/stripe.js', location.href))

/** Flattens nested parameters: `{ card: { number: '4242' } }` → `card[number]=4242`. */
function flatten(params, prefix = '') {
  return Object.entries(params).flatMap(([key, value]) => {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? flatten(value, name) : [[name, String(value)]]
  })
}

const OFFLINE = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

/** Sends a request with the publishable key. Never throws. Returns `{ value }` or `{ error }`, like the methods of Stripe.js. */
export async function send(key, method, path, params) {
  const body = new URLSearchParams(flatten(params))
  const url = new URL(path, BASE)
  if (method === 'GET') url.search = body
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body }),
    })
    const content = await response.json()
    return response.ok ? { value: content } : { error: content.error }
  } catch {
    return { error: OFFLINE }
  }
}
