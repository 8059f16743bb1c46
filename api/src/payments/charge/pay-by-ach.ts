import { rejected } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { getStripeCustomer } from '../methods/customer.ts'
import { methodAtStripe, unknownMethod } from './at-stripe.ts'
import { pay } from './pay.ts'

/** A bank payment, whichever spelling it came in (API-5). */
export interface AchRequest {
  policyNo: string
  /** What Stripe.js made of the account: `btok_…`, or a method or account that has no mandate yet. */
  bankToken?: string | null | undefined
  /** A method that was set up before. */
  existingPaymentMethod?: string | null | undefined
  customerToken?: string | null | undefined
  payerName?: string | undefined
  description?: string | undefined
  saveForReuse?: boolean | undefined
}

/** Charges what is due to a bank account; it is `processing` until the bank settles it (PAY-6). Throws as `pay`. */
export async function payByAch(ctx: Ctx, wish: AchRequest) {
  const { policyNo, payerName, description } = wish
  const shared = { policyNo, payerName, description, optInAutoPayRenewal: false, bankOnly: true }
  if (wish.existingPaymentMethod)
    return pay(ctx, {
      ...shared,
      stripePaymentMethodId: wish.existingPaymentMethod,
      givesMandate: wish.existingPaymentMethod.startsWith('ba_'),
    })
  if (!wish.bankToken) throw unknownMethod()
  return pay(ctx, {
    ...shared,
    stripePaymentMethodId: await attachAccount(ctx, policyNo, wish.bankToken, wish.customerToken),
    givesMandate: true,
    isKept: wish.saveForReuse ?? false,
  })
}

/** Gives the account to the policy's customer, so that it can be debited. A token works once: its answer is kept by key. */
async function attachAccount(ctx: Ctx, policyNo: string, token: string, customerToken: string | null | undefined) {
  const customer = await getStripeCustomer(ctx, await requirePolicy(ctx, policyNo))
  if (customerToken && customerToken !== customer)
    throw rejected('unknown_customer', "CustomerToken: this is not the policy's customer.", 'CustomerToken')
  const { client } = ctx.providers.stripe
  if (token.startsWith('btok_')) {
    const options = { idempotencyKey: `source-${token}` }
    const source = await methodAtStripe(() => client.customers.createSource(customer, { source: token }, options))
    return source.id
  }
  if (token.startsWith('pm_')) {
    const method = await methodAtStripe(() => client.paymentMethods.retrieve(token))
    if (!method.customer) await methodAtStripe(() => client.paymentMethods.attach(token, { customer }))
  }
  return token
}
