import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession } from './session.ts'

/** Returns the session, current across all tabs. Prerendered pages have none. */
export const useSession = () => useSyncExternalStore(onSessionChange, readSession, () => undefined)
