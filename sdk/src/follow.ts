import { toTidelineError } from './errors.ts'
import type { Client } from './generated/client/index.ts'

/** Operation that streams server-sent events, with the type of its messages. */
// biome-ignore lint/suspicious/noExplicitAny: the generated functions differ only in their types
export type StreamOperation = (options: any) => Promise<{ stream: AsyncGenerator<unknown> }>
export type StreamMessage<Op extends StreamOperation> =
  Awaited<ReturnType<Op>>['stream'] extends AsyncGenerator<infer Data> ? Data : never

/**
 * Yields the messages of a stream from one connection, without retries or a timeout. Closes the connection when the
 * caller stops reading or aborts `signal`.
 * @throws {TidelineError} if the request is rejected
 * @throws {TidelineConnectionError} if the connection breaks
 */
export async function* follow<Op extends StreamOperation>(
  client: Client,
  send: typeof fetch,
  operation: Op,
  { signal, ...input }: { signal?: AbortSignal },
): AsyncGenerator<StreamMessage<Op>, void> {
  const left = new AbortController()
  const over = signal ? AbortSignal.any([signal, left.signal]) : left.signal
  let problem: unknown
  const { stream } = await operation({
    ...input,
    client,
    signal: over,
    fetch: async (...request: Parameters<typeof fetch>) => {
      const response = await send(...request)
      if (response.ok) return response
      const text = await response.text()
      throw toTidelineError(asJson(text), response)
    },
    sseMaxRetryAttempts: 1,
    onSseError: (thrown: unknown) => {
      problem = thrown
    },
  })
  try {
    yield* stream as AsyncGenerator<StreamMessage<Op>, void>
    if (problem && !over.aborted)
      throw problem instanceof Error && problem.name === 'TidelineError' ? problem : toTidelineError(problem, undefined)
  } finally {
    left.abort()
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
