import { sql } from 'kysely'
import type Stripe from 'stripe'
import { ApiError, createNotFoundError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { checkPolicyAction } from '../../policy/change-policy.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { callStripe } from '../charge/call-stripe.ts'
import { getStripeCustomer } from '../methods/customer.ts'

type MethodType = 'card' | 'us_bank_account'

/** Creates a setup intent. The browser then sends the card or account directly to Stripe (PAY-18). */
async function setupIntent(ctx: Ctx, policy: Policy, types: MethodType[], metadata: Record<string, string> = {}) {
  const customer = await getStripeCustomer(ctx, policy)
  const params: Stripe.SetupIntentCreateParams = {
    customer,
    usage: 'off_session',
    allowed_payment_method_types: types,
    metadata: { ...metadata, policyNo: policy.policyNo },
  }
  const options = ctx.idempotencyKey ? { idempotencyKey: `setup-${ctx.idempotencyKey}` } : {}
  const intent = await callStripe(() => ctx.providers.stripe.client.setupIntents.create(params, options))
  if (!intent.client_secret)
    throw new ApiError({
      code: 'provider_unavailable',
      message: 'We are unable to collect payment at this time. If this issue persists please contact support.',
    })
  return intent.client_secret
}

/** Returns the number of the policy that was bound or changed from a quote. */
async function getQuotePolicyNo(ctx: Ctx, quoteNumber: string): Promise<string> {
  const { rows } = await sql<{ policy_no: string }>`
    select policy_no from policies where quote_number = ${quoteNumber}
    union all
    select p.policy_no from policy_transactions t join policies p on p.policy_id = t.policy_id
      where t.meta ->> 'quoteNumber' = ${quoteNumber}
    limit 1`.execute(ctx.db)
  if (!rows[0]) throw createNotFoundError({ quoteNumber })
  return rows[0].policy_no
}

async function getBillingAccountPolicyNo(ctx: Ctx, baId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('policy_transactions as t')
    .innerJoin('policies as p', 'p.policy_id', 't.policy_id')
    .select('p.policy_no')
    .where('t.ba_id', '=', baId)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw createNotFoundError({ baId })
  return row.policy_no
}

/**
 * Returns the Stripe client secret for setting up a bank account in the wizard (PAY-18). The quote is the one from
 * which the policy was bound.
 */
export async function getQuoteClientSecret(ctx: Ctx, quoteNumber: string) {
  const policy = await requirePolicy(ctx, await getQuotePolicyNo(ctx, quoteNumber))
  return setupIntent(ctx, policy, ['us_bank_account'])
}

/**
 * Returns the Stripe client secret for setting up a card in the wizard (PAY-18). The policy is found by the billing
 * account of its transaction.
 */
export async function getBillingAccountClientSecret(ctx: Ctx, baId: string, seenCents: number) {
  const policy = await requirePolicy(ctx, await getBillingAccountPolicyNo(ctx, baId))
  return setupIntent(ctx, policy, ['card'], { baId, seenCents: String(seenCents) })
}

/** Returns the Stripe client secret for changing the default payment method on the policy page (PAY-18). */
export async function getPolicyClientSecret(
  ctx: Ctx,
  input: { policyNo: string; stripeCustomerId?: string | null; metadata?: Record<string, string> | null },
) {
  const policy = await checkPolicyAction(ctx, input.policyNo, 'updatePaymentMethod')
  if (input.stripeCustomerId && input.stripeCustomerId !== (await getStripeCustomer(ctx, policy)))
    throw createUnprocessableError(
      'unknown_customer',
      "stripeCustomerId: this is not the policy's customer.",
      'stripeCustomerId',
    )
  return setupIntent(ctx, policy, ['card', 'us_bank_account'], input.metadata ?? {})
}
