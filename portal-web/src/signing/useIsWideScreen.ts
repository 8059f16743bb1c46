import { createMediaQuery } from '@tideline/web-kit/ui/media-query.ts'
import { useSyncExternalStore } from 'react'

const wide = createMediaQuery('(min-width: 1024px)')

/**
 * Returns whether the policy fits beside the wizard. On a phone, it is folded above the wizard. Either way, it is
 * mounted only once.
 */
export const useIsWideScreen = () => useSyncExternalStore(wide.subscribe, wide.answer)
