import { useSyncExternalStore } from 'react'
import { asked } from './window-question.ts'

const reduced = asked('(prefers-reduced-motion: reduce)')

/** True when the viewer asked for less motion. */
export const useReducedMotion = () => useSyncExternalStore(reduced.subscribe, reduced.answer)
