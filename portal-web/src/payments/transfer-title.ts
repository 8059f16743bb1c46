import type { PolicyPayment, Viewer } from '@tideline/sdk'

/**
 * Returns the tooltip of a payment's transfer icon. The tooltip states whether the payment can be transferred and, if
 * not, why (PAY-15).
 */
export function getTransferTitle(payment: PolicyPayment, viewer: Pick<Viewer, 'kind' | 'isReadonly'>): string {
  const { paymentStatus, amount, isAppliedToPolicy, canTransfer } = payment
  if (paymentStatus === 'failed') return 'Payment failed'
  if (paymentStatus === 'cancelled') return 'Payment has been cancelled'
  if (amount < 0) return 'Payment has already been transferred'
  if (!isAppliedToPolicy) return 'Payment has not been applied'
  if (payment.canTransferAgain) return 'Transfer again'
  if (viewer.kind !== 'internal' || viewer.isReadonly) return 'Internal use only'
  return canTransfer ? 'Transfer payment' : 'Payment has already been transferred'
}
