import { useSyncExternalStore } from 'react'
import { readSession, subscribeToSession } from './session.ts'

/** Returns the session, current across all tabs. Prerendered pages have none. */
export const useSession = () => useSyncExternalStore(subscribeToSession, readSession, () => undefined)
