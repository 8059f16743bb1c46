import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface StubResponse {
  status?: number
  type?: string
  body?: unknown
}

export interface TestServer extends AsyncDisposable {
  url: string
  received: ReceivedRequest[]
}

/**
 * Starts an HTTP server on a free port. It sends the given response for each `METHOD /path` and records the requests.
 */
export async function startServer(
  replies: Record<string, StubResponse | ((body: string) => StubResponse)>,
): Promise<TestServer> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') })
    const given = replies[`${method} ${url.split('?')[0]}`] ?? createErrorResponse(404, 'Not found.')
    const reply = typeof given === 'function' ? given(received.at(-1)?.body ?? '') : given
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json' })
    response.end(reply.type ? String(reply.body) : JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const createResponse = (payload: unknown): StubResponse => ({ body: { statusCode: 200, message: '', payload } })

export const createErrorResponse = (status: number, message: string, code = 'rejected'): StubResponse => ({
  status,
  body: { statusCode: status, message, errors: [{ code, message }], requestId: 'req_1' },
})
