import { hashKey, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

const everyMs = 1000
/** While messages come: for the case that the connection is dead and nobody has said so. */
const seldomMs = 30_000
/** From a stream that failed or ended until the next one is asked for. */
const againMs = 15_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

interface Followed<Data> {
  queryKey: QueryKey
  read: (signal: AbortSignal) => Promise<Data>
  /** Opens the stream of what is read. */
  follow: (signal: AbortSignal) => AsyncIterable<Data>
  isUnderWay: (data: Data) => boolean
  meta?: Record<string, unknown>
}

/**
 * What moves, as it is now, until it is over: told by the server's stream, and asked for each second while there is none. The
 * stream is left with the page.
 */
export function useFollowed<Data>({ queryKey, read, follow, isUnderWay, meta }: Followed<Data>) {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  const query = useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && !isUnderWay(state.data)) return false
      return isLive ? seldomMs : everyMs
    },
    ...(meta && { meta }),
  })
  const listen = useEffectEvent(async (signal: AbortSignal) => {
    for await (const message of follow(signal)) {
      setIsLive(true)
      // A read on its way is older than this.
      await queries.cancelQueries({ queryKey }, { silent: true })
      if (signal.aborted) return
      queries.setQueryData<unknown>(queryKey, message)
    }
  })
  const key = hashKey(queryKey)
  const moves = query.data !== undefined && isUnderWay(query.data)
  useEffect(() => {
    if (!moves || !key) return
    const left = new AbortController()
    const keepListening = async () => {
      while (!left.signal.aborted) {
        // Why there is none is told by the read, if at all.
        await listen(left.signal).catch(() => undefined)
        if (left.signal.aborted) return
        setIsLive(false)
        await pause(againMs, left.signal)
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
