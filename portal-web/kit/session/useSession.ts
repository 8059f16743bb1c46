import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession } from './session.ts'

/** The session, current in every tab. A page that is made in advance has none. */
export const useSession = () => useSyncExternalStore(onSessionChange, readSession, () => undefined)
