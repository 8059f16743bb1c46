import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import type { ReactNode } from 'react'

const intoView = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })

/**
 * Alert that shows why a payment failed and scrolls into view. The pay button is always visible, so the alert could
 * otherwise be off screen.
 */
export const PaymentErrorAlert = ({ children }: { children: ReactNode }) => (
  <div ref={intoView}>
    <Alert tone="error">{children}</Alert>
  </div>
)
