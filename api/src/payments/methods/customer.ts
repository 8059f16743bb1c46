import type { Ctx } from '../../http/context.ts'
import type { Policy } from '../../policy/visibility.ts'
import { callStripe } from '../charge/call-stripe.ts'

/**
 * Returns the Stripe customer of a policy's insured. Creates the customer if necessary. Concurrent requests get the
 * same customer, even for two policies, because the idempotency key depends only on the insured's identity.
 */
export async function getStripeCustomer(ctx: Ctx, policy: Policy): Promise<string> {
  const known = await ctx.db
    .selectFrom('stripe_customers')
    .select('stripe_customer_id')
    .where('identity_id', '=', policy.identityId)
    .orderBy('created_at')
    .orderBy('stripe_customer_id')
    .limit(1)
    .executeTakeFirst()
  if (known) return known.stripe_customer_id
  const person = await ctx.db
    .selectFrom('policyholder_identities')
    .select(['email', 'first_name', 'last_name'])
    .where('identity_id', '=', policy.identityId)
    .executeTakeFirstOrThrow()
  const customer = await callStripe(() =>
    ctx.providers.stripe.client.customers.create(
      {
        email: person.email,
        name: `${person.first_name} ${person.last_name}`.trim(),
        metadata: { identityId: policy.identityId },
      },
      { idempotencyKey: `customer-${policy.identityId}` },
    ),
  )
  await ctx.db
    .insertInto('stripe_customers')
    .values({
      stripe_customer_id: customer.id,
      identity_id: policy.identityId,
      policy_id: policy.policyId,
      email: person.email,
    })
    .onConflict((conflict) => conflict.column('stripe_customer_id').doNothing())
    .execute()
  return customer.id
}
