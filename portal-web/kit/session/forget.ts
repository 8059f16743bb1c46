import type { QueryClient } from '@tanstack/react-query'
import { onSessionChange, readSession } from './session.ts'

const whoIsHere = () => {
  const { data, deepLink } = readSession() ?? {}
  return data?.AgentId ?? deepLink
}

/**
 * What one user has seen is not shown to the next, whichever tab they sign in from. Signing out alone keeps it: the page
 * that is being left would only ask for everything once more.
 */
export function clearUserData(queryClient: Pick<QueryClient, 'removeQueries'>) {
  let seenBy = whoIsHere()
  return onSessionChange(() => {
    const who = whoIsHere()
    if (!who || who === seenBy) return
    seenBy = who
    queryClient.removeQueries({ predicate: ({ meta }) => meta?.audience !== 'everybody' })
  })
}
