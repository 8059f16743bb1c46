/**
 * Every answer carries the same headers, and every operation can find the service away; both are written once, here,
 * instead of a thousand times in the files.
 * Rate limits follow the IETF draft's names; the request id stands in every answer and in every log line.
 */
const integer = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 }
const headers = {
  'RateLimit-Limit': { description: 'Calls allowed in the window.', schema: integer, example: 600 },
  'RateLimit-Remaining': { description: 'Calls left in the window.', schema: integer, example: 599 },
  'RateLimit-Reset': { description: 'Seconds until the window starts anew.', schema: integer, example: 60 },
  'X-Request-Id': {
    description: 'Names this call in the logs.',
    schema: { type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' },
    example: 'req_01J8Z3V6Q9',
  },
  'Access-Control-Allow-Origin': {
    description: 'The calling origin, when it is one that the settings allow.',
    schema: { type: 'string', maxLength: 253, pattern: '^[^\\s]*$' },
    example: 'https://portal.example.com',
  },
}
const retryAfter = { description: 'Seconds to wait.', schema: integer, example: 30 }

const responseHeaders = () => ({
  Responses: {
    leave(responses) {
      for (const [status, response] of Object.entries(responses)) {
        if (!response || response.$ref) continue
        response.headers = {
          ...headers,
          ...(['429', '503'].includes(status) ? { 'Retry-After': retryAfter } : {}),
          ...response.headers,
        }
      }
    },
  },
  Response: {
    leave(response) {
      const isPassing = /as long as Retry-After says/.test(response.description ?? '')
      response.headers = { ...headers, ...(isPassing ? { 'Retry-After': retryAfter } : {}), ...response.headers }
    },
  },
})

const serviceUnavailable = () => ({
  Operation: {
    leave(operation) {
      // The component stands in the bundle because getReadiness names it.
      operation.responses['503'] ??= { $ref: '#/components/responses/ServiceUnavailable' }
    },
  },
})

export default function tideline() {
  return {
    id: 'tideline',
    decorators: { oas3: { 'response-headers': responseHeaders, 'service-unavailable': serviceUnavailable } },
  }
}
