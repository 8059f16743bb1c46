import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

/**
 * Checks whether to show saved payment methods. Earthquake policies always show them; other policies only if a method
 * is enrolled in auto-pay (PAY-17).
 */
export const shouldShowPaymentMethods = (
  productId: number,
  methods: readonly Pick<PaymentMethod, 'optInAutoPayRenewal'>[],
) => methods.length > 0 && (isEarthquake(productId) || methods.some(({ optInAutoPayRenewal }) => optInAutoPayRenewal))

/**
 * Checks whether a new default payment method is charged immediately. This applies to monthly earthquake policies with
 * an amount due.
 */
export const shouldChargeAfterUpdate = (
  policy: Pick<PolicyConfirmation, 'productId' | 'paymentInterval' | 'isPaid' | 'currentlyDue'>,
) => isEarthquake(policy.productId) && policy.paymentInterval === 'Monthly' && !policy.isPaid && policy.currentlyDue > 0
