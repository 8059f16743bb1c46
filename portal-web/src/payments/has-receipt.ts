import type { PolicyPayment } from '@tideline/sdk'

/** Checks whether a payment has a receipt: it is paid and not a transfer (type 12) (PAY-13). */
export const hasReceipt = ({ paymentTypeId, paymentStatus }: Pick<PolicyPayment, 'paymentTypeId' | 'paymentStatus'>) =>
  paymentTypeId !== 12 && paymentStatus === 'paid'
