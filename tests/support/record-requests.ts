import type { Page } from '@playwright/test'

interface Call {
  url: string
  method: string
  body: string
}
/** The page's global object with the recorded requests. */
type Recording = typeof globalThis & { tidelineCalls?: Call[] }

/**
 * Records every request that the page sends from now on, with its body, which Playwright does not provide for a
 * `Request`.
 */
export async function recordCalls(page: Page) {
  await page.addInitScript(() => {
    const send = globalThis.fetch
    const calls: Call[] = []
    ;(globalThis as Recording).tidelineCalls = calls
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      calls.push({ url: request.url, method: request.method, body: await request.clone().text() })
      return send(request)
    }
  })
}

/** Returns the recorded requests, oldest first. */
export const getCalls = (page: Page): Promise<Call[]> =>
  page.evaluate(() => (globalThis as Recording).tidelineCalls ?? [])

/** Returns the bodies of requests to paths with this ending, oldest first. */
export async function getSentBodies(page: Page, path: string): Promise<unknown[]> {
  const calls = await getCalls(page)
  return calls
    .filter(({ url }) => new URL(url).pathname.endsWith(path))
    .map(({ body }) => (body ? JSON.parse(body) : undefined))
}
