import { useSyncExternalStore } from 'react'
import { createMediaQuery } from './media-query.ts'

const reduced = createMediaQuery('(prefers-reduced-motion: reduce)')

/** Returns true if the user prefers reduced motion. */
export const useReducedMotion = () => useSyncExternalStore(reduced.subscribe, reduced.getSnapshot)
