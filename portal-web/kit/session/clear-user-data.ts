import type { QueryClient } from '@tanstack/react-query'
import { readSession, subscribeToSession } from './session.ts'

const getCurrentUserId = () => {
  const { data, deepLink } = readSession() ?? {}
  return data?.AgentId ?? deepLink
}

/**
 * Clears cached data when another user signs in, in any tab. Signing out keeps it, because the current page would only
 * load everything again.
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
