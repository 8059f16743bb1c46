import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { ApiError } from './api-error.ts'
import { getAccountId } from './context.ts'
import type { Env } from './env.ts'

/**
 * The progress of a long-running task. It is read repeatedly until the task is complete. The first read happens when
 * the progress is created. Errors such as missing access are therefore thrown before the response starts.
 */
export class Progress<Data> {
  readonly first: Data
  readonly read: () => Promise<Data>
  readonly isOver: (data: Data) => boolean
  private constructor(first: Data, read: () => Promise<Data>, isOver: (data: Data) => boolean) {
    this.first = first
    this.read = read
    this.isOver = isOver
  }

  /** Creates the progress and reads it once. Errors of `read` are thrown before a response is sent. */
  static async of<Data>(read: () => Promise<Data>, isOver: (data: Data) => boolean): Promise<Progress<Data>> {
    return new Progress(await read(), read, isOver)
  }
}

const streamLimits = {
  /** Time between two reads, in milliseconds. */
  everyMs: 1000,
  /** Idle time after which a comment is sent so that proxies keep the connection open, in milliseconds. */
  keepAliveMs: 15_000,
  /** Maximum duration of a stream in milliseconds. The client then reconnects and is authenticated again. */
  maxDurationMs: 5 * 60_000,
  /**
   * Maximum number of streams per account in this process. It is low because browsers open only six connections per
   * server and need some for other requests.
   */
  perAccount: 4,
}

export type EventStreams = ReturnType<typeof createEventStreams>

/** Creates the registry of the server-sent event streams that are open in this process. */
export function createEventStreams(more: Partial<typeof streamLimits> = {}) {
  const { everyMs, keepAliveMs: beatMs, maxDurationMs: atMostMs, perAccount } = { ...streamLimits, ...more }
  const open = new Map<string, number>()
  const stopping = new AbortController()

  function enter(caller: string): () => void {
    const others = open.get(caller) ?? 0
    if (others >= perAccount)
      throw new ApiError({
        code: 'too_many_requests',
        message: `At most ${perAccount} streams may be open at a time.`,
        headers: { 'Retry-After': '15' },
      })
    open.set(caller, others + 1)
    return () => {
      const left = (open.get(caller) ?? 1) - 1
      if (left > 0) open.set(caller, left)
      else open.delete(caller)
    }
  }

  return {
    count: () => [...open.values()].reduce((sum, streams) => sum + streams, 0),

    /** Ends all streams. Streams that start later end after their first event. */
    end: () => stopping.abort(),

    /**
     * Sends the current state and every change as server-sent events until the task is complete or the client
     * disconnects. `check` throws if the data does not match the contract.
     * @throws {ApiError} 429 if the caller has too many open streams
     */
    send<Data>(c: Context<Env>, progress: Progress<Data>, check: (data: Data) => void): Response {
      const { actor, ip, log, requestId } = c.get('ctx')
      check(progress.first)
      c.header('X-Accel-Buffering', 'no')
      c.header('X-Content-Type-Options', 'nosniff')
      const leave = enter(getAccountId(actor) ?? ip)
      const disconnected = new AbortController()
      const over = AbortSignal.any([disconnected.signal, stopping.signal])
      const response = streamSSE(c, async (stream) => {
        stream.onAbort(() => disconnected.abort())
        try {
          const until = performance.now() + atMostMs
          let lastSent = ''
          let lastSentAt = 0
          for (let data = progress.first; ; data = await progress.read()) {
            const text = JSON.stringify(data)
            const now = performance.now()
            if (text !== lastSent) {
              check(data)
              await stream.writeSSE({ data: text })
              lastSent = text
              lastSentAt = now
            } else if (now - lastSentAt >= beatMs) {
              await stream.write(':\n\n')
              lastSentAt = now
            }
            if (progress.isOver(data) || now >= until) return
            await wait(everyMs, undefined, { signal: over })
          }
        } catch (problem) {
          // The client reconnects and gets the error from the first read of the new stream.
          if (!over.aborted)
            log.warn({ requestId, operation: c.get('operationId'), err: problem }, 'stream ended early')
        } finally {
          leave()
        }
      })
      response.headers.set('Cache-Control', 'no-store')
      // A response to HEAD has no body to read.
      if (c.req.method === 'HEAD') void response.body?.cancel()
      return response
    },
  }
}
