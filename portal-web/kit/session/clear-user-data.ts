import type { QueryClient } from '@tanstack/react-query'
import { readSession, subscribeToSession } from './session.ts'

const getCurrentUserId = () => {
  const { data, deepLink } = readSession() ?? {}
  return data?.AgentId ?? deepLink
}

/**
 * Clears cached data when a different user signs in, in this tab or another one. Signing out keeps the cache;
 * otherwise, the current page would reload its data.
 */
export function clearCachedUserData(queryClient: Pick<QueryClient, 'removeQueries'>) {
  let seenBy = getCurrentUserId()
  return subscribeToSession(() => {
    const who = getCurrentUserId()
    if (!who || who === seenBy) return
    seenBy = who
    queryClient.removeQueries({ predicate: ({ meta }) => meta?.audience !== 'everybody' })
  })
}
