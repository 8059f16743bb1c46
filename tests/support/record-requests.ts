import type { Page } from '@playwright/test'

interface Call {
  url: string
  method: string
  body: string
}
/** Global object of the page, which contains the recorded requests. */
type Recording = typeof globalThis & { tidelineCalls?: Call[] }

/** Starts a new recording of every request of the page with its body, which Playwright's `Request` does not provide. */
export async function recordCalls(page: Page) {
  const record = () => {
    const recording = globalThis as Recording
    const isRecording = recording.tidelineCalls !== undefined
    recording.tidelineCalls = []
    // A shared page may already record its requests.
    if (isRecording) return
    const send = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      recording.tidelineCalls?.push({
        url: request.url,
        method: request.method,
        body: await request.clone().text(),
      })
      return send(request)
    }
  }
  await page.addInitScript(record)
  await page.evaluate(record)
}

/** Returns the recorded requests, oldest first. */
export const getCalls = (page: Page): Promise<Call[]> =>
  page.evaluate(() => (globalThis as Recording).tidelineCalls ?? [])

/** Returns the bodies of recorded requests whose path ends with `path`, oldest first. */
export async function getSentBodies(page: Page, path: string): Promise<unknown[]> {
  const calls = await getCalls(page)
  return calls
    .filter(({ url }) => new URL(url).pathname.endsWith(path))
    .map(({ body }) => (body ? JSON.parse(body) : undefined))
}
