import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

/**
 * Checks whether saved methods are shown: always for earthquake, otherwise if auto-pay was selected for one (PAY-17).
 */
export const shouldShowPaymentMethods = (
  productId: number,
  methods: readonly Pick<PaymentMethod, 'optInAutoPayRenewal'>[],
) => methods.length > 0 && (isEarthquake(productId) || methods.some(({ optInAutoPayRenewal }) => optInAutoPayRenewal))

/**
 * Checks whether a new default method is charged at once. This applies to monthly earthquake policies with an amount
 * due.
 */
export const shouldChargeAfterUpdate = (
  policy: Pick<PolicyConfirmation, 'productId' | 'paymentInterval' | 'isPaid' | 'currentlyDue'>,
) => isEarthquake(policy.productId) && policy.paymentInterval === 'Monthly' && !policy.isPaid && policy.currentlyDue > 0
