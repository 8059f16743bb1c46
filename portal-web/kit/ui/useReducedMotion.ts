import { useSyncExternalStore } from 'react'
import { asked } from './window-question.ts'

const reduced = asked('(prefers-reduced-motion: reduce)')

/** Returns true if the user prefers reduced motion. */
export const useReducedMotion = () => useSyncExternalStore(reduced.subscribe, reduced.answer)
