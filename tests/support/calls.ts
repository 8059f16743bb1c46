import type { Page } from '@playwright/test'

interface Call {
  url: string
  method: string
  body: string
}
/** What the page itself has as its global object, with the calls kept there. */
type Recording = typeof globalThis & { tidelineCalls?: Call[] }

/** Keeps every call that the page makes from now on with its body, which the browser does not tell of a `Request`. */
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

/** The calls so far, oldest first. */
export const getCalls = (page: Page): Promise<Call[]> =>
  page.evaluate(() => (globalThis as Recording).tidelineCalls ?? [])

/** The bodies that were sent to addresses that end so, oldest first. */
export async function sentTo(page: Page, path: string): Promise<unknown[]> {
  const calls = await getCalls(page)
  return calls
    .filter(({ url }) => new URL(url).pathname.endsWith(path))
    .map(({ body }) => (body ? JSON.parse(body) : undefined))
}
