import type Stripe from 'stripe'
import type { z } from 'zod'
import { createId } from './ids.ts'
import type { mandateDataParam } from './params.ts'
import type { RequestContext } from './request-context.ts'

/** Records the payer's authorization of debits from a bank account, as NACHA requires. */
export async function createMandate(
  world: RequestContext,
  method: Stripe.PaymentMethod,
  given: z.output<typeof mandateDataParam> | undefined,
  type: 'multi_use' | 'single_use',
) {
  const acceptance = given?.customer_acceptance
  const mandate: Stripe.Mandate = {
    id: createId('mandate'),
    object: 'mandate',
    customer_acceptance: {
      accepted_at: acceptance?.accepted_at ?? world.now,
      type: acceptance?.type ?? 'online',
      ...(acceptance?.type === 'offline'
        ? { offline: {} }
        : {
            online: {
              ip_address: acceptance?.online?.ip_address ?? null,
              user_agent: acceptance?.online?.user_agent ?? null,
            },
          }),
    },
    livemode: false,
    payment_method: method.id,
    payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
    status: 'active',
    type,
    ...(type === 'multi_use' ? { multi_use: {} } : {}),
  }
  return world.store.save(mandate)
}

/** Returns the mandate for further debits of this account, if any. */
export async function findActiveMandate(world: RequestContext, methodId: string): Promise<Stripe.Mandate | undefined> {
  const { data } = await world.store.page<Stripe.Mandate>(
    'mandate',
    { payment_method: methodId, status: 'active', type: 'multi_use' },
    '/v1/mandates',
    { limit: 1 },
  )
  return data[0]
}
