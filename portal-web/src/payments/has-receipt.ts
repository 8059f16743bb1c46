import type { PolicyPayment } from '@tideline/sdk'
import { PaymentType } from '@tideline/sdk/words'

/** Checks whether a payment has a receipt: it is paid and not a transfer (type 12) (PAY-13). */
export const hasReceipt = ({ paymentTypeId, paymentStatus }: Pick<PolicyPayment, 'paymentTypeId' | 'paymentStatus'>) =>
  paymentTypeId !== PaymentType.transfer && paymentStatus === 'paid'
