import { setTimeout } from 'node:timers/promises'
import type { Tideline } from '@tideline/sdk'
import type { TidelineEvent } from '@tideline/sdk/types'
import { getErrorMessage, isTidelineError } from '../base/command-error.ts'

const pollIntervalMs = 1_000
const maxRetryDelayMs = 30_000

interface FollowOptions {
  /** Returns a client with a valid session. */
  client: () => Promise<Tideline>
  /** Cursor after which the first event is read. */
  after: string
  signal: AbortSignal
  /** Called when the API cannot be reached or fails. The request is sent again after the delay. */
  onRetry: (message: string, delayMs: number) => void
}

/** Returns the cursor after the newest event. */
export async function getNewestCursor(tideline: Tideline): Promise<string> {
  const { listEvents } = await import('@tideline/sdk/operations')
  return (await tideline.call(listEvents, { query: { start: 'newest' } })).payload.after
}

/** Yields new events as they are published, until `signal` is aborted. Retries with growing delays if the API fails. */
export async function* followEvents({ client, after, signal, onRetry }: FollowOptions): AsyncGenerator<TidelineEvent> {
  const { listEvents } = await import('@tideline/sdk/operations')
  let failures = 0
  for (let cursor = after; !signal.aborted; ) {
    const page = await getPage(async () =>
      (await client()).call(listEvents, { query: { after: cursor, limit: 500 }, signal }),
    )
    if ('problem' in page) {
      if (signal.aborted) return
      if (!isTemporary(page.problem)) throw page.problem
      const delayMs = Math.min(pollIntervalMs * 2 ** failures++, maxRetryDelayMs)
      onRetry(getErrorMessage(page.problem), delayMs)
      await wait(delayMs, signal)
      continue
    }
    failures = 0
    const { events, hasMore } = page.payload
    yield* events
    cursor = page.payload.after
    if (!hasMore) await wait(pollIntervalMs, signal)
  }
}

const getPage = <Page extends object>(read: () => Promise<Page>): Promise<Page | { problem: unknown }> =>
  read().catch((problem: unknown) => ({ problem }))

const isTemporary = (problem: unknown) =>
  isTidelineError(problem)
    ? problem.status === 429 || problem.status >= 500
    : problem instanceof Error && problem.name === 'TidelineConnectionError'

/** Waits, but at most until `signal` is aborted. */
const wait = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => undefined)
