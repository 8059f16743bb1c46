import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { ApiError } from './api-error.ts'
import { getAccountId } from './context.ts'
import type { Env } from './env.ts'

/** Something that moves until it is over, as its reader gets to see it. Begun, it has been read once, and so refused whom it refuses. */
export class Progress<Data> {
  readonly first: Data
  readonly read: () => Promise<Data>
  readonly isOver: (data: Data) => boolean
  private constructor(first: Data, read: () => Promise<Data>, isOver: (data: Data) => boolean) {
    this.first = first
    this.read = read
    this.isOver = isOver
  }

  /** Throws what `read` throws, before anything is sent. */
  static async of<Data>(read: () => Promise<Data>, isOver: (data: Data) => boolean): Promise<Progress<Data>> {
    return new Progress(await read(), read, isOver)
  }
}

const pace = {
  /** Between two looks, in milliseconds. */
  everyMs: 1000,
  /** A silence so long is broken by a comment, so that nobody on the way takes the connection for dead. */
  beatMs: 15_000,
  /** After so long the client asks anew, and is asked again who it is. */
  atMostMs: 5 * 60_000,
  /** Of one account at a time in this process. A browser opens six connections to a server, and needs some for its calls. */
  perAccount: 4,
}

export type Streams = ReturnType<typeof createStreams>

/** The streams of server-sent events that this process has open. */
export function createStreams(more: Partial<typeof pace> = {}) {
  const { everyMs, beatMs, atMostMs, perAccount } = { ...pace, ...more }
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
    /** How many are open. */
    count: () => [...open.values()].reduce((sum, streams) => sum + streams, 0),

    /** Ends all of them, and those that are still asked for after what they tell first. */
    end: () => stopping.abort(),

    /**
     * Sends how it stands now, and each time that it has changed, until it is over or the client has left. `check` throws for what
     * must not be sent. Throws 429 to who has too many open.
     */
    send<Data>(c: Context<Env>, progress: Progress<Data>, check: (data: Data) => void): Response {
      const { actor, ip, log, requestId } = c.get('ctx')
      check(progress.first)
      c.header('X-Accel-Buffering', 'no')
      c.header('X-Content-Type-Options', 'nosniff')
      const leave = enter(getAccountId(actor) ?? ip)
      const gone = new AbortController()
      const over = AbortSignal.any([gone.signal, stopping.signal])
      const answer = streamSSE(c, async (stream) => {
        stream.onAbort(() => gone.abort())
        try {
          const until = performance.now() + atMostMs
          let told = ''
          let toldAt = 0
          for (let data = progress.first; ; data = await progress.read()) {
            const text = JSON.stringify(data)
            const now = performance.now()
            if (text !== told) {
              check(data)
              await stream.writeSSE({ data: text })
              told = text
              toldAt = now
            } else if (now - toldAt >= beatMs) {
              await stream.write(':\n\n')
              toldAt = now
            }
            if (progress.isOver(data) || now >= until) return
            await wait(everyMs, undefined, { signal: over })
          }
        } catch (problem) {
          // The client asks again, and is told by the read what is wrong.
          if (!over.aborted)
            log.warn({ requestId, operation: c.get('operationId'), err: problem }, 'stream ended early')
        } finally {
          leave()
        }
      })
      answer.headers.set('Cache-Control', 'no-store')
      // Nobody reads the body of an answer to HEAD.
      if (c.req.method === 'HEAD') void answer.body?.cancel()
      return answer
    },
  }
}
