import type Stripe from 'stripe'
import { z } from 'zod'
import { isDeclineReason } from './cards.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  createIntent,
  createIntentEndpoints,
  getInitialIntentFields,
  intentCreationParams,
} from './intent-endpoints.ts'
import { failIntent, type IntentKind, markIntentSucceeded } from './intents.ts'
import { createMandate } from './mandates.ts'
import { attachPaymentMethod } from './payment-methods.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

/**
 * Behavior of setup intents, which save a card or bank account. Bank accounts entered by number are verified
 * immediately. Stripe does this only if customers select the account at their bank.
 */
const setups: IntentKind<Stripe.SetupIntent> = {
  object: 'setup_intent',
  name: 'SetupIntent',
  path: '/v1/setup_intents',
  lastError: 'last_setup_error',
  failedEvent: 'setup_intent.setup_failed',
  declines: (behavior) => (isDeclineReason(behavior) ? behavior : undefined),
  recordDecline: async (_, intent) => intent,
  complete: async (world, intent, method, { mandate: acceptance }) => {
    const behavior = await world.store.behavior(method.id)
    const isBank = method.type === 'us_bank_account'
    if (isBank && !acceptance) {
      throw createInvalidRequestError('mandate_data is required to set up a us_bank_account.', {
        code: 'setup_intent_mandate_invalid',
        param: 'mandate_data',
      })
    }
    if (behavior === 'fails_validation') {
      return failIntent(world, setups, intent, {
        type: 'invalid_request_error',
        code: 'payment_method_microdeposit_failed',
        message: 'Microdeposit transfers failed. Please check the account and routing number provided.',
        payment_method: method,
      })
    }
    // After authentication, the card can be charged while the customer is not present.
    if (behavior === 'needs_authentication') await world.store.save(method, 'succeeds')
    if (intent.customer) await attachPaymentMethod(world, method.id, String(intent.customer), 'payment_method')
    const mandate = isBank ? (await createMandate(world, method, acceptance, 'multi_use')).id : null
    return markIntentSucceeded(world, setups, intent, { mandate })
  },
}

const createSchema = z.strictObject({
  ...intentCreationParams,
  usage: z.enum(['off_session', 'on_session']).optional(),
})

const newIntent = (world: RequestContext, given: z.output<typeof createSchema>): Stripe.SetupIntent => ({
  ...getInitialIntentFields(world, 'seti', given),
  object: 'setup_intent',
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  mandate: null,
  single_use_mandate: null,
  usage: given.usage ?? 'off_session',
})

export const setupIntentEndpoints = [
  defineEndpoint('POST', setups.path, createSchema, (world, given) =>
    createIntent(world, setups, newIntent(world, given), given),
  ),
  ...createIntentEndpoints(setups),
]
