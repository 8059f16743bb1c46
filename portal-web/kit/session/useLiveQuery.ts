import { hashKey, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

const pollMs = 1000
/**
 * Polling interval in milliseconds while the stream is open. Polling detects a connection that was lost without an
 * error.
 */
const fallbackPollMs = 30_000
/** Delay before the stream is opened again after it failed or ended. */
const reconnectDelayMs = 15_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

interface LiveQueryOptions<Data> {
  queryKey: QueryKey
  read: (signal: AbortSignal) => Promise<Data>
  /** Opens the server's event stream for the data. */
  follow: (signal: AbortSignal) => AsyncIterable<Data>
  isInProgress: (data: Data) => boolean
  meta?: Record<string, unknown>
}

/**
 * Loads the state of a server job and updates it until the job is complete. Updates come from the server's event
 * stream, or from polling every second if there is no stream. Unmounting the component closes the stream.
 */
export function useLiveQuery<Data>({ queryKey, read, follow, isInProgress, meta }: LiveQueryOptions<Data>) {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  const query = useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && !isInProgress(state.data)) return false
      return isLive ? fallbackPollMs : pollMs
    },
    ...(meta && { meta }),
  })
  const listen = useEffectEvent(async (signal: AbortSignal) => {
    for await (const message of follow(signal)) {
      setIsLive(true)
      // Cancels reads in progress because their data is older than this message.
      await queries.cancelQueries({ queryKey }, { silent: true })
      if (signal.aborted) return
      queries.setQueryData<unknown>(queryKey, message)
    }
  })
  const key = hashKey(queryKey)
  const moves = query.data !== undefined && isInProgress(query.data)
  useEffect(() => {
    if (!moves || !key) return
    const left = new AbortController()
    const keepListening = async () => {
      while (!left.signal.aborted) {
        // Ignores stream errors because the next read reports an unreachable server.
        await listen(left.signal).catch(() => undefined)
        if (left.signal.aborted) return
        setIsLive(false)
        await pause(reconnectDelayMs, left.signal)
      }
    }
    void keepListening()
    return () => {
      left.abort()
      setIsLive(false)
    }
  }, [moves, key])
  return query
}
