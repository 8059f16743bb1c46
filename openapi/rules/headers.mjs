/** Adds the common headers to every response. headers.yaml describes them. Rate limit headers follow the IETF draft. */
const buildReferences = (...names) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const headers = buildReferences(
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'Access-Control-Allow-Origin',
)
const retryAfter = buildReferences('Retry-After')

const responseHeaders = () => ({
  Responses: {
    leave(responses) {
      for (const [status, response] of Object.entries(responses)) {
        if (!response || response.$ref) continue
        response.headers = {
          ...headers,
          ...(['429', '503'].includes(status) ? retryAfter : {}),
          ...response.headers,
        }
      }
    },
  },
  Response: {
    leave(response) {
      const hasRetryAfter = /\bRetry-After\b/.test(response.description ?? '')
      response.headers = { ...headers, ...(hasRetryAfter ? retryAfter : {}), ...response.headers }
    },
  },
})

export default function tideline() {
  return {
    id: 'tideline',
    decorators: { oas3: { 'response-headers': responseHeaders } },
  }
}
