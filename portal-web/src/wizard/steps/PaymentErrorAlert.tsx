import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import type { ReactNode } from 'react'

const intoView = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })

/** Shows why a payment failed and scrolls to it, because the button is visible at any scroll position. */
export const PaymentErrorAlert = ({ children }: { children: ReactNode }) => (
  <div ref={intoView}>
    <Alert tone="error">{children}</Alert>
  </div>
)
