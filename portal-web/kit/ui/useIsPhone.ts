import { useSyncExternalStore } from 'react'
import { createMediaQuery } from './media-query.ts'

const phone = createMediaQuery('(max-width: 767px)')
const narrow = createMediaQuery('(max-width: 899px)')

/** Uses the phone layout for prerendering. */
const prerenderedValue = () => true

/** Returns whether the window is as narrow as a phone. Secondary content is then collapsed. */
export const useIsPhoneScreen = () => useSyncExternalStore(phone.subscribe, phone.getSnapshot, prerenderedValue)

/** Returns whether cards are in a single column, as on a phone or a tablet in portrait mode. */
export const useIsNarrowScreen = () => useSyncExternalStore(narrow.subscribe, narrow.getSnapshot, prerenderedValue)
