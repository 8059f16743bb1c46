import { asked } from '@tideline/web-kit/ui/window-question.ts'
import { useSyncExternalStore } from 'react'

const wide = asked('(min-width: 1024px)')

/** Whether the policy has room beside the wizard; on a phone it is folded above it, and mounted once only. */
export const useIsWide = () => useSyncExternalStore(wide.subscribe, wide.answer)
