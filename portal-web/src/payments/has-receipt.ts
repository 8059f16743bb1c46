import type { PolicyPayment } from '@tideline/sdk'

/** Type 12 is a transfer; it has no receipt (PAY-13). */
export const hasReceipt = ({ paymentTypeId, paymentStatus }: Pick<PolicyPayment, 'paymentTypeId' | 'paymentStatus'>) =>
  paymentTypeId !== 12 && paymentStatus === 'paid'
