import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

interface App {
  fetch: (request: Request, env: never) => Response | Promise<Response>
}

/** Serves an app at a free local port. Returns its URL and a function that stops it. */
export async function serveApp(app: App): Promise<{ url: string; stop: () => void }> {
  const server = createServer(getRequestListener((request, env) => app.fetch(request, env as never)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
