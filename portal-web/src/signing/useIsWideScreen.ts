import { createMediaQuery } from '@tideline/web-kit/ui/media-query.ts'
import { useSyncExternalStore } from 'react'

const wide = createMediaQuery('(min-width: 1024px)')

/**
 * Returns whether the screen has space for the policy beside the wizard. On a phone, the policy is collapsed above the
 * wizard instead.
 */
export const useIsWideScreen = () => useSyncExternalStore(wide.subscribe, wide.getSnapshot)
