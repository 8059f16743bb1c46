import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

/** Shown when a method is kept and either the line is earthquake or somebody opted in to auto-pay (PAY-17). */
export const showsMethods = (productId: number, methods: readonly Pick<PaymentMethod, 'optInAutoPayRenewal'>[]) =>
  methods.length > 0 && (isEarthquake(productId) || methods.some(({ optInAutoPayRenewal }) => optInAutoPayRenewal))

/** A monthly earthquake policy that is unpaid is charged with the new method at once. */
export const chargesAfterUpdate = (
  policy: Pick<PolicyConfirmation, 'productId' | 'paymentInterval' | 'isPaid' | 'currentlyDue'>,
) => isEarthquake(policy.productId) && policy.paymentInterval === 'Monthly' && !policy.isPaid && policy.currentlyDue > 0
