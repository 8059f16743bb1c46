import type { PolicyConfirmation } from '@tideline/sdk'

/** The publishable key of the built-in simulator. */
export const simulatorKey = 'pk_test_simulator'

/** The duration of a commercial payment without a payment provider. */
export const simulatedPaymentMs = 3000

/** Waits as long as a provider of commercial payments would, because the simulator responds at once. */
export async function simulatePaymentDelay(policy: Pick<PolicyConfirmation, 'productId' | 'stripeKey'> | undefined) {
  if (policy?.stripeKey !== simulatorKey || ![2, 3, 7, 8].includes(policy.productId)) return
  await new Promise((resolve) => setTimeout(resolve, simulatedPaymentMs))
}
