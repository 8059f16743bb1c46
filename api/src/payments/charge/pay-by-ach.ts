import { createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { getStripeCustomer } from '../methods/customer.ts'
import { callStripeForPaymentMethod, createUnknownMethodError } from './call-stripe.ts'
import { payAmountDue } from './pay.ts'

/** A request to pay from a bank account. The API accepts two sets of field names for it (API-5). */
export interface AchRequest {
  policyNo: string
  /** Bank account from Stripe.js: a token (`btok_…`), or a payment method or account that has no mandate yet. */
  bankToken?: string | null | undefined
  /** A payment method that was set up before. */
  existingPaymentMethod?: string | null | undefined
  customerToken?: string | null | undefined
  payerName?: string | undefined
  description?: string | undefined
  saveForReuse?: boolean | undefined
}

/**
 * Charges the amount due to a bank account. The payment is `processing` until the bank settles it (PAY-6). Throws the
 * errors of `payAmountDue`.
 */
export async function payByAch(ctx: Ctx, input: AchRequest) {
  const { policyNo, payerName, description } = input
  const shared = { policyNo, payerName, description, optInAutoPayRenewal: false, bankOnly: true }
  if (input.existingPaymentMethod)
    return payAmountDue(ctx, {
      ...shared,
      stripePaymentMethodId: input.existingPaymentMethod,
      givesMandate: input.existingPaymentMethod.startsWith('ba_'),
    })
  if (!input.bankToken) throw createUnknownMethodError()
  return payAmountDue(ctx, {
    ...shared,
    stripePaymentMethodId: await attachAccount(ctx, policyNo, input.bankToken, input.customerToken),
    givesMandate: true,
    isKept: input.saveForReuse ?? false,
  })
}

/**
 * Attaches the account to the policy's customer so that it can be debited. A token works only once, so a retry uses the
 * response that Stripe keeps for the idempotency key.
 */
async function attachAccount(ctx: Ctx, policyNo: string, token: string, customerToken: string | null | undefined) {
  const customer = await getStripeCustomer(ctx, await requirePolicy(ctx, policyNo))
  if (customerToken && customerToken !== customer)
    throw createUnprocessableError(
      'unknown_customer',
      "CustomerToken: this is not the policy's customer.",
      'CustomerToken',
    )
  const { client } = ctx.providers.stripe
  if (token.startsWith('btok_')) {
    const options = { idempotencyKey: `source-${token}` }
    const source = await callStripeForPaymentMethod(() =>
      client.customers.createSource(customer, { source: token }, options),
    )
    return source.id
  }
  if (token.startsWith('pm_')) {
    const method = await callStripeForPaymentMethod(() => client.paymentMethods.retrieve(token))
    if (!method.customer) await callStripeForPaymentMethod(() => client.paymentMethods.attach(token, { customer }))
  }
  return token
}
