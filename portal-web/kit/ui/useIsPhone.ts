import { useSyncExternalStore } from 'react'
import { asked } from './window-question.ts'

const phone = asked('(max-width: 767px)')
const narrow = asked('(max-width: 899px)')

/** Prerendered pages use the phone layout. */
const onFirstPage = () => true

/** Returns whether the window has the width of a phone, where secondary content is collapsed. */
export const useIsPhone = () => useSyncExternalStore(phone.subscribe, phone.answer, onFirstPage)

/** Returns whether the page shows its cards in a single column, as on a phone or an upright tablet. */
export const useIsNarrow = () => useSyncExternalStore(narrow.subscribe, narrow.answer, onFirstPage)
