import { useSyncExternalStore } from 'react'
import { createMediaQuery } from './media-query.ts'

const phone = createMediaQuery('(max-width: 767px)')
const narrow = createMediaQuery('(max-width: 899px)')

/** Prerendered pages use the phone layout. */
const prerenderedValue = () => true

/** Returns whether the window has the width of a phone, where secondary content is collapsed. */
export const useIsPhone = () => useSyncExternalStore(phone.subscribe, phone.answer, prerenderedValue)

/** Returns whether the page shows its cards in a single column, as on a phone or an upright tablet. */
export const useIsNarrow = () => useSyncExternalStore(narrow.subscribe, narrow.answer, prerenderedValue)
