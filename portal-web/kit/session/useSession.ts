import { useSyncExternalStore } from 'react'
import { readSession, subscribeToSession } from './session.ts'

/** Returns the session and updates it when it changes in any tab. There is no session during prerendering. */
export const useSession = () => useSyncExternalStore(subscribeToSession, readSession, () => undefined)
