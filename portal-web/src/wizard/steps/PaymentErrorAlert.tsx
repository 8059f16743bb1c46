import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import type { ReactNode } from 'react'

const intoView = (problem: HTMLElement | null) => problem?.scrollIntoView({ block: 'nearest' })

/**
 * Alert that shows why a payment failed. It scrolls into view, because the payer can press the pay button while the
 * alert is off screen.
 */
export const PaymentErrorAlert = ({ children }: { children: ReactNode }) => (
  <div ref={intoView}>
    <Alert tone="error">{children}</Alert>
  </div>
)
