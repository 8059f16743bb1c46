import type { PolicyConfirmation } from '@tideline/sdk'

/** The publishable Stripe key of the built-in payment simulator. */
export const simulatorKey = 'pk_test_simulator'

/** How long a simulated payment for a commercial policy takes, in milliseconds. */
const simulatedPaymentMs = 3000

/**
 * Delays a simulated payment for a commercial policy. The simulator itself responds immediately, unlike a real payment
 * provider.
 */
export async function simulatePaymentDelay(policy: Pick<PolicyConfirmation, 'productId' | 'stripeKey'> | undefined) {
  if (policy?.stripeKey !== simulatorKey || ![2, 3, 7, 8].includes(policy.productId)) return
  await new Promise((resolve) => setTimeout(resolve, simulatedPaymentMs))
}
