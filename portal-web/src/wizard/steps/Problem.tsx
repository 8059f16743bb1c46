import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import type { ReactNode } from 'react'

const intoView = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })

/** What stopped a payment. It comes into sight: the button that was pressed stays at the edge, wherever one has scrolled to. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <div ref={intoView}>
    <Alert tone="error">{children}</Alert>
  </div>
)
